import { Piscina } from 'piscina';
import type { MovedFile } from './moved-files.ts';
import type { ParseRequest } from './parse-worker.ts';
import { youngGeneration } from './worker-file.ts';

/** Tasks that a worker has at a time: one that it works on, and one to go on with while its answer is on its way. */
const TASKS_EACH = 2;
/** How long threads without work wait for the next burst of changes, in milliseconds. */
const REST = 10_000;

export type ParseWorkers = Piscina<ParseRequest, MovedFile[]>;

/** The threads of an engine that parse. They stay for a while when their work is done: a new one takes long to start, and longer to be fast. */
export class ParseThreads {
  readonly #file: URL;
  #workers: ParseWorkers | undefined;
  #rest: NodeJS.Timeout | undefined;

  /** @param file the worker's bundle. */
  constructor(file: URL) {
    this.#file = file;
  }

  /** Threads that have no work: those that rest, if they are so many. */
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
      concurrentTasksPerWorker: TASKS_EACH,
      resourceLimits: youngGeneration,
    });
    // One that fails while it rests is replaced, and nobody misses it.
    workers.on('error', () => {});
    return workers;
  }

  /** The threads have done their work. They do not keep the process alive. */
  rest(): void {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => void this.close(), REST).unref();
  }

  /** Ends the threads, whatever they work on. */
  async close(): Promise<void> {
    clearTimeout(this.#rest);
    const workers = this.#workers;
    this.#workers = undefined;
    await workers?.destroy();
  }
}

/** So many tasks keep the workers busy. */
export function mostTasks({ options }: ParseWorkers): number {
  return options.maxThreads * TASKS_EACH;
}
