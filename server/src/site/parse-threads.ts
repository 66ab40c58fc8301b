import { Piscina } from 'piscina';
import { ParsePool, type ParseWorkers } from './parse-pool.ts';
import type { ParseContext } from './parse-text.ts';
import type { PagesInThreads, Parsers } from './parsers.ts';
import { delays, limits } from './thresholds.ts';
import { workerResourceLimits } from './worker-file.ts';

/** The parse workers of an engine. They stay alive for a while after their work: a new one starts slowly and then has to warm up. */
export class ParseThreads implements Parsers {
  readonly #file: URL;
  #workers: ParseWorkers | undefined;
  #rest: NodeJS.Timeout | undefined;

  /** @param file bundle of the worker. */
  constructor(file: URL) {
    this.#file = file;
  }

  async start(pages: readonly string[], context: ParseContext, threads: number): Promise<PagesInThreads> {
    return new ParsePool(pages, context, await this.take(threads));
  }

  /** Returns workers without tasks: the resting ones if their number is `count`, otherwise new ones. */
  async take(count: number): Promise<ParseWorkers> {
    clearTimeout(this.#rest);
    if (this.#workers?.options.maxThreads !== count) await this.close();
    this.#workers ??= this.#newWorkers(count);
    return this.#workers;
  }

  #newWorkers(count: number): ParseWorkers {
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
