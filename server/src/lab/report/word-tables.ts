import { counted } from 'templens-shared/counted';
import type { WordReport, WordScores } from '../datasets/measure-set.ts';
import { csvOf, pairedRows } from './bench-csv.ts';
import { latexTables } from './bench-latex.ts';
import { type BenchTable, comparisonTable } from './bench-tables.ts';
import { markdownTable } from './markdown-table.ts';

/** Prints the results on a data set. */
export const wordFormats: Readonly<Record<'text' | 'json' | 'csv' | 'latex', (report: WordReport) => string>> = {
  text: report => {
    const sections = wordTables(report).flatMap(({ title, caption, head, rows }) => [
      `## ${title}`,
      caption,
      markdownTable(head, rows),
    ]);
    return `${[headOf(report).join('\n'), ...sections].join('\n\n')}\n`;
  },
  json: report => `${JSON.stringify(report, null, 2)}\n`,
  csv: wordCsv,
  latex: report => latexTables(headOf(report), wordTables(report)),
};

function headOf({ dataset, pages, hosts, notes }: WordReport): string[] {
  return [`${dataset}: ${counted(pages, 'page')} of ${counted(hosts, 'host')}.`, ...notes];
}

function wordTables({ runs, comparisons }: WordReport): BenchTable[] {
  const columns = columnsOf.filter(({ of }) => runs.some(({ mean }) => of(mean) !== null));
  return [
    {
      title: 'Words',
      caption:
        'Percent, means over pages. cleaneval: words and segment markers aligned as by cleaneval.py; segments: the markers among them; edit: 1 minus ' +
        'the Levenshtein distance of the words, divided by the longer text; tokens: runs of letters and digits, as often as in both texts.',
      head: ['extractor', ...columns.map(({ title }) => title)],
      rows: runs.map(({ run, mean }) => [run, ...columns.map(({ of }) => (100 * of(mean)!).toFixed(2))]),
    },
    ...comparisons.map(comparison => comparisonTable(comparison, 'hosts')),
  ];
}

const scores = (name: 'cleaneval' | 'segments' | 'tokens') =>
  (['precision', 'recall', 'f1'] as const).map(measure => ({
    title: `${name} ${measure === 'f1' ? 'F1' : measure}`,
    of: (mean: WordScores): number | null => mean[name]?.[measure] ?? null,
  }));

const columnsOf: readonly { title: string; of: (mean: WordScores) => number | null }[] = [
  ...scores('cleaneval'),
  ...scores('segments').slice(2),
  { title: 'edit', of: ({ edit }) => edit },
  ...scores('tokens'),
];

/** A row for each figure: the mean over pages (`overall`), each page, and each paired difference. Shares are in [0,1]. */
function wordCsv({ runs, comparisons }: WordReport): string {
  const rowsOf = (run: string, scope: string, name: string, n: number, of: WordScores): string[][] =>
    columnsOf.flatMap(column => {
      const value = column.of(of);
      return value === null ? [] : [[run, scope, name, 'words', column.title, String(n), String(value), '', '', '', '', '']];
    });
  return csvOf([
    ...runs.flatMap(({ run, mean, pages }) => [
      ...rowsOf(run, 'overall', '', pages.length, mean),
      ...pages.flatMap(page => rowsOf(run, 'page', page.page, 1, page)),
    ]),
    ...comparisons.flatMap(comparison => pairedRows(comparison, 'words')),
  ]);
}
