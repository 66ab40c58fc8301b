import { Worker } from 'node:worker_threads';
import type { BenchMessage, BenchTask } from './tasks.ts';

export interface PoolOptions {
  /** The worker's bundle. */
  file: URL;
  threads: number;
  /** Milliseconds that a single step, such as labelling one page, may take; after them its task is given up. */
  stepMilliseconds: number;
}

type Outcome = Exclude<BenchMessage, { kind: 'step' }>;

/**
 * Does the tasks in worker threads and hands over what came of each, in any order. A worker that fails, or is too long at one step, costs
 * its task only: another takes its place. Resolves when all tasks are done; `take` may throw to end it early.
 */
export async function runTasks(
  tasks: readonly BenchTask[],
  { file, threads, stepMilliseconds }: PoolOptions,
  take: (task: BenchTask, outcome: Outcome) => void,
): Promise<void> {
  const waiting = [...tasks];
  const workers = new Set<Worker>();
  let ended = false;

  /** The next task, of the site that the worker has at hand if there is one. */
  const nextTask = (folder: string | undefined): BenchTask | undefined => {
    const same = waiting.findIndex(task => task.kind === 'cell' && task.folder === folder);
    return waiting.splice(Math.max(same, 0), 1)[0];
  };

  /** One worker after the other, until no task waits. */
  const work = async (): Promise<void> => {
    while (waiting.length > 0 && !ended) {
      const worker = new Worker(file);
      workers.add(worker);
      try {
        let task = nextTask(undefined);
        while (task && !ended) {
          const outcome = await doTask(worker, task, stepMilliseconds);
          if (ended) return;
          take(task, outcome.message);
          if (outcome.broken) break;
          task = nextTask(task.kind === 'cell' ? task.folder : undefined);
        }
      } finally {
        workers.delete(worker);
        await worker.terminate();
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(threads, tasks.length) }, work));
  } finally {
    ended = true;
    await Promise.all([...workers].map(worker => worker.terminate()));
  }
}

/** What came of the task; `broken` says that the worker is of no more use. */
function doTask(worker: Worker, task: BenchTask, stepMilliseconds: number): Promise<{ message: Outcome; broken: boolean }> {
  return new Promise(resolve => {
    let page: string | undefined;
    let timer: NodeJS.Timeout | undefined;
    const end = (message: Outcome, broken: boolean): void => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      // What a worker that is being ended still has to say is of no interest.
      if (broken) worker.on('error', () => {});
      resolve({ message, broken });
    };
    const watch = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const what = page === undefined ? 'the pages of the site together' : page;
        end({ kind: 'failed', reason: `it took longer than ${stepMilliseconds / 1000} s for ${what}` }, true);
      }, stepMilliseconds);
    };
    const onMessage = (message: BenchMessage): void => {
      if (message.kind !== 'step') return end(message, false);
      page = message.page;
      watch();
    };
    const onError = (error: unknown): void => end({ kind: 'failed', reason: String(error) }, true);
    const onExit = (code: number): void => end({ kind: 'failed', reason: `its worker ended with code ${code}` }, true);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    watch();
    worker.postMessage(task);
  });
}
