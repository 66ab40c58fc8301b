import '../../index.ts';
import { garbageCollector, liveBytes } from '../../../site/garbage-collector.ts';
import type { Instruments } from './instruments.ts';
import { runTask } from './run-task.ts';
import type { BenchOutcome, BenchRequest, BenchStep } from './tasks.ts';

const collectGarbage = garbageCollector();

const instruments: Omit<Instruments, 'step'> = {
  now: () => performance.now(),
  usedBytes: () => liveBytes(collectGarbage),
};

/** Runs a task in a worker thread, and reports its steps. */
export default function doTask({ task, steps }: BenchRequest): BenchOutcome {
  const begun: BenchStep = { page: undefined };
  steps.postMessage(begun);
  return runTask(task, { ...instruments, step: page => steps.postMessage({ page } satisfies BenchStep) });
}
