import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MovedFile } from './moved-files.ts';
import { type ParseContext, type ParsedFile, parseFile } from './parse-file.ts';
import { mostTasks, type ParseWorkers } from './parse-threads.ts';

/** Pages in one task of a worker: few enough to share evenly, enough to pay for the messages. */
const TASK_SIZE = 25;
/** Pages that this thread parses at a time: whoever waits for it gets in between. */
const HERE_SIZE = 2;

/** Reads and parses pages in worker threads and, between their answers, in this one. */
export class ParsePool {
  readonly #pages: readonly string[];
  readonly #context: ParseContext;
  readonly #workers: ParseWorkers;
  readonly #results: MovedFile[][] = [];
  #next = 0;
  #left: number;
  #failure: Error | undefined;
  #wake = (): void => {};
  /** Feeders that wait until results are taken. */
  readonly #full: (() => void)[] = [];
  readonly #onError = (error: unknown): void => this.#fail(error);

  /** @param workers that have no work. */
  constructor(pages: readonly string[], context: ParseContext, workers: ParseWorkers) {
    this.#pages = pages;
    this.#context = context;
    this.#left = pages.length;
    this.#workers = workers;
    workers.on('error', this.#onError);
    for (let at = 0; at < mostTasks(workers); at++) void this.#feed();
  }

  /** The results of some pages, in any order; undefined when there are no more. Rejects when a worker fails. */
  async next(): Promise<(ParsedFile | MovedFile)[] | undefined> {
    // Lets messages of the workers in.
    await nextTurn();
    while (this.#left > 0) {
      if (this.#failure) throw this.#failure;
      const files = this.#results.shift() ?? this.#parseHere();
      this.#full.shift()?.();
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

  /** Pages that were not given until then are not parsed. */
  close(): void {
    this.#next = this.#pages.length;
    this.#left = 0;
    this.#workers.off('error', this.#onError);
    this.#wake();
    for (const goOn of this.#full.splice(0)) goOn();
  }

  /** Gives the workers one task after the other. */
  async #feed(): Promise<void> {
    try {
      while (this.#next < this.#pages.length) {
        this.#results.push(await this.#workers.run({ context: this.#context, pages: this.#nextPages(TASK_SIZE) }));
        this.#wake();
        // Results take much memory: only so many wait until they are taken.
        if (this.#results.length >= mostTasks(this.#workers)) await new Promise<void>(resolve => this.#full.push(resolve));
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(reason: unknown): void {
    this.#failure ??= reason instanceof Error ? reason : new Error(String(reason));
    this.#wake();
  }

  #parseHere(): ParsedFile[] | undefined {
    return this.#next < this.#pages.length ? this.#nextPages(HERE_SIZE).map(page => parseFile(this.#context, page)) : undefined;
  }

  #nextPages(count: number): string[] {
    this.#next += count;
    return this.#pages.slice(this.#next - count, this.#next);
  }
}
