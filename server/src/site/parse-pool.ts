import { Worker } from 'node:worker_threads';
import type { ParseContext, ParsedFile } from './parse-file.ts';
import type { ParseRequest } from './parse-worker.ts';

/** Pages in one message: few enough to share evenly, enough to pay for the message. */
export const BATCH_SIZE = 25;

interface PoolWorker {
  worker: Worker;
  /** Batches under way, the oldest first. */
  waiting: { resolve(files: ParsedFile[]): void; reject(error: Error): void }[];
}

/** Worker threads that read and parse pages. A batch that a worker fails to answer is rejected, and so are all after it. */
export class ParsePool {
  readonly #workers: PoolWorker[];
  readonly #context: ParseContext;
  #failure: Error | undefined;

  constructor(size: number, file: URL, context: ParseContext) {
    this.#context = context;
    this.#workers = Array.from({ length: size }, () => {
      const entry: PoolWorker = { worker: new Worker(file), waiting: [] };
      entry.worker.on('message', (files: ParsedFile[]) => entry.waiting.shift()?.resolve(files));
      entry.worker.on('error', error => this.#fail(error instanceof Error ? error : new Error(String(error))));
      entry.worker.on('exit', code => this.#fail(new Error(`it exited with code ${code}`)));
      return entry;
    });
  }

  /** Batches that keep every worker busy while its last answer is on its way. */
  get capacity(): number {
    return this.#workers.length * 2;
  }

  /** Hands a batch to the worker that has the least to do. */
  parse(pages: string[]): Promise<ParsedFile[]> {
    if (this.#failure) return Promise.reject(this.#failure);
    const [entry] = this.#workers.toSorted((a, b) => a.waiting.length - b.waiting.length);
    const request: ParseRequest = { context: this.#context, pages };
    return new Promise((resolve, reject) => {
      entry!.waiting.push({ resolve, reject });
      entry!.worker.postMessage(request);
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map(({ worker }) => worker.terminate()));
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { waiting } of this.#workers) for (const { reject } of waiting.splice(0)) reject(error);
  }
}
