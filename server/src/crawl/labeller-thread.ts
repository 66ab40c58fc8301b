import { parentPort, workerData } from 'node:worker_threads';
import { TidyMemory } from '../site/tidy-memory.ts';
import { Labeller, type Task } from './labeller.ts';
import type { NumberedResult } from './labeller-handle.ts';
import type { Output } from './page-content.ts';
import { limits } from './thresholds.ts';

/**
 * Runs a `Labeller` behind a message port: tasks in, results out, in order. Results are sent several at a time, or when no task waits, since a
 * message that wakes the other thread takes as long as a small page.
 */
const port = parentPort!;
const { emit, numbers } = workerData as { emit: Output[]; numbers: SharedArrayBuffer };
/** Number of the task under way, for the case that it ends this thread, and of the last task that was sent. */
const [underWay, sent] = [new Int32Array(numbers, 0, 1), new Int32Array(numbers, 4, 1)];
const labeller = new Labeller(emit);
const memory = new TidyMemory();
let results: NumberedResult[] = [];

port.on('message', ({ number, task }: { number: number; task: Task }) => {
  Atomics.store(underWay, 0, number);
  results.push({ number, result: labeller.do(task) });
  // A model is sent at once: if a page ends this thread, the next one goes on with it, even if that page was learned from.
  if (task.kind === 'finish' || results.length >= limits.sentResults || Atomics.load(sent, 0) === number) {
    port.postMessage(results);
    results = [];
  }
  memory.tidy();
});
