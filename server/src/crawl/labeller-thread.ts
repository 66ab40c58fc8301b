import { parentPort, workerData } from 'node:worker_threads';
import { TidyMemory } from '../site/tidy-memory.ts';
import { Labeller, type Task } from './labeller.ts';
import type { Output } from './page-content.ts';

/** Runs a `Labeller` behind a message port: tasks in, results out, in order. */
const port = parentPort!;
const { emit, current } = workerData as { emit: Output[]; current: SharedArrayBuffer };
/** Number of the task under way, for the case that it ends this thread. */
const underWay = new Int32Array(current);
const labeller = new Labeller(emit);
const memory = new TidyMemory();

port.on('message', ({ number, task }: { number: number; task: Task }) => {
  Atomics.store(underWay, 0, number);
  const result = labeller.do(task);
  port.postMessage({ number, result }, result.kind === 'model' && result.model ? [result.model.bytes.buffer as ArrayBuffer] : []);
  memory.tidy();
});
