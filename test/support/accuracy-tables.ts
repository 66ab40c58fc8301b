// Scores of the corpus as tables in Markdown.

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

/** Least mean F1 of the default labels over the sites of the corpus, on the key pages. */
const leastF1 = 0.85;

/** What the default labels of the whole corpus fall short of, a sentence each; none when all is well. */
export function missedFloors(results: readonly ExtractorScores[]): string[] {
  const f1 = (name: ExtractorName) =>
    meanMeasures(results.find(({ extractor }) => extractor === name)!.sites.map(({ key }) => key)).f1;
  const own = f1('default');
  const missed = own < leastF1 ? [`The mean F1 of the default labels is ${own.toFixed(3)}, below ${leastF1}.`] : [];
  for (const other of ['sst', 'iwptd'] as const) {
    if (own <= f1(other))
      missed.push(
        `The mean F1 of the default labels, ${own.toFixed(3)}, is not above that of ${other}, ${f1(other).toFixed(3)}.`,
      );
  }
  return missed;
}

/** The text with its first table in Markdown replaced. */
export function replaceTable(text: string, table: string): string {
  return text.replace(firstTable, `${table}\n`);
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
