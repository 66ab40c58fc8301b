// Scores of the corpus as tables in Markdown.

import '../../server/src/lab/index.ts';
import type { ExtractorName } from 'templens-shared/settings';
import type { GoldSite } from './gold.ts';
import { labelSite } from './label-site.ts';
import { type Measures, meanMeasures, type SiteScore, scoreSite } from './score.ts';

/** The default labels, and those that they must be better than; `templens bench` compares with all the others. */
export const accuracyExtractors = ['default', 'sst', 'sst-repetition', 'iwptd'] as const satisfies readonly ExtractorName[];

export interface ExtractorScores {
  extractor: string;
  sites: SiteScore[];
}

/** Labels the sites with each extractor and scores them. */
export function scoreExtractors(sites: readonly GoldSite[], extractors: readonly ExtractorName[]): ExtractorScores[] {
  return extractors.map(extractor => ({ extractor, sites: sites.map(site => scoreSite(site, labelSite(site, { extractor }))) }));
}

/** One row a site: all measures of the first extractor over the key pages, F1 of the others, and the agreement of the groups. */
export function summaryTable(results: readonly ExtractorScores[]): string {
  const [first, ...others] = results;
  const names = [
    'precision',
    'recall',
    'F1',
    'accuracy',
    ...others.map(({ extractor }) => `F1 of ${extractor}`),
    'Rand',
    'adjusted Rand',
  ];
  const row = (site: string, own: Measures, f1s: number[], groups: number[]) => [
    site,
    ...cells([...inOrder(own), ...f1s, ...groups]),
  ];
  const rows = first!.sites.map((score, i) =>
    row(
      score.site,
      score.key,
      others.map(({ sites }) => sites[i]!.key.f1),
      [score.rand, score.adjustedRand],
    ),
  );
  const means = (scores: readonly SiteScore[]) => meanMeasures(scores.map(({ key }) => key));
  rows.push(
    row(
      '**mean**',
      means(first!.sites),
      others.map(({ sites }) => means(sites).f1),
      [mean(first!.sites.map(({ rand }) => rand)), mean(first!.sites.map(({ adjustedRand }) => adjustedRand))],
    ),
  );
  return markdown(['site', ...names], rows);
}

/** What the default labels of the corpus have to reach on the key pages: means over the sites, and the F1 of every site. */
const least = { precision: 0.925, f1: 0.92, siteF1: 0.7 };
/** On so many sites another extractor may be better. */
const mostBetter = 2;

/** What the default labels of the whole corpus fall short of, a sentence each; none when all is well. */
export function missedFloors([own, ...others]: readonly ExtractorScores[]): string[] {
  const missed: string[] = [];
  const { precision, f1 } = meanMeasures(own!.sites.map(({ key }) => key));
  if (f1 < least.f1) missed.push(`The mean F1 of the default labels is ${f1.toFixed(3)}, below ${least.f1}.`);
  if (precision < least.precision)
    missed.push(`The mean precision of the default labels is ${precision.toFixed(3)}, below ${least.precision}.`);
  for (const { site, key } of own!.sites) {
    if (key.f1 < least.siteF1)
      missed.push(`The F1 of the default labels of ${site} is ${key.f1.toFixed(3)}, below ${least.siteF1}.`);
  }
  const better = own!.sites.filter(({ key }, i) => others.some(({ sites }) => sites[i]!.key.f1 >= key.f1));
  if (better.length > mostBetter) {
    const names = better.map(({ site }) => site).join(', ');
    missed.push(`The default labels are not the best on ${better.length} sites, more than ${mostBetter}: ${names}.`);
  }
  return missed;
}

/** The first table of a text in Markdown, by rows of trimmed cells, without the line below its head. */
export function readTable(text: string): string[][] {
  const lines = firstTable.exec(text)?.[0].trim().split('\n') ?? [];
  const rows = lines.map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  );
  return [...rows.slice(0, 1), ...rows.slice(2)];
}

const firstTable = /(?:^\|.*\n)+/m;

/** One row a key page, for one extractor. */
export function pageTable({ sites }: ExtractorScores): string {
  const rows = sites.flatMap(({ site, pages }) =>
    pages
      .filter(({ key }) => key)
      .map(page => [`${site}/${page.page}`, ...cells(inOrder(page)), String(page.nodes), String(page.missing)]),
  );
  return markdown(['page', 'precision', 'recall', 'F1', 'accuracy', 'nodes', 'without a label'], rows);
}

function inOrder({ precision, recall, f1, accuracy }: Measures): number[] {
  return [precision, recall, f1, accuracy];
}

function cells(values: readonly number[]): string[] {
  return values.map(value => value.toFixed(3));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function markdown(head: readonly string[], rows: readonly string[][]): string {
  const line = (row: readonly string[]) => `| ${row.join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n');
}
