import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type ParseContext, type ParsedFile, parseFile } from './parse-file.ts';
import type { ParseRequest } from './parse-worker.ts';

/** Pages in one message: few enough to share evenly, enough to pay for the message. */
const MESSAGE_SIZE = 25;
/** Pages that this thread parses at a time: whoever waits for it gets in between. */
const HERE_SIZE = 2;

export interface ParsePoolOptions {
  /** The worker's bundle. */
  file: URL;
  /** Threads that parse, this one included. */
  threads: number;
  context: ParseContext;
}

/** Reads and parses pages in worker threads and, between their answers, in this one. */
export class ParsePool {
  readonly #pages: readonly string[];
  readonly #context: ParseContext;
  readonly #workers: Worker[];
  readonly #results: ParsedFile[][] = [];
  #next = 0;
  #left: number;
  #failure: Error | undefined;
  #wake = (): void => {};

  constructor(pages: readonly string[], { file, threads, context }: ParsePoolOptions) {
    this.#pages = pages;
    this.#context = context;
    this.#left = pages.length;
    this.#workers = Array.from({ length: threads - 1 }, () => new Worker(file));
    const fail = (reason: unknown): void => {
      this.#failure ??= reason instanceof Error ? reason : new Error(String(reason));
      this.#wake();
    };
    for (const worker of this.#workers) {
      worker.on('error', fail);
      worker.on('messageerror', fail);
      worker.on('exit', code => fail(`it exited with code ${code}`));
      worker.on('message', (files: ParsedFile[]) => {
        this.#hand(worker);
        this.#results.push(files);
        this.#wake();
      });
      // Two messages each, so that a worker has work while its last answer is on its way.
      this.#hand(worker);
      this.#hand(worker);
    }
  }

  /** The results of some pages, in any order; undefined when there are no more. Rejects when a worker fails. */
  async next(): Promise<ParsedFile[] | undefined> {
    // Lets messages of the workers in.
    await nextTurn();
    while (this.#left > 0) {
      if (this.#failure) throw this.#failure;
      const files = this.#results.shift() ?? this.#parseHere();
      if (files) {
        this.#left -= files.length;
        return files;
      }
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
    return undefined;
  }

  /** Ends the threads; pages that were not given until then are not parsed. */
  async close(): Promise<void> {
    await Promise.all(this.#workers.map(worker => worker.terminate()));
  }

  #parseHere(): ParsedFile[] | undefined {
    return this.#next < this.#pages.length ? this.#nextPages(HERE_SIZE).map(page => parseFile(this.#context, page)) : undefined;
  }

  #hand(worker: Worker): void {
    if (this.#next >= this.#pages.length) return;
    worker.postMessage({ context: this.#context, pages: this.#nextPages(MESSAGE_SIZE) } satisfies ParseRequest);
  }

  #nextPages(count: number): string[] {
    this.#next += count;
    return this.#pages.slice(this.#next - count, this.#next);
  }
}
