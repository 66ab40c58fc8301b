import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort } from 'node:worker_threads';
import type { Instruments } from './instruments.ts';
import { runTask } from './run-task.ts';
import type { BenchMessage, BenchTask } from './tasks.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const say = (message: BenchMessage): void => parentPort?.postMessage(message);

const instruments: Instruments = {
  now: () => performance.now(),
  // Of this thread alone. Buffers are freed a little later than what held them; the second time waits for that.
  usedBytes: () => {
    collectGarbage();
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  },
  step: page => say({ kind: 'step', page }),
};

parentPort?.on('message', (task: BenchTask) => say(runTask(task, instruments)));
