// What findings cost beside labels: times of pairs, run right after one another.
import { defaultSettings } from 'templens-shared/settings';
import { type EngineHandle, startEngine } from '../../server/src/site/engine-handle.ts';

/**
 * Processor times of `check` of whole sites together, as a share of those of `classify`, one pair a run; the first pair warms the code up.
 * Other load disturbs processor time less than the clock's.
 */
export async function checkByClassify(roots: readonly string[], runs: number): Promise<number[]> {
  const ratios: number[] = [];
  for (let run = -1; run < runs; run++) {
    let classify = 0;
    let check = 0;
    for (const root of roots) {
      classify += await processorTime(async () => {
        const engine = open(root, { labels: true, checks: false });
        await engine.idle();
        return engine;
      });
      check += await processorTime(async () => {
        const engine = open(root, { labels: false, checks: true });
        await engine.query({ kind: 'check' });
        return engine;
      });
    }
    if (run >= 0) ratios.push(check / classify);
  }
  return ratios;
}

/**
 * For edits that make and undo a difference of an open page: the time to its new findings, as a share of the time to its new regions. The
 * first edits warm the code up.
 */
export async function findingsByRegions(
  root: string,
  page: string,
  texts: readonly [string, string],
  edits: number,
): Promise<number[]> {
  const engine = open(root, { labels: false, checks: true });
  engine.send({ command: 'text', page, version: 0, text: texts[0] });
  await engine.idle();
  const ratios: number[] = [];
  for (let version = 1; version <= edits + 5; version++) {
    const { regions, findings } = await edit(engine, page, version, texts[version % 2]!);
    if (version > 5) ratios.push(findings / regions);
    await engine.idle();
  }
  await engine.close();
  return ratios;
}

function open(root: string, wanted: { labels: boolean; checks: boolean }): EngineHandle {
  const engine = startEngine();
  engine.send({ command: 'open', root, settings: { ...defaultSettings, threads: 1 }, ...wanted });
  return engine;
}

/** Microseconds of processor time. */
async function processorTime(work: () => Promise<EngineHandle>): Promise<number> {
  const start = process.cpuUsage();
  const engine = await work();
  const { user, system } = process.cpuUsage(start);
  await engine.close();
  return user + system;
}

/** Milliseconds from an edit to the first regions of that version, and to its findings. */
function edit(engine: EngineHandle, page: string, version: number, text: string): Promise<{ regions: number; findings: number }> {
  const start = performance.now();
  return new Promise(resolve => {
    let regions = 0;
    const stop = engine.onEvent(event => {
      if (event.event !== 'regions' && event.event !== 'diagnostics') return;
      if (event.page !== page || event.version !== version) return;
      if (event.event === 'regions' && regions === 0) regions = performance.now() - start;
      if (event.event !== 'diagnostics') return;
      stop();
      // The findings may come first: what deviates is said with the regions.
      const findings = performance.now() - start;
      resolve({ regions: regions || findings, findings });
    });
    engine.send({ command: 'text', page, version, text });
  });
}
