// Feeds random input to everything that reads what others wrote, for as long as asked, and prints the smallest case of every promise
// that does not hold. usage: fuzz.js [--minutes N] [--seed S] [--target NAME]...
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { printableLines } from 'templens-shared/printable';
import type { Target } from './target.ts';
import { archives } from './targets/archives.ts';
import { configuration } from './targets/configuration.ts';
import { crawlWorker } from './targets/crawl-worker.ts';
import { edits } from './targets/edits.ts';
import { files } from './targets/files.ts';
import { fixes } from './targets/fixes.ts';
import { messages } from './targets/messages.ts';
import { pages } from './targets/pages.ts';
import { restarts } from './targets/restarts.ts';
import { settings } from './targets/settings.ts';
import { syntax } from './targets/syntax.ts';
import { tags } from './targets/tags.ts';
import { work } from './targets/work.ts';

const all: readonly Target[] = [
  pages,
  tags,
  syntax,
  work,
  edits,
  fixes,
  files,
  settings,
  configuration,
  messages,
  restarts,
  archives,
  crawlWorker,
];
/** Each target gets so much time before the next one has its turn, but at least for one input; and so much to make a case smaller. */
const TURN = 2_000;
const SHRINKING = 60_000;
/** No input takes longer. */
const ONE_INPUT = 60_000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string' },
    target: { type: 'string', multiple: true, default: all.map(({ name }) => name) },
  },
});
const minutes = Number(values.minutes);
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const unknown = values.target.filter(name => !all.some(target => target.name === name));
if (!(minutes > 0) || !Number.isInteger(seed) || unknown.length > 0) {
  console.error(`usage: fuzz [--minutes N] [--seed S] [--target ${all.map(({ name }) => name).join('|')}]...`);
  process.exit(2);
}
console.log(`seed ${seed}, ${minutes} minutes`);

const end = performance.now() + minutes * 60_000;
const runs = new Map<Target, number>();
let left = all.filter(({ name }) => values.target.includes(name));
let failed = 0;
for (let round = 0; left.length > 0 && performance.now() < end; round++) {
  for (const target of left) {
    const time = Math.min(TURN, end - performance.now());
    if (time <= 0) break;
    if (await holds(target, seed + round, time)) continue;
    failed++;
    left = left.filter(other => other !== target);
  }
}
for (const target of all) await target.close?.();
for (const [{ name }, count] of runs) console.log(`${name}: ${count.toLocaleString('en')} inputs`);
console.log(failed === 0 ? 'Every promise holds.' : `${failed} of ${runs.size} targets failed.`);
process.exit(failed === 0 ? 0 : 1);

/** Runs a target for some milliseconds. False, with the smallest case printed, where it fails. */
async function holds(target: Target, seed: number, time: number): Promise<boolean> {
  const property = fc.asyncProperty(target.inputs, async input => {
    await target.check(input);
  });
  const options = { seed, numRuns: 1_000_000, markInterruptAsFailure: false };
  const began = performance.now();
  // A limit of time interrupts an input: the first one is let through, however slow the machine is.
  const one = await fc.check(property, { ...options, numRuns: 1, interruptAfterTimeLimit: ONE_INPUT, endOnFailure: true });
  const rest = time - (performance.now() - began);
  const first =
    one.failed || rest <= 0 ? one : await fc.check(property, { ...options, interruptAfterTimeLimit: rest, endOnFailure: true });
  runs.set(target, (runs.get(target) ?? 0) + Math.max(one.numRuns, first.numRuns));
  // Without a case, the time was too short for one.
  if (!first.failed || first.counterexample === null) return true;
  // From the case that failed, with time to make it smaller.
  const path = first.counterexamplePath!;
  const smaller = await fc.check(property, { ...options, path, interruptAfterTimeLimit: SHRINKING });
  const { counterexample, errorInstance } = smaller.failed ? smaller : first;
  const message = errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : String(errorInstance);
  console.log(`\n${target.name} failed with seed ${seed}, path ${path}, after ${first.numRuns} inputs:`);
  console.log(printableLines(target.show(counterexample![0])));
  console.log(`${printableLines(message)}\n`);
  return false;
}
