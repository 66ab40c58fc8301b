// Compares distances between pages as Gottron (2008) does: the time of a distance matrix (figure 1), the Dunn index of known groups (table
// 1), and the Rand index of single linkage at thresholds (table 2), on the gold corpus. Prints tables in Markdown, with the published values.
// Times are processor times; quote their ratios. --update writes the tables into docs/lab/distances.md.
// usage: node test/bench/dist/distances.js [--update] [--pages N]      N: pages of each site's largest template (default: 12)
import { parseArgs } from 'node:util';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { randIndex } from '../../server/src/core/layouts/best-cut.ts';
import { thresholdFromGap } from '../../server/src/core/layouts/threshold-gap.ts';
import { markdownTable } from '../../server/src/lab/report/markdown-table.ts';
import { thresholds } from '../../server/src/lab/thresholds.ts';
import { fitGrowth } from '../../server/src/lab/workbench/statistics.ts';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';
import { generatedPage, generatedPath } from '../support/generated-site.ts';
import {
  type DistanceMatrix,
  type DistanceName,
  type DistancePage,
  distanceMatrix,
  distanceNames,
  dunnIndex,
  linkedGroups,
  pairDistances,
} from '../support/page-distances.ts';
import { writeMarked } from '../support/replace-tables.ts';

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '12' }, update: { type: 'boolean', default: false } },
});
if (!corpusAvailable) process.exit(3);

/** Table 1 of the paper. */
const publishedDunn: Record<DistanceName, number> = { RTDM: 0.466, CP: 1.169, CPS: 1.227, CTSS: 1.29 };
/** Table 2 of the paper; RTDM at the similarity of 80 % that it quotes from Reis and others. */
const publishedRand: Record<DistanceName, { threshold: number; clusters?: number; rand?: number }[]> = {
  RTDM: [{ threshold: 0.2 }],
  CP: [
    { threshold: 0.7, clusters: 5, rand: 1 },
    { threshold: 0.9, clusters: 3, rand: 0.76 },
  ],
  CPS: [{ threshold: 0.6, clusters: 5, rand: 1 }],
  CTSS: [{ threshold: 0.85, clusters: 5, rand: 1 }],
};
/** The thresholds that the groupings of these names have here. */
const ownThresholds: Partial<Record<DistanceName, number>> = {
  CP: thresholds.linkage.cp,
  CPS: thresholds.linkage.cps,
  CTSS: thresholds.linkage.ctss,
};

const digits = (value: number | undefined) => (value === undefined ? '' : value.toFixed(3));
const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;

const sites = corpusSites().map(site => ({
  name: site.name,
  pages: [...site.pages.keys()].map((path): DistancePage => {
    const source = site.read(path);
    return { path, source, tree: parsePage(source, { path }) };
  }),
  groups: [...site.pages.values()].map(({ group }) => group),
}));
/** As in the paper, one layout a site: of every site's largest template as many pages, evenly spread over its list. */
const each = Number(values.pages);
const mixed = sites.flatMap(({ name, pages, groups }) => {
  const largest = [...groupBy(pages, (_, at) => groups[at]!).values()].reduce((a, b) => (b.length > a.length ? b : a));
  const count = Math.min(each, largest.length);
  return Array.from({ length: count }, (_, at) => ({ site: name, page: largest[Math.floor((at * largest.length) / count)]! }));
});

const times = [matrixTimes(), pageSizeTimes()];
const mixedMatrices = matricesOf(mixed.map(({ page }) => page));
const siteMatrices = sites.map(({ name, pages }) => {
  console.error(`distances within ${name}`);
  return matricesOf(pages);
});
const tables = [...times, dunnTable(), randTable()].map(([head, ...rows]) => markdownTable(head!, rows));
console.log(tables.join('\n\n'));
const marks = ['time by pages', 'time by nodes', 'dunn', 'clusters'];
if (values.update) for (const [at, name] of marks.entries()) writeMarked('docs/lab/distances.md', name, tables[at]!);

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item, at: number) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const [at, item] of items.entries()) {
    const key = keyOf(item, at);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}

function matricesOf(pages: readonly DistancePage[]): Record<DistanceName, DistanceMatrix> {
  const entries = distanceNames.map(name => [name, distanceMatrix(name, pages)] as const);
  return Object.fromEntries(entries) as Record<DistanceName, DistanceMatrix>;
}

/** Processor milliseconds: the shortest of three times, or of as many as go into half a second. */
function milliseconds(work: () => void): number {
  const times: number[] = [];
  for (let sum = 0; times.length < 3 || sum < 500; ) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
    sum += Math.max(times.at(-1)!, 1);
  }
  return Math.max(0.01, Math.min(...times));
}

/** Figure 1: time by number of pages, drawn from all sites in turn. */
function matrixTimes(): string[][] {
  const longest = Math.max(...sites.map(({ pages }) => pages.length));
  const inTurn = Array.from({ length: longest }, (_, at) => sites.flatMap(({ pages }) => pages[at] ?? [])).flat();
  const counts = [40, 80, 160, 320];
  return timesBy(
    'pages',
    counts,
    counts.map(count => inTurn.slice(0, count)),
  );
}

/** Time by size of the pages: eight generated pages of one layout with ever longer articles. */
function pageSizeTimes(): string[][] {
  const shape = { pages: 8, layouts: 1, seed: 11 };
  const pages = [1, 2, 4, 8, 16].map(articleScale =>
    Array.from({ length: shape.pages }, (_, index): DistancePage => {
      const source = generatedPage(shape, index, { articleScale });
      const path = generatedPath(shape, index);
      return { path, source, tree: parsePage(source, { path }) };
    }),
  );
  const sizes = pages.map(list => mean(list.map(({ tree }) => tree.size)));
  return timesBy('nodes', sizes, pages);
}

/** Times of matrices as multiples of those of CP, and the exponents of their growth with `sizes`. */
function timesBy(title: string, sizes: readonly number[], pages: readonly DistancePage[][]): string[][] {
  const series = distanceNames.map(name => pages.map(list => milliseconds(() => void distanceMatrix(name, list))));
  const cp = series[distanceNames.indexOf('CP')]!;
  const growths = series.map(times => fitGrowth(times.map((y, at) => ({ x: sizes[at]!, y }))));
  return [
    [title, ...distanceNames],
    ...sizes.map((size, at) => [String(Math.round(size)), ...series.map(times => (times[at]! / cp[at]!).toFixed(1))]),
    ['exponent', ...growths.map(growth => growth?.exponent.toFixed(2) ?? '')],
  ];
}

/** Table 1. */
function dunnTable(): string[][] {
  const truth = mixed.map(({ site }) => site);
  const within = (name: DistanceName) => siteMatrices.map((matrices, at) => dunnIndex(matrices[name], sites[at]!.groups));
  const known = distanceNames.map(name => within(name).filter(value => value !== undefined));
  return [
    ['groups', ...distanceNames],
    ['published: 5 news sites, 500 pages', ...distanceNames.map(name => digits(publishedDunn[name]))],
    [
      `one layout of ${sites.length} sites each, ${mixed.length} pages`,
      ...distanceNames.map(name => digits(dunnIndex(mixedMatrices[name], truth))),
    ],
    ['templates within a site, mean', ...known.map(list => digits(mean(list)))],
    ...sites.map(({ name: site }, at) => [`templates of ${site}`, ...distanceNames.map(name => digits(within(name)[at]))]),
  ];
}

/** Table 2. */
function randTable(): string[][] {
  const truth = mixed.map(({ site }) => site);
  const ofSites = (name: DistanceName, threshold: number) => {
    const groups = linkedGroups(mixedMatrices[name], threshold);
    return `${new Set(groups).size} clusters, ${digits(randIndex(truth, groups).rand)}`;
  };
  const ofTemplates = (name: DistanceName, thresholdOf: (matrix: DistanceMatrix) => number) => {
    const indices = siteMatrices.map((matrices, at) => {
      const matrix = matrices[name];
      return randIndex(sites[at]!.groups, linkedGroups(matrix, thresholdOf(matrix)));
    });
    return `${digits(mean(indices.map(({ rand }) => rand)))} (${digits(mean(indices.map(({ adjustedRand }) => adjustedRand)))})`;
  };
  const rowsOf = (name: DistanceName): string[][] => {
    const published = publishedRand[name].map(({ threshold, clusters, rand }) => [
      `${name}, ${threshold}`,
      clusters === undefined ? '' : `${clusters} clusters, ${digits(rand)}`,
      ofSites(name, threshold),
      ofTemplates(name, () => threshold),
    ]);
    const own = ownThresholds[name];
    const used = own === undefined ? [] : [[`${name}, ${own} (used here)`, '', ofSites(name, own), ofTemplates(name, () => own)]];
    const gapOf = (matrix: DistanceMatrix) => thresholdFromGap(pairDistances(matrix));
    const gap = gapOf(mixedMatrices[name]);
    const ofGap = gap === undefined ? 'no gap' : `${ofSites(name, gap)} (at ${gap.toFixed(2)})`;
    return [...published, ...used, [`${name}, widest gap, else 0`, '', ofGap, ofTemplates(name, matrix => gapOf(matrix) ?? 0)]];
  };
  const head = [
    'distance, threshold',
    'published',
    `one layout of ${sites.length} sites each`,
    'templates within a site, mean Rand (adjusted)',
  ];
  return [head, ...distanceNames.flatMap(rowsOf)];
}
