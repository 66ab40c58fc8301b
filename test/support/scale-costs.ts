// How the cost of a page grows with the number of pages: a generated site grows, and each size is measured in a process of its own.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { markdownTable } from '../../server/src/lab/report/markdown-table.ts';
import { BenchProgress } from './bench-progress.ts';
import { generatedPage, generatedPath, type SiteShape } from './generated-site.ts';

/** What a site of one size costs. Times are processor time. */
export interface SizeCosts {
  readonly pages: number;
  readonly sourceBytes: number;
  /** Milliseconds for all pages; the bare parse is measured on a sample right before and after the others. */
  readonly bareParse: number;
  readonly index: number;
  readonly labels: number;
  /** Milliseconds of the median edit, from the text to its regions. */
  readonly edit: number;
  /** Bytes of live objects and buffers when all is indexed. */
  readonly kept: number;
  /** Largest resident size of the process, in bytes. */
  readonly peak: number;
}

/** What the process that measures a size reports. */
export type ScaleMessage =
  | { readonly progress: string; readonly done: number; readonly total: number }
  | { readonly costs: Omit<SizeCosts, 'pages' | 'sourceBytes'> };

/** The machine that must do: V8 gives the heap of a process 2 GB there. */
const HEAP_MEGABYTES = 2048;
const MOST_RESIDENT = 8e9;
/** Most growth of a page's cost from the smallest size to any other. */
const MOST_GROWTH = 1.5;
const layouts = 5;

/** The sizes that are measured on the way to a site of `pages` pages. */
export function sizesUpTo(pages: number): number[] {
  return [...[1000, 10_000].filter(size => size < pages), pages];
}

/**
 * Costs of a generated site at each of these sizes, in ascending order. Its pages are written one by one into a temporary folder. Throws
 * where a size cannot be measured, such as when memory does not suffice.
 */
export async function scaleCosts(sizes: readonly number[]): Promise<SizeCosts[]> {
  const progress = new BenchProgress();
  const root = mkdtempSync(join(tmpdir(), 'templens-scale-'));
  const costs: SizeCosts[] = [];
  let written = 0;
  let sourceBytes = 0;
  try {
    for (const pages of sizes) {
      for (; written < pages; written++) {
        if (written % 100 === 0) progress.show(`Writing ${pages} pages`, written, pages);
        sourceBytes += writePage({ pages, layouts, seed: 1 }, root, written);
      }
      costs.push({ pages, sourceBytes, ...(await measured(root, pages, progress)) });
    }
  } finally {
    progress.clear();
    rmSync(root, { recursive: true, force: true });
  }
  return costs;
}

/** Returns the bytes of the page. */
function writePage(shape: SiteShape, root: string, index: number): number {
  const file = join(root, generatedPath(shape, index));
  const text = generatedPage(shape, index);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return Buffer.byteLength(text);
}

async function measured(root: string, pages: number, progress: BenchProgress): Promise<Omit<SizeCosts, 'pages' | 'sourceBytes'>> {
  const file = fileURLToPath(new URL('scale-process.js', import.meta.url));
  const execArgv = [`--max-old-space-size=${HEAP_MEGABYTES}`];
  const child = fork(file, [root], { execArgv, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let complaint = '';
  child.stderr?.on('data', text => {
    complaint = `${complaint}${text}`.slice(-2000);
  });
  let costs: Omit<SizeCosts, 'pages' | 'sourceBytes'> | undefined;
  child.on('message', (message: ScaleMessage) => {
    if ('costs' in message) costs = message.costs;
    else progress.show(`${message.progress} ${pages} pages`, message.done, message.total);
  });
  await once(child, 'close');
  if (!costs) throw new Error(`${pages} pages cannot be measured with a heap of ${HEAP_MEGABYTES} MB: ${complaint.trim()}`);
  return costs;
}

interface Column {
  readonly name: string;
  readonly of: (costs: SizeCosts) => number;
  readonly digits: number;
}

const columns: readonly Column[] = [
  { name: 'cold index, bare parses', of: costs => costs.index / costs.bareParse, digits: 2 },
  { name: 'with labels, bare parses', of: costs => (costs.index + costs.labels) / costs.bareParse, digits: 2 },
  { name: 'index and labels of a page, ms', of: costs => (costs.index + costs.labels) / costs.pages, digits: 2 },
  { name: 'edit to regions, ms', of: costs => costs.edit, digits: 2 },
  { name: 'memory, bytes a source byte', of: costs => costs.kept / costs.sourceBytes, digits: 2 },
  { name: 'peak resident, MB', of: costs => costs.peak / 1e6, digits: 0 },
];

/** A row a size, and the growth of each cost of a page from the first size to the last, as a Markdown table. */
export function scaleTable(all: readonly SizeCosts[]): string {
  const head = ['pages', ...columns.map(({ name }) => name)];
  const rows = all.map(costs => [String(costs.pages), ...columns.map(({ of, digits }) => of(costs).toFixed(digits))]);
  const [first, last] = [all[0]!, all.at(-1)!];
  const growth = columns.map(({ of }) => `x ${(of(last) / of(first)).toFixed(2)}`);
  // The resident size grows with the pages; what a page takes of it is what is compared.
  growth[growth.length - 1] = `x ${(last.peak / last.pages / (first.peak / first.pages)).toFixed(2)} a page`;
  return markdownTable(head, [...rows, [`growth from ${first.pages}`, ...growth]]);
}

/** A sentence for each bar that is missed. */
export function missedScale(all: readonly SizeCosts[]): string[] {
  const first = all[0]!;
  const limited: readonly Column[] = columns.filter(({ name }) => /^(?:with labels|memory)/.test(name));
  return all.flatMap(costs => [
    ...(costs.peak > MOST_RESIDENT ? [`${costs.pages} pages take more than 8 GB.`] : []),
    ...limited
      .filter(({ of }) => of(costs) > MOST_GROWTH * of(first))
      .map(({ name }) => `${name}: a page of ${costs.pages} costs more than ${MOST_GROWTH} times that of ${first.pages}.`),
  ]);
}
