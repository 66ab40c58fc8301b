// Measures what each threshold of core decides: labels, layouts, parts and findings with the value as it is, halved and doubled. Every value
// has a bundle and a process of its own. Prints a table for each room: the figures as they are, then the changes at half / at double.
// usage: npm run thresholds [-- [--room NAME]... [--threshold NAME]... [--sites NAME,NAME | --all] [--update]]
// --threshold measures these entries only
// --sites or --all replaces the default sites, every fifth of the corpus by name; --update writes the tables into docs/lab/thresholds.md
// exit code: 2 wrong usage; 0 without a corpus, after one line
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { markdownTable } from '../../server/src/lab/report/markdown-table.ts';
import { BenchProgress } from '../support/bench-progress.ts';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';
import type { ProductFigures } from '../support/product-figures.ts';
import { writeMarked } from '../support/replace-tables.ts';
import { mean } from '../support/score-parts.ts';
import {
  halfAndDouble,
  replaceThreshold,
  roomNames,
  type Threshold,
  tablePath,
  thresholdsOf,
} from '../support/threshold-tables.ts';

const document = 'docs/lab/thresholds.md';
/** In the document, the table of a room stands between comments with the room's name. */
const marks = { counts: 'counts', layouts: 'layouts', labels: 'labels', parts: 'parts' } as const;
const SITE_STEP = 5;
/** Milliseconds. A value with which the program takes longer fails. */
const LONGEST_RUN = 300_000;

const { values } = parseArgs({
  options: {
    room: { type: 'string', multiple: true },
    threshold: { type: 'string', multiple: true },
    sites: { type: 'string' },
    all: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
  },
});
const rooms = roomNames.filter(name => values.room?.includes(name) ?? true);
const unknownRoom = values.room?.find(name => !(roomNames as readonly string[]).includes(name));
if (unknownRoom !== undefined) fail(`--room ${unknownRoom}: no such table of thresholds. There are ${roomNames.join(', ')}.`);
const entries = roomNames.flatMap(room => thresholdsOf(room, readFileSync(tablePath(room), 'utf8')).map(({ name }) => name));
const unknownEntry = values.threshold?.find(name => !entries.includes(name));
if (unknownEntry !== undefined) fail(`--threshold ${unknownEntry}: no such threshold. There are ${entries.join(', ')}.`);
if (values.sites !== undefined && values.all) fail('Give --sites or --all.');
if (values.update && (values.sites !== undefined || values.all || values.threshold))
  fail('--update measures whole tables on the default sites: remove --sites, --all and --threshold.');
if (!corpusAvailable) process.exit(0);
const corpus = corpusSites();
const asked = values.sites?.split(',') ?? corpus.filter((_, at) => values.all || at % SITE_STEP === 0).map(({ name }) => name);
const unknownSite = asked.find(name => !corpus.some(site => site.name === name));
if (unknownSite !== undefined)
  fail(`--sites ${unknownSite}: the corpus has no such site. It has ${corpus.map(({ name }) => name).join(', ')}.`);
const sites = corpus.filter(({ name }) => asked.includes(name));

const figureNames = ['labels', 'layouts', 'parts', 'findings'] as const;
/** Means over the sites; of findings, their number on all sites. */
type Figures = Record<(typeof figureNames)[number], number> & { answers: string };

const progress = new BenchProgress();
const folder = mkdtempSync(join(tmpdir(), 'templens-thresholds-'));
const [program, goldFile] = [join(folder, 'threshold-process.cjs'), join(folder, 'gold.json')];
try {
  await measureRooms();
} finally {
  progress.clear();
  rmSync(folder, { recursive: true });
}

async function measureRooms(): Promise<void> {
  const nodes = sites.map(site => [site.name, Object.fromEntries([...site.pages.keys()].map(page => [page, site.nodes(page)]))]);
  writeFileSync(goldFile, JSON.stringify(Object.fromEntries(nodes)));
  await bundle();
  const asItIs = await figures();
  console.log(`On ${sites.map(({ name }) => name).join(', ')}.`);
  for (const room of rooms) {
    const thresholds = thresholdsOf(room, readFileSync(tablePath(room), 'utf8')).filter(({ name }) => isAsked(name));
    if (thresholds.length === 0) continue;
    const rows = [['as they are', '', '', ...figureNames.map(name => digits(name, asItIs[name])), '']];
    for (const [at, threshold] of thresholds.entries()) {
      progress.show(room, at, thresholds.length);
      rows.push(await rowOf(threshold, asItIs));
    }
    progress.clear();
    const table = markdownTable(['threshold', 'value', 'unit', ...figureNames, 'note'], rows);
    console.log(`\n${room}\n\n${table}`);
    if (values.update) writeMarked(document, marks[room], table);
  }
}

function isAsked(name: string): boolean {
  return values.threshold?.includes(name) ?? true;
}

async function rowOf(threshold: Threshold, asItIs: Figures): Promise<string[]> {
  const variants: (Figures | 'fails' | undefined)[] = [];
  for (const value of halfAndDouble(threshold)) {
    if (value !== undefined) await bundle(threshold, value);
    variants.push(value === undefined ? undefined : await figures().catch(failed));
  }
  const change = (variant: (typeof variants)[number], name: (typeof figureNames)[number]): string => {
    if (variant === undefined) return '–';
    if (variant === 'fails') return 'fails';
    const difference = variant[name] - asItIs[name];
    return difference === 0 ? '0' : `${difference > 0 ? '+' : ''}${digits(name, difference)}`;
  };
  const cells = figureNames.map(name => variants.map(variant => change(variant, name)));
  const isChanged = cells.some(pair => pair.some(cell => cell !== '0' && cell !== '–'));
  const isSame = variants.every(variant => variant === undefined || (variant !== 'fails' && variant.answers === asItIs.answers));
  return [
    threshold.name,
    String(threshold.value),
    threshold.unit,
    ...cells.map(pair => (pair.every(cell => cell === '0' || cell === '–') ? '' : pair.join(' / '))),
    isSame ? 'no effect here' : isChanged ? '' : 'other answers only',
  ];
}

function failed(error: Error): 'fails' {
  console.error(error.message);
  return 'fails';
}

/** Bundles the measuring program, with another value of a threshold if one is given. */
async function bundle(threshold?: Threshold, value?: number): Promise<void> {
  let replaced = 0;
  const replacing: Plugin = {
    name: 'replace threshold',
    setup({ onLoad }) {
      onLoad({ filter: /thresholds\.ts$/ }, ({ path }) => {
        if (!threshold || path !== resolve(tablePath(threshold.room))) return undefined;
        replaced++;
        return { contents: replaceThreshold(readFileSync(path, 'utf8'), threshold.name, value!), loader: 'ts' };
      });
    },
  };
  await build({
    entryPoints: ['test/bench/threshold-process.ts'],
    ...{ bundle: true, platform: 'node', format: 'cjs', mainFields: ['module', 'main'], logLevel: 'warning' },
    outfile: program,
    plugins: [replacing],
  });
  if (threshold && replaced !== 1) throw new Error(`${tablePath(threshold.room)} was replaced ${replaced} times, not once.`);
}

/** The figures of the program that was bundled last. */
async function figures(): Promise<Figures> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, goldFile], { timeout: LONGEST_RUN });
  const measured = JSON.parse(stdout) as ProductFigures[];
  return {
    labels: mean(measured.map(({ labels }) => labels)),
    layouts: mean(measured.map(({ layouts }) => layouts)),
    parts: mean(measured.map(({ parts }) => parts)),
    findings: measured.reduce((sum, { findings }) => sum + findings, 0),
    answers: measured.map(({ answers }) => answers).join(' '),
  };
}

function digits(name: (typeof figureNames)[number], figure: number): string {
  return name === 'findings' ? String(figure) : figure.toFixed(3);
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}
