import { Worker } from 'node:worker_threads';
import type { ParseContext, ParsedFile } from './parse-file.ts';
import type { ParseRequest } from './parse-worker.ts';

/** Pages in one message: few enough to share evenly, enough to pay for the message. */
const MESSAGE_SIZE = 25;

export interface ParsePoolOptions {
  /** The worker's bundle. */
  file: URL;
  threads: number;
  context: ParseContext;
}

/**
 * Reads and parses pages in worker threads. `take` gets the results of some pages at a time, in any order, and says whether to go on.
 * Rejects when a worker fails; the pages that were not taken until then are not parsed.
 */
export async function parseInWorkers(
  pages: readonly string[],
  { file, threads, context }: ParsePoolOptions,
  take: (files: ParsedFile[]) => boolean,
): Promise<void> {
  const workers = Array.from({ length: threads }, () => new Worker(file));
  let next = 0;
  let left = pages.length;
  const done = new Promise<void>((resolve, reject) => {
    const fail = (reason: unknown): void => reject(reason instanceof Error ? reason : new Error(String(reason)));
    const hand = (worker: Worker): void => {
      if (next >= pages.length) return;
      const request: ParseRequest = { context, pages: pages.slice(next, next + MESSAGE_SIZE) };
      next += MESSAGE_SIZE;
      worker.postMessage(request);
    };
    for (const worker of workers) {
      worker.on('error', fail);
      worker.on('messageerror', fail);
      worker.on('exit', code => fail(`it exited with code ${code}`));
      worker.on('message', (files: ParsedFile[]) => {
        hand(worker);
        left -= files.length;
        try {
          if (!take(files) || left === 0) resolve();
        } catch (error) {
          fail(error);
        }
      });
      // Two messages each, so that a worker has work while its last answer is on its way.
      hand(worker);
      hand(worker);
    }
  });
  try {
    await done;
  } finally {
    await Promise.all(workers.map(worker => worker.terminate()));
  }
}
