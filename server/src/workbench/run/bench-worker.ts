import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Instruments } from './instruments.ts';
import { runTask } from './run-task.ts';
import type { BenchOutcome, BenchRequest, BenchStep } from './tasks.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const instruments: Omit<Instruments, 'step'> = {
  now: () => performance.now(),
  // Of this thread alone. Buffers are freed a little later than what held them; the second time waits for that.
  usedBytes: () => {
    collectGarbage();
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  },
};

export default function doTask({ task, steps }: BenchRequest): BenchOutcome {
  const begun: BenchStep = { page: undefined };
  steps.postMessage(begun);
  return runTask(task, { ...instruments, step: page => steps.postMessage({ page } satisfies BenchStep) });
}
