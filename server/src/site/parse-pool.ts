import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Piscina } from 'piscina';
import type { PackedFile } from './packed-files.ts';
import { parseFile } from './parse-file.ts';
import type { ParseContext, ParsedFile } from './parse-text.ts';
import type { ParseRequest } from './parse-worker.ts';
import type { PagesInThreads } from './parsers.ts';
import { limits } from './thresholds.ts';

/** A pool of parse workers. */
export type ParseWorkers = Piscina<ParseRequest, PackedFile[]>;

/** Reads and parses pages in worker threads and, while their results are awaited, in this thread. */
export class ParsePool implements PagesInThreads {
  readonly #pages: readonly string[];
  readonly #context: ParseContext;
  readonly #workers: ParseWorkers;
  readonly #results: PackedFile[][] = [];
  /** Index of the next page that is not in a task. */
  #next = 0;
  /** Pages whose results were not taken yet. */
  #left: number;
  #failure: Error | undefined;
  #wake = (): void => {};
  /** Resume the calls of `#feed` that wait until results are taken. */
  readonly #resume: (() => void)[] = [];
  readonly #onError = (error: unknown): void => this.#fail(error);

  /** @param workers without tasks. */
  constructor(pages: readonly string[], context: ParseContext, workers: ParseWorkers) {
    this.#pages = pages;
    this.#context = context;
    this.#left = pages.length;
    this.#workers = workers;
    workers.on('error', this.#onError);
    for (let at = 0; at < maxTasks(workers); at++) void this.#feed();
  }

  async next(): Promise<(ParsedFile | PackedFile)[] | undefined> {
    // Lets messages of the workers in.
    await nextTurn();
    while (this.#left > 0) {
      if (this.#failure) throw this.#failure;
      const files = this.#results.shift() ?? this.#parseHere();
      this.#resume.shift()?.();
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

  close(): void {
    this.#next = this.#pages.length;
    this.#left = 0;
    this.#workers.off('error', this.#onError);
    this.#wake();
    for (const resume of this.#resume.splice(0)) resume();
  }

  /** Gives the workers one task after another. As many calls run side by side as the workers take tasks. */
  async #feed(): Promise<void> {
    try {
      while (this.#next < this.#pages.length) {
        this.#results.push(await this.#workers.run({ context: this.#context, pages: this.#nextPages(limits.taskPages) }));
        this.#wake();
        // Results take much memory, so few may wait until they are taken.
        if (this.#results.length >= maxTasks(this.#workers)) await new Promise<void>(resolve => this.#resume.push(resolve));
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
    return this.#next < this.#pages.length
      ? this.#nextPages(limits.ownTaskPages).map(page => parseFile(this.#context, page))
      : undefined;
  }

  #nextPages(count: number): string[] {
    this.#next += count;
    return this.#pages.slice(this.#next - count, this.#next);
  }
}

/** Returns the number of tasks that the workers take at a time. */
function maxTasks({ options }: ParseWorkers): number {
  return options.maxThreads * limits.tasksPerWorker;
}
