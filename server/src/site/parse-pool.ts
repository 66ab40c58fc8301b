import { Worker } from 'node:worker_threads';
import { type ParseContext, type ParsedFile, parseFile } from './parse-file.ts';
import type { ParseRequest } from './parse-worker.ts';

/** Pages in one message: few enough to share evenly, enough to pay for the message. */
const MESSAGE_SIZE = 25;

export interface ParsePoolOptions {
  /** The worker's bundle. */
  file: URL;
  /** Threads that parse, this one included. */
  threads: number;
  context: ParseContext;
}

/**
 * Reads and parses pages in worker threads and, between their answers, in this one. `take` gets the results of some pages at a time, in
 * any order, and says whether to go on. Rejects when a worker fails; the pages that were not taken until then are not parsed.
 */
export async function parseInWorkers(
  pages: readonly string[],
  { file, threads, context }: ParsePoolOptions,
  take: (files: ParsedFile[]) => boolean,
): Promise<void> {
  const workers = Array.from({ length: threads - 1 }, () => new Worker(file));
  let next = 0;
  let left = pages.length;
  let ended = false;
  const nextPages = (): string[] => {
    next += MESSAGE_SIZE;
    return pages.slice(next - MESSAGE_SIZE, next);
  };

  const parsed = new Promise<void>((resolve, reject) => {
    const fail = (reason: unknown): void => reject(reason instanceof Error ? reason : new Error(String(reason)));
    const hand = (worker: Worker): void => {
      if (next < pages.length) worker.postMessage({ context, pages: nextPages() } satisfies ParseRequest);
    };
    const deliver = (files: ParsedFile[]): void => {
      if (ended) return;
      left -= files.length;
      try {
        if (!take(files) || left === 0) resolve();
      } catch (error) {
        fail(error);
      }
    };
    for (const worker of workers) {
      worker.on('error', fail);
      worker.on('messageerror', fail);
      worker.on('exit', code => fail(`it exited with code ${code}`));
      worker.on('message', (files: ParsedFile[]) => {
        hand(worker);
        deliver(files);
      });
      // Two messages each, so that a worker has work while its last answer is on its way.
      hand(worker);
      hand(worker);
    }
    const parseHere = (): void => {
      if (ended || next >= pages.length) return;
      deliver(nextPages().map(page => parseFile(context, page)));
      setImmediate(parseHere);
    };
    setImmediate(parseHere);
  });
  try {
    await parsed;
  } finally {
    ended = true;
    await Promise.all(workers.map(worker => worker.terminate()));
  }
}
