// Measures a site in a process of its own, for `bench.js --pages N`. usage: node test/bench/dist/scale-process.js FOLDER
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';
import { defaultSettings } from 'templens-shared/settings';
import { type EngineHandle, startEngine } from '../../server/src/site/engine-handle.ts';
import { garbageCollector, liveBytes } from '../../server/src/site/garbage-collector.ts';
import type { ScaleMessage } from '../support/scale-costs.ts';

const EDITS = 21;
/** Pages whose bare parse stands for that of all. */
const SAMPLE = 1000;

const [root] = process.argv.slice(2);
if (root === undefined || process.send === undefined) {
  console.error('This is started by bench.js --pages N.');
  process.exit(2);
}
const folder = root;
const report = (message: ScaleMessage): void => {
  process.send!(message);
};

const engine = startEngine();
let index = 0;
let pages = 0;
const start = processorTime();
engine.onEvent(event => {
  if (event.event === 'progress') report({ progress: phases[event.phase], done: event.done, total: event.total });
  if (event.event !== 'ready') return;
  index = processorTime() - start;
  pages = event.pages;
});
const phases = { discover: 'Finding', index: 'Reading', classify: 'Labelling', check: 'Checking' };
// One thread: processor time does not depend on what else runs.
engine.send({ command: 'open', root: folder, settings: { ...defaultSettings, threads: 1 }, labels: true });
await engine.idle();
const labels = processorTime() - start - index;
const peak = process.resourceUsage().maxRSS * 1024;
const kept = liveBytes(garbageCollector());
const names = (await engine.query({ kind: 'pages' })).map(({ page }) => page);
const step = Math.max(1, Math.floor(pages / SAMPLE));
const sample = names.filter((_, at) => at % step === 0).map(page => readFileSync(join(folder, page), 'utf8'));
const bareParse = ((bareParseOf(sample) + bareParseOf(sample)) / 2 / sample.length) * pages;
report({ costs: { bareParse, index, labels, edit: await medianEdit(engine, names[3]!), kept, peak } });
await engine.close();
process.disconnect();

function bareParseOf(texts: readonly string[]): number {
  const begun = processorTime();
  for (const text of texts) new Parser({}).end(text);
  return processorTime() - begun;
}

/** Milliseconds from another text of an open page to its regions: the median. */
async function medianEdit(site: EngineHandle, page: string): Promise<number> {
  const text = readFileSync(join(folder, page), 'utf8');
  const times: number[] = [];
  for (let version = 1; version <= EDITS; version++) {
    const begun = processorTime();
    await new Promise<void>(resolve => {
      const stop = site.onEvent(event => {
        if (event.event !== 'regions' || event.version !== version) return;
        stop();
        resolve();
      });
      site.send({ command: 'text', page, version, text: text.replace(/revision \d+/, `revision ${version}`) });
    });
    times.push(processorTime() - begun);
    await site.idle();
  }
  return times.sort((a, b) => a - b)[EDITS >> 1]!;
}

/** Milliseconds of processor time of this process. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
