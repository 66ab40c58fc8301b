import { parentPort, workerData } from 'node:worker_threads';
import { TidyMemory } from '../site/tidy-memory.ts';
import { Labeller, nameOf, type Task } from './labeller.ts';
import type { NumberedResult } from './labeller-handle.ts';
import type { Output } from './page-content.ts';
import { limits } from './thresholds.ts';
import { Note } from './under-way.ts';

/**
 * Runs a `Labeller` behind a message port: tasks in, results out, in order. Results are sent several at a time, or when no task waits, since a
 * message that wakes the other thread takes as long as a small page.
 */
const port = parentPort!;
const { emit, numbers, note: path } = workerData as { emit: Output[]; numbers: SharedArrayBuffer; note?: string };
/** Number of the task under way, for the case that it ends this thread, and of the last task that was sent. */
const [underWay, sent] = [new Int32Array(numbers, 0, 1), new Int32Array(numbers, 4, 1)];
const labeller = new Labeller(emit);
const memory = new TidyMemory();
const note = new Note(path);
let results: NumberedResult[] = [];

port.on('message', ({ number, task }: { number: number; task: Task }) => {
  Atomics.store(underWay, 0, number);
  note.write(nameOf(task));
  results.push({ number, result: labeller.do(task) });
  const isLast = Atomics.load(sent, 0) === number;
  // A model is sent at once: if a page ends this thread, the next one goes on with it, even if that page was learned from.
  if (isLast || task.kind === 'finish' || results.length >= limits.sentResults) {
    port.postMessage(results);
    results = [];
  }
  if (isLast) note.write(undefined);
  memory.tidy();
});
