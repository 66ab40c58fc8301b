// How long the product takes, in units of the work that everybody has to do: htmlparser2's parser with an empty handler over the same
// text in the same run. usage: node test/bench/dist/bench.js [--json] [--smoke] [--update] [--repetitions N]
// `--update` writes what is printed into docs/lab/performance.md. Instead of all that,
// `--memory [--pages N]` prints what each structure of the model holds, and ends with code 1 where the heap snapshot and the model's own
// arithmetic differ by more than 10 %; `--pages N` prints how the costs of a page grow from 1,000 pages to N, and ends with code 1 where
// they grow too much; `--peers` prints the processor time of other programs on the pages of the corpus; `--extractors [--models FOLDER]
// [--benchmarks FOLDER] [--site NAME]...` compares content extractors, with `--update` in docs/lab/content-extraction.md.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Parser } from 'htmlparser2';
import { defaultSettings, type Settings } from 'templens-shared/settings';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { type EngineHandle, startEngine } from '../../server/src/site/engine-handle.ts';
import { garbageCollector, liveBytes } from '../../server/src/site/garbage-collector.ts';
import { checkByClassify, findingsByRegions } from '../support/check-costs.ts';
import { corpusFolder, isCorpusThere } from '../support/corpus.ts';
import { editorCosts } from '../support/editor-costs.ts';
import { extractorFigures, extractorTables } from '../support/extractor-tables.ts';
import { generatedPage, generatedPath, type SiteShape, writeGeneratedSite } from '../support/generated-site.ts';
import { labelCosts } from '../support/label-costs.ts';
import { agrees, memoryCosts, memoryTable } from '../support/memory-costs.ts';
import { peerCosts, peerSites, peerTable } from '../support/peer-costs.ts';
import { serverMemory, watchMemory } from '../support/process-memory.ts';
import { writeMarked } from '../support/replace-tables.ts';
import { missedScale, scaleCosts, scaleTable, sizesUpTo } from '../support/scale-costs.ts';
import { warmByCold } from '../support/warm-costs.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    smoke: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
    memory: { type: 'boolean', default: false },
    pages: { type: 'string' },
    peers: { type: 'boolean', default: false },
    extractors: { type: 'boolean', default: false },
    models: { type: 'string' },
    benchmarks: { type: 'string' },
    site: { type: 'string', multiple: true },
    repetitions: { type: 'string' },
  },
});
const smoke = values.smoke;
const repetitions = Number(values.repetitions ?? (smoke ? 2 : 7));
const edits = smoke ? 4 : 30;
const sizes = smoke ? { small: 50, middle: 60, large: 100 } : { small: 100, middle: 1000, large: 10000 };

/** Of the bundle beside the command line: the engine runs in the bundle of the benchmarks here. */
const parseWorker = new URL('../../../server/dist/parse-worker.js', import.meta.url);

/** Most bare parses that a cold index may take. */
const bars = { oneThread: 1.6, twoThreads: 1.1, labels: 3 };
/**
 * By the beginning of a figure's name, the most that is accepted where the bar is not reached: what was measured, and a fifth more.
 * docs/lab/performance.md tells what was tried.
 */
const accepted: Readonly<Record<string, number>> = {
  'cold index of': 5.9,
  'cold index and labels of': 9.4,
  'peak resident size of': 1375,
  'edit to regions': 2.8,
  'the same of 5 real sites': 2.5,
};
/** Sites of the corpus whose checks are measured, beside other programs with `--peers`. */
const realSites = ['velocity-javadoc', 'httpd-manual-fr', 'aria-practices', 'naucse', 'dotgnu'];

const bin = fileURLToPath(new URL('../../../server/bin/templens.js', import.meta.url));

/** A measured figure and the bar it is held to. */
interface Figure {
  name: string;
  value: number;
  unit: string;
  bar?: number;
  /** Quartiles of the single measurements. */
  quartiles?: [number, number];
}
const figures: Figure[] = [];

// No other figure is to depend on what an earlier run kept.
process.env.TEMPLENS_CACHE = '';

const collectGarbage = garbageCollector();

if (values.memory) {
  const shape = { pages: Number(values.pages ?? 1000), layouts: 5, seed: 1 };
  const index = await memoryCosts(shape, false);
  const checked = await memoryCosts(shape, true);
  if (values.json) console.log(JSON.stringify({ index, checked }, null, 2));
  else print('memory', `Index:\n\n${memoryTable(index)}\n\nWith labels and checks:\n\n${memoryTable(checked)}`);
  process.exit(agrees(index) && agrees(checked) ? 0 : 1);
}
if (values.peers) {
  if (!isCorpusThere) process.exit(3);
  const costs = await peerCosts(peerSites(realFolders()), repetitions);
  if (values.json) console.log(JSON.stringify(costs, null, 2));
  else print('peers', peerTable(costs));
  process.exit(0);
}
if (values.extractors) {
  if (!isCorpusThere) process.exit(3);
  const { models, benchmarks, site: sites } = values;
  const warn = (sentence: string): void => console.error(sentence);
  const found = await extractorFigures({ models, benchmarks, sites, repetitions: Number(values.repetitions ?? 2), warn });
  if (values.json) console.log(JSON.stringify(found, null, 2));
  else print('extractors in one run', `Measured on ${processor()}.\n\n${extractorTables(found)}`, 'content-extraction');
  process.exit(0);
}
if (values.pages !== undefined) {
  const pages = Number(values.pages);
  if (!Number.isSafeInteger(pages) || pages < 10) {
    console.error(`--pages ${values.pages}: give a whole number of at least 10.`);
    process.exit(2);
  }
  const costs = await scaleCosts(sizesUpTo(pages));
  const missed = missedScale(costs);
  if (values.json) console.log(JSON.stringify({ costs, missed }, null, 2));
  else print('scale', scaleTable(costs));
  for (const sentence of missed) console.error(sentence);
  process.exit(missed.length > 0 ? 1 : 0);
}

const folder = mkdtempSync(join(tmpdir(), 'templens-bench-'));
try {
  await measure();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const missed = smoke
  ? []
  : figures.filter(figure => figure.value > (acceptedOf(figure) ?? figure.bar ?? Number.POSITIVE_INFINITY));
if (values.json) {
  const names = missed.map(figure => figure.name);
  console.log(JSON.stringify({ machine: processor(), repetitions, pages: sizes, smoke, figures, missed: names }, null, 2));
} else print('bench', `Measured on ${processor()}; ${repetitions} repetitions.\n\n${table()}`);
if (missed.length > 0) {
  console.error(`Missed: ${missed.map(figure => figure.name).join('; ')}`);
  process.exitCode = 1;
}

/** With `--update`, also replaces what the document has under this name. */
function print(name: string, tables: string, document = 'performance'): void {
  console.log(tables);
  if (values.update) writeMarked(new URL(`../../../docs/lab/${document}.md`, import.meta.url), name, tables);
}

function processor(): string {
  return `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}`;
}

function acceptedOf({ name, value, bar }: Figure): number | undefined {
  if (bar === undefined || value <= bar) return undefined;
  return Object.entries(accepted).find(([beginning]) => name.startsWith(beginning))?.[1];
}

function table(): string {
  const rows = figures.map(figure => {
    const { name, value, unit, bar, quartiles } = figure;
    const spread = quartiles ? quartiles.map(q => q.toFixed(2)).join(' - ') : '';
    const limits = [bar, acceptedOf(figure)].map(limit => limit?.toFixed(2) ?? '');
    return `| ${name} | ${value.toFixed(2)} ${unit} | ${limits.join(' | ')} | ${spread} |`;
  });
  return ['| figure | median | bar | accepted | quartiles |', '| --- | --: | --: | --: | --: |', ...rows].join('\n');
}

async function measure(): Promise<void> {
  const shape = (pages: number): SiteShape => ({ pages, layouts: 5, seed: 1 });
  const roots = Object.fromEntries(
    Object.entries(sizes).map(([name, pages]) => [name, join(folder, `${name}-${pages}`)]),
  ) as Record<keyof typeof sizes, string>;
  for (const name of ['small', 'middle', 'large'] as const) writeGeneratedSite(shape(sizes[name]), roots[name]);
  const texts = Array.from({ length: sizes.middle }, (_, i) =>
    readFileSync(join(roots.middle, generatedPath(shape(sizes.middle), i)), 'utf8'),
  );
  const sourceBytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

  await measureWholeSite(roots.middle, texts, sourceBytes);
  await measureLargeSite(roots.large, shape(sizes.large));
  await measureProcesses(roots.large, shape(sizes.large));
  await measureWarmStarts(roots);
  await measureEdits(roots, shape(sizes.middle));
  await measureSwitch(roots.large, shape(sizes.large));
  measureLabels();
  await measureChecks(roots.middle, shape(sizes.middle));
  await measureEditor(roots.middle, shape(sizes.middle));
}

/** What an editor waits for. The site has other texts afterwards. */
async function measureEditor(root: string, shape: SiteShape): Promise<void> {
  const { regions, renames, hovers } = await editorCosts(bin, root, shape, edits * 3);
  const figure = (name: string, list: number[], share: number, bar: number): Figure => ({
    name,
    value: quantile(list, share),
    unit: 'ms',
    bar,
    quartiles: quartiles(list),
  });
  figures.push(
    figure(`didChange to regions, ${shape.pages} pages, 95th percentile`, regions, 0.95, 50),
    figure(`hover while ${shape.pages} files change, 95th percentile`, hovers, 0.95, 200),
    figure(`willRenameFiles of a page of ${shape.pages}`, renames, 0.5, 1000),
  );
}

/** Findings in units of labels and regions, whose work they build on. */
async function measureChecks(root: string, shape: SiteShape): Promise<void> {
  const page = generatedPath(shape, 3);
  const text = generatedPage(shape, 3);
  const drifted = text.replace(/<footer[\s\S]*<\/footer>/, '');
  const whole = await checkByClassify([root], repetitions);
  const edited = await findingsByRegions(root, page, [text, drifted], edits);
  const unit = 'times';
  const name = `check of ${shape.pages} pages, by classify, in processor time`;
  figures.push({ name, value: median(whole), unit, bar: 2, quartiles: quartiles(whole) });
  const real = realFolders();
  if (real.length > 0 && !smoke) {
    const ratios = await checkByClassify(real, repetitions);
    const together = `the same of ${real.length} real sites together`;
    figures.push({ name: together, value: median(ratios), unit, bar: 2, quartiles: quartiles(ratios) });
  }
  const afterEdit = 'edit to findings of the page, by edit to regions';
  figures.push({ name: afterEdit, value: median(edited), unit, bar: 2, quartiles: quartiles(edited) });
}

/** The folders of the sites of the corpus that are measured, as far as they are there. */
function realFolders(): string[] {
  return realSites.map(site => join(corpusFolder, site, 'pages')).filter(existsSync);
}

/** The labels of one page, out of counts that are there. */
function measureLabels(): void {
  const { milliseconds, ratios, nodes } = labelCosts(1200, repetitions * 2);
  figures.push({
    name: `labels of a page of ${nodes} nodes`,
    value: median(milliseconds),
    unit: 'ms',
    bar: 1,
    quartiles: quartiles(milliseconds),
  });
  figures.push({ name: 'the same', value: median(ratios), unit: 'x bare parse of the page', quartiles: quartiles(ratios) });
}

/** Work on a whole site in units of the bare parse of the same texts, which is measured anew right before each. */
async function measureWholeSite(root: string, texts: readonly string[], sourceBytes: number): Promise<void> {
  const base: number[] = [];
  const ratios = { trees: [] as number[], one: [] as number[], two: [] as number[], labels: [] as number[] };
  const processorRatios: number[] = [];
  const memory: number[] = [];
  for (let run = -1; run < repetitions; run++) {
    const measureOne = async <T>(name: keyof typeof ratios, work: () => T | Promise<T>, after?: (result: T) => Promise<void>) => {
      collectGarbage();
      const processorStart = processorTime();
      const bare = await time(() => bareParse(texts));
      const processorBare = processorTime() - processorStart;
      collectGarbage();
      const workStart = processorTime();
      let workEnd = workStart;
      const spent = await time(work, async result => {
        workEnd = processorTime();
        await after?.(result);
      });
      if (run < 0) return; // The first round warms the code up.
      base.push(bare);
      ratios[name].push(spent / bare);
      if (name === 'one') processorRatios.push((workEnd - workStart) / processorBare);
    };
    await measureOne('trees', () => {
      for (const text of texts) parsePage(text);
    });
    const before = liveBytes(collectGarbage);
    await measureOne(
      'one',
      () => open(root, { threads: 1 }),
      async engine => {
        if (run >= 0) memory.push((liveBytes(collectGarbage) - before) / sourceBytes);
        await engine.close();
      },
    );
    await measureOne(
      'two',
      () => open(root, { threads: 2 }),
      engine => engine.close(),
    );
    await measureOne(
      'labels',
      () => open(root, { threads: 1 }, true),
      engine => engine.close(),
    );
  }
  const site = `${texts.length} pages`;
  const figure = (name: string, list: number[], bar?: number): Figure => ({
    name,
    value: median(list),
    unit: 'x bare parse',
    ...(bar === undefined ? {} : { bar }),
    quartiles: quartiles(list),
  });
  figures.push(figure(`page trees of ${site}, with hashes`, ratios.trees));
  figures.push(figure(`cold index of ${site}, one thread`, ratios.one, bars.oneThread));
  figures.push(figure('the same in processor time, which other load disturbs less', processorRatios));
  figures.push(figure(`cold index of ${site}, two threads`, ratios.two, bars.twoThreads));
  figures.push(figure(`cold index and labels of ${site}, one thread`, ratios.labels, bars.labels));
  figures.push({
    name: 'index memory',
    value: median(memory),
    unit: 'bytes a source byte',
    bar: 1,
    quartiles: quartiles(memory),
  });
  figures.push({ name: 'bare parse', value: sourceBytes / 1e3 / median(base), unit: 'MB/s' });
}

/** The cold index of the large site: a page costs as much as in the smaller one. */
async function measureLargeSite(root: string, shape: SiteShape): Promise<void> {
  const texts = Array.from({ length: shape.pages }, (_, i) => readFileSync(join(root, generatedPath(shape, i)), 'utf8'));
  const ratios: Record<1 | 2, number[]> = { 1: [], 2: [] };
  for (let run = 0; run < Math.min(repetitions, 3); run++) {
    for (const threads of [1, 2] as const) {
      collectGarbage();
      const bare = await time(() => bareParse(texts));
      const close = (engine: EngineHandle) => engine.close();
      ratios[threads].push((await time(() => open(root, { threads }), close)) / bare);
    }
  }
  for (const [threads, bar] of [
    [1, bars.oneThread],
    [2, bars.twoThreads],
  ] as const) {
    const name = `cold index of ${shape.pages} pages, ${threads === 1 ? 'one thread' : 'two threads'}`;
    figures.push({ name, value: median(ratios[threads]), unit: 'x bare parse', bar, quartiles: quartiles(ratios[threads]) });
  }
}

/** Starts on an unchanged site, with what the run before kept, by the run before. */
async function measureWarmStarts(roots: Record<'middle' | 'large', string>): Promise<void> {
  for (const [size, command] of [
    ['large', 'groups'],
    ['middle', 'check'],
    ['middle', 'watch'],
  ] as const) {
    const ratios = await warmByCold(bin, command, roots[size], repetitions);
    const name = `warm start of ${sizes[size]} pages (${command}), by cold start, in processor time`;
    figures.push({ name, value: median(ratios), unit: 'times', bar: 0.2, quartiles: quartiles(ratios) });
  }
}

/** A tenth of the pages have other texts at once, by a cold index; both in processor time. */
async function measureSwitch(root: string, shape: SiteShape): Promise<void> {
  const ratios: number[] = [];
  for (let run = 0; run < Math.min(repetitions, 3); run++) {
    collectGarbage();
    const start = processorTime();
    const engine = await open(root, { threads: 1 });
    const cold = processorTime() - start;
    for (let index = 0; index < shape.pages; index += 10)
      writeFileSync(join(root, generatedPath(shape, index)), generatedPage(shape, index, { revision: run + 1 }));
    const changed = processorTime();
    engine.send({ command: 'rescan' });
    await engine.idle();
    ratios.push((processorTime() - changed) / cold);
    await engine.close();
  }
  const name = `a switch of ${shape.pages / 10} of ${shape.pages} pages, by cold index, in processor time`;
  figures.push({ name, value: median(ratios), unit: 'times', bar: 0.3, quartiles: quartiles(ratios) });
}

/** What `watch` and the language server take of the machine on the large site. */
async function measureProcesses(root: string, shape: SiteShape): Promise<void> {
  const peaks = { watch: await watchMemory(bin, root), lsp: await serverMemory(bin, root, shape) };
  for (const [command, peak] of Object.entries(peaks)) {
    if (peak === undefined) continue;
    figures.push({ name: `peak resident size of ${command}, ${shape.pages} pages`, value: peak / 1e6, unit: 'MB', bar: 600 });
  }
}

/**
 * From an edit of an open 40 KB page to the message with its new regions, in sites of three sizes; the edits are interleaved. One page of each
 * layout is edited, one after the other: a page that stands for parts, or whose scores are pooled, takes longer than others.
 */
async function measureEdits(roots: Record<keyof typeof sizes, string>, shape: SiteShape): Promise<void> {
  const names = ['small', 'middle', 'large'] as const;
  const engines = new Map<(typeof names)[number], EngineHandle>();
  for (const name of names) engines.set(name, await open(roots[name], { threads: 1 }));
  const times: Record<(typeof names)[number], number[]> = { small: [], middle: [], large: [] };
  const bare: number[] = [];
  for (let index = 3; index < 11 * shape.layouts; index += 11) {
    const page = generatedPath(shape, index);
    let scale = 1;
    while (generatedPage(shape, index, { articleScale: scale }).length < 40_000) scale += 0.05;
    for (let version = 1; version <= edits + 5; version++) {
      const text = generatedPage(shape, index, { articleScale: scale, revision: version });
      const warm = version > 5;
      const parse = await time(() => bareParse([text]));
      if (warm) bare.push(parse);
      for (const name of names) {
        const engine = engines.get(name)!;
        const spent = await time(() => edit(engine, page, version, text));
        if (warm) times[name].push(spent);
        await engine.idle();
      }
    }
  }
  for (const engine of engines.values()) await engine.close();

  const allowed = 1.5 * median(bare) + 2;
  figures.push({ name: 'bare parse of the edited 40 KB page', value: median(bare), unit: 'ms', quartiles: quartiles(bare) });
  for (const name of names) {
    const list = times[name];
    const quarters = quartiles(list);
    figures.push({
      name: `edit to regions, ${sizes[name]} pages`,
      value: median(list),
      unit: 'ms',
      bar: allowed,
      quartiles: quarters,
    });
  }
  const growth = median(times.large) / median(times.small);
  figures.push({ name: `the same, growth from ${sizes.small} to ${sizes.large} pages`, value: growth, unit: 'times', bar: 1.3 });
}

function bareParse(texts: readonly string[]): void {
  for (const text of texts) new Parser({}).end(text);
}

/** A new engine that has the whole site: indexed, and with `labels` every page labelled and checked. */
async function open(root: string, settings: Partial<Settings>, labels = false): Promise<EngineHandle> {
  const engine = startEngine({ parseWorker });
  const problems: string[] = [];
  engine.onEvent(event => {
    if (event.event === 'problem') problems.push(event.message);
  });
  engine.send({ command: 'open', root, settings: { ...defaultSettings, ...settings }, labels });
  await engine.idle();
  // Such as threads that do not start: something else would be measured.
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return engine;
}

/** Resolves when the regions of that version have come. */
function edit(engine: EngineHandle, page: string, version: number, text: string): Promise<void> {
  return new Promise(resolve => {
    const stop = engine.onEvent(event => {
      if (event.event !== 'regions' || event.page !== page || event.version !== version) return;
      stop();
      resolve();
    });
    engine.send({ command: 'text', page, version, text });
  });
}

/** Milliseconds that the work takes; `afterwards` gets its result and does not count. */
async function time<T>(work: () => T | Promise<T>, afterwards?: (result: T) => Promise<void>): Promise<number> {
  const start = performance.now();
  const result = await work();
  const spent = performance.now() - start;
  await afterwards?.(result);
  return spent;
}

/** Milliseconds of processor time that this process has had, its helper threads included. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

function quartiles(numbers: readonly number[]): [number, number] {
  return [quantile(numbers, 0.25), quantile(numbers, 0.75)];
}

function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * share)] ?? 0;
}
