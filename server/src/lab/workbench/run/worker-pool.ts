import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { BenchOutcome, BenchRequest, BenchStep, BenchTask } from './tasks.ts';

/** Options of the worker threads. */
export interface PoolOptions {
  /** The worker's bundle. */
  file: URL;
  threads: number;
  /** Time limit of a single step, such as labelling one page; a task that exceeds it fails. */
  stepMilliseconds: number;
}

type TaskPool = Piscina<BenchRequest, BenchOutcome>;

/**
 * Runs tasks in worker threads and passes each outcome to `take`, in any order. A worker that crashes or exceeds the time limit fails only its
 * task and is replaced. Resolves when all tasks are done. Rejects if a worker cannot start, or with the error that `take` throws to stop early.
 */
export async function runTasks(
  tasks: readonly BenchTask[],
  { file, threads, stepMilliseconds }: PoolOptions,
  take: (task: BenchTask, outcome: BenchOutcome) => void,
): Promise<void> {
  const waiting = [...tasks];
  let ended = false;

  /** Takes the next task, preferably one of the site that the worker has loaded. */
  const nextTask = (folder: string | undefined): BenchTask | undefined => {
    const same = waiting.findIndex(task => task.kind === 'cell' && task.folder === folder);
    return waiting.splice(Math.max(same, 0), 1)[0];
  };

  const work = async (pool: TaskPool): Promise<void> => {
    let task = nextTask(undefined);
    while (task) {
      const outcome = await doTask(pool, task, stepMilliseconds);
      if (ended) return;
      take(task, outcome);
      task = nextTask(task.kind === 'cell' ? task.folder : undefined);
    }
  };

  // One pool with a single worker for each thread, so that this function chooses the worker by the site that it has loaded.
  const pools: TaskPool[] = Array.from(
    { length: Math.min(threads, tasks.length) },
    () => new Piscina({ filename: file.href, minThreads: 1, maxThreads: 1 }),
  );
  const broken = new Promise<never>((_, reject) => {
    for (const pool of pools) pool.on('error', reject);
  });
  try {
    await Promise.race([Promise.all(pools.map(work)), broken]);
  } finally {
    ended = true;
    await Promise.all(pools.map(pool => pool.destroy()));
  }
}

async function doTask(pool: TaskPool, task: BenchTask, stepMilliseconds: number): Promise<BenchOutcome> {
  const { port1: receiver, port2: steps } = new MessageChannel();
  const tooLong = new AbortController();
  let page: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  const watch = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => tooLong.abort(), stepMilliseconds);
  };
  receiver.on('message', (step: BenchStep) => {
    page = step.page;
    watch();
  });
  // The time limit begins with the first step: the worker may have to start.
  try {
    return await pool.run({ task, steps }, { transferList: [steps], signal: tooLong.signal });
  } catch (error) {
    if (!tooLong.signal.aborted) return { kind: 'failed', reason: String(error) };
    const what = page ?? 'the pages of the site together';
    return { kind: 'failed', reason: `it took longer than ${stepMilliseconds / 1000} s for ${what}` };
  } finally {
    clearTimeout(timer);
    receiver.close();
  }
}
