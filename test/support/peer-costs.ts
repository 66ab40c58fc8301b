// Processor time of Templens and of programs of other people on the same real pages.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';
import { defaultSettings } from 'templens-shared/settings';
import { markdownTable } from '../../server/src/lab/report/markdown-table.ts';
import { startEngine } from '../../server/src/site/engine-handle.ts';
import { BenchProgress } from './bench-progress.ts';
import { peerModule } from './peers.ts';

/** A site: its folder, and the texts of its pages. */
export interface PeerSite {
  readonly root: string;
  readonly texts: readonly string[];
}

/** A program, with its processor time as a share of that of `templens check`, one for each pair of runs. */
export interface PeerCost {
  readonly name: string;
  readonly does: string;
  readonly ratios: readonly number[];
  /** Pages that it threw an error on; their time counts. */
  readonly failed: number;
}

/** The pages of sites, by their folders. */
export function peerSites(roots: readonly string[]): PeerSite[] {
  return roots.map(root => {
    const files = (readdirSync(root, { recursive: true }) as string[]).filter(file => /\.html?$/i.test(file)).sort();
    return { root, texts: files.map(file => readFileSync(join(root, file), 'utf8')) };
  });
}

const does: Readonly<Record<string, string>> = {
  'htmlparser2, no handler': 'finds tags and texts, keeps nothing: the bare parse of the other tables',
  parse5: 'builds the tree of the HTML standard, one page at a time',
  'linkedom + Readability': 'builds a DOM and extracts the main content, one page at a time',
  HTMLHint: 'checks its default rules, one page at a time',
  'html-validate': 'checks the rules `html-validate:recommended`, one page at a time',
  'templens classify': 'reads all pages of a site, groups them, labels every node as template or content',
};

/**
 * Costs of every program in pairs: a run of `templens check` of all sites beside one of the program, which of the two comes first alternates.
 * The first pair warms the code up and does not count.
 */
export async function peerCosts(sites: readonly PeerSite[], rounds: number): Promise<PeerCost[]> {
  const { work } = await peerModule<{ work: Record<string, (html: string) => unknown> }>('work.mjs');
  const texts = sites.flatMap(site => site.texts);
  const failed = new Map<string, Set<string>>();
  const onTexts = (name: string, run: (html: string) => unknown) => () => {
    for (const text of texts) {
      try {
        run(text);
      } catch {
        failed.set(name, (failed.get(name) ?? new Set()).add(text));
      }
    }
  };
  const runs: [string, () => unknown][] = [
    ['htmlparser2, no handler', onTexts('htmlparser2, no handler', text => new Parser({}).end(text))],
    ...Object.entries(work).map(([name, run]): [string, () => unknown] => [name, onTexts(name, run)]),
    ['templens classify', () => indexAll(sites, false)],
  ];
  const ours = (): unknown => indexAll(sites, true);
  const ratios = new Map(runs.map(([name]) => [name, [] as number[]]));
  const progress = new BenchProgress();
  for (let round = -1; round < rounds; round++) {
    for (const [at, [name, run]] of runs.entries()) {
      progress.show('Measuring pairs', (round + 1) * runs.length + at, (rounds + 1) * runs.length);
      const isFirst = (round + at) % 2 === 0;
      const before = isFirst ? await processorTime(run) : 0;
      const own = await processorTime(ours);
      const spent = isFirst ? before : await processorTime(run);
      if (round >= 0) ratios.get(name)!.push(spent / own);
    }
  }
  progress.clear();
  return [...ratios].map(([name, all]) => ({ name, does: does[name]!, ratios: all, failed: failed.get(name)?.size ?? 0 }));
}

/** The costs as a Markdown table, the cheapest first. */
export function peerTable(costs: readonly PeerCost[]): string {
  const rows = costs.map(({ name, does, ratios, failed }) => {
    const [low, middle, high] = [0.25, 0.5, 0.75].map(share => quantile(ratios, share));
    return { middle: middle!, row: [name, does, middle!.toFixed(3), `${low!.toFixed(3)} - ${high!.toFixed(3)}`, String(failed)] };
  });
  rows.push({
    middle: 1,
    row: ['templens check', 'all of `templens classify`, and compares every page with the others of its layout', '1', '', '0'],
  });
  return markdownTable(
    ['program', 'what it does', 'processor time, by `templens check`', 'quartiles', 'pages with an error'],
    rows.sort((a, b) => a.middle - b.middle).map(({ row }) => row),
  );
}

async function indexAll(sites: readonly PeerSite[], checks: boolean): Promise<void> {
  for (const { root } of sites) {
    const engine = startEngine();
    engine.send({ command: 'open', root, settings: { ...defaultSettings, threads: 1 }, labels: true, checks });
    await engine.idle();
    await engine.close();
  }
}

/** Microseconds of processor time of this process. */
async function processorTime(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * share)]!;
}
