import { Piscina } from 'piscina';
import type { PackedFile } from './packed-files.ts';
import type { ParseRequest } from './parse-worker.ts';
import { delays, limits } from './thresholds.ts';
import { workerResourceLimits } from './worker-file.ts';

/** A pool of parse workers. */
export type ParseWorkers = Piscina<ParseRequest, PackedFile[]>;

/** The parse workers of an engine. They stay alive for a while after their work: a new one starts slowly and then has to warm up. */
export class ParseThreads {
  readonly #file: URL;
  #workers: ParseWorkers | undefined;
  #rest: NodeJS.Timeout | undefined;

  /** @param file bundle of the worker. */
  constructor(file: URL) {
    this.#file = file;
  }

  /** Returns workers without tasks: the resting ones if their number is `count`, otherwise new ones. */
  async take(count: number): Promise<ParseWorkers> {
    clearTimeout(this.#rest);
    if (this.#workers?.options.maxThreads !== count) await this.close();
    this.#workers ??= this.#start(count);
    return this.#workers;
  }

  #start(count: number): ParseWorkers {
    const workers: ParseWorkers = new Piscina({
      filename: this.#file.href,
      minThreads: count,
      maxThreads: count,
      concurrentTasksPerWorker: limits.tasksPerWorker,
      resourceLimits: workerResourceLimits,
    });
    // Piscina replaces a worker that fails while it rests; without a listener the error would end the process.
    workers.on('error', () => {});
    return workers;
  }

  /** To be called when the workers have no tasks left: they end after a while. They do not keep the process alive. */
  rest(): void {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => void this.close(), delays.workerRest).unref();
  }

  /** Ends the workers; their tasks are dropped. */
  async close(): Promise<void> {
    clearTimeout(this.#rest);
    const workers = this.#workers;
    this.#workers = undefined;
    await workers?.destroy();
  }
}

/** Returns the number of tasks that the workers take at a time. */
export function maxTasks({ options }: ParseWorkers): number {
  return options.maxThreads * limits.tasksPerWorker;
}
