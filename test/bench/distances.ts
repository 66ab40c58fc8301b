// Compares distances between pages as Gottron (2008) does: the time of a distance matrix (figure 1), the Dunn index of known groups (table
// 1), and the Rand index of single linkage at thresholds (table 2), on the gold corpus. Prints tables in Markdown, with the published values.
// Times are processor times; quote their ratios.
// usage: node test/bench/dist/distances.js [--pages N]      N: pages of each site's largest template (default: 12)
import { parseArgs } from 'node:util';
import { randIndex } from '../../server/src/core/grouping/rand-index.ts';
import { thresholdFromGap } from '../../server/src/core/grouping/threshold-gap.ts';
import { parsePage } from '../../server/src/core/page/parse.ts';
import { fitGrowth } from '../../server/src/workbench/statistics.ts';
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

const { values } = parseArgs({ options: { pages: { type: 'string', default: '12' } } });
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
const ownThresholds: Partial<Record<DistanceName, number>> = { CP: 0.3, CPS: 0.2, CTSS: 0.5 };

const row = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
const head = (cells: readonly string[]) => {
  row(cells);
  row(cells.map((_, at) => (at === 0 ? '---' : '--:')));
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

printMatrixTimes();
printPageSizeTimes();
const mixedMatrices = matricesOf(mixed.map(({ page }) => page));
const siteMatrices = sites.map(({ name, pages }) => {
  console.error(`distances within ${name}`);
  return matricesOf(pages);
});
printDunn();
printRand();

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
function printMatrixTimes(): void {
  const longest = Math.max(...sites.map(({ pages }) => pages.length));
  const inTurn = Array.from({ length: longest }, (_, at) => sites.flatMap(({ pages }) => pages[at] ?? [])).flat();
  const counts = [40, 80, 160, 320];
  console.log(
    'Time of the distance matrix, as a multiple of that of CP for the same pages, and how it grows with their number.\n',
  );
  head(['pages', ...distanceNames]);
  const series = distanceNames.map(name =>
    counts.map(count => milliseconds(() => void distanceMatrix(name, inTurn.slice(0, count)))),
  );
  const cp = series[distanceNames.indexOf('CP')]!;
  for (const [at, count] of counts.entries()) row([count, ...series.map(times => (times[at]! / cp[at]!).toFixed(1))]);
  const growths = series.map(times => fitGrowth(times.map((y, at) => ({ x: counts[at]!, y }))));
  row(['exponent', ...growths.map(growth => growth?.exponent.toFixed(2) ?? '')]);
  console.log();
}

/** The same pair of pages, ever larger. */
function printPageSizeTimes(): void {
  const shape = { pages: 8, layouts: 1, seed: 11 };
  const scales = [1, 2, 4, 8, 16];
  const pages = scales.map(articleScale =>
    Array.from({ length: shape.pages }, (_, index): DistancePage => {
      const source = generatedPage(shape, index, { articleScale });
      const path = generatedPath(shape, index);
      return { path, source, tree: parsePage(source, { path }) };
    }),
  );
  const sizes = pages.map(list => mean(list.map(({ tree }) => tree.size)));
  console.log('The same for eight generated pages of one layout by their nodes, and how it grows with these.\n');
  head(['nodes', ...distanceNames]);
  const series = distanceNames.map(name => pages.map(list => milliseconds(() => void distanceMatrix(name, list))));
  const cp = series[distanceNames.indexOf('CP')]!;
  for (const [at, size] of sizes.entries()) row([Math.round(size), ...series.map(times => (times[at]! / cp[at]!).toFixed(1))]);
  const growths = series.map(times => fitGrowth(times.map((y, at) => ({ x: sizes[at]!, y }))));
  row(['exponent', ...growths.map(growth => growth?.exponent.toFixed(2) ?? '')]);
  console.log();
}

/** Table 1. */
function printDunn(): void {
  console.log('Dunn index.\n');
  head(['groups', ...distanceNames]);
  row(['published: 5 news sites, 500 pages', ...distanceNames.map(name => digits(publishedDunn[name]))]);
  const truth = mixed.map(({ site }) => site);
  row([
    `one layout of ${sites.length} sites each, ${mixed.length} pages`,
    ...distanceNames.map(name => digits(dunnIndex(mixedMatrices[name], truth))),
  ]);
  const within = (name: DistanceName) => siteMatrices.map((matrices, at) => dunnIndex(matrices[name], sites[at]!.groups));
  const known = distanceNames.map(name => within(name).filter(value => value !== undefined));
  row(['templates within a site, mean', ...known.map(list => digits(mean(list)))]);
  for (const [at, { name: site }] of sites.entries())
    row([`templates of ${site}`, ...distanceNames.map(name => digits(within(name)[at]))]);
  console.log();
}

/** Table 2. */
function printRand(): void {
  console.log('Single linkage at thresholds: clusters and Rand index.\n');
  head([
    'distance, threshold',
    'published',
    `one layout of ${sites.length} sites each`,
    'templates within a site, mean Rand (adjusted)',
  ]);
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
  for (const name of distanceNames) {
    for (const { threshold, clusters, rand } of publishedRand[name]) {
      const published = clusters === undefined ? '' : `${clusters} clusters, ${digits(rand)}`;
      row([`${name}, ${threshold}`, published, ofSites(name, threshold), ofTemplates(name, () => threshold)]);
    }
    const own = ownThresholds[name];
    if (own !== undefined) row([`${name}, ${own} (used here)`, '', ofSites(name, own), ofTemplates(name, () => own)]);
    const gapOf = (matrix: DistanceMatrix) => thresholdFromGap(pairDistances(matrix));
    const gap = gapOf(mixedMatrices[name]);
    const ofGap = gap === undefined ? 'no gap' : `${ofSites(name, gap)} (at ${gap.toFixed(2)})`;
    row([`${name}, widest gap, else 0`, '', ofGap, ofTemplates(name, matrix => gapOf(matrix) ?? 0)]);
  }
}
