import type { BenchReport } from '../workbench/bench-report.ts';
import type { Comparison } from '../workbench/comparison.ts';
import { measureNames } from '../workbench/measures.ts';
import { nodeSets } from '../workbench/score-page.ts';
import type { Estimate } from '../workbench/statistics.ts';
import type { NodeSetEstimates, RunSummary } from '../workbench/summary.ts';

const columns = ['extractor', 'scope', 'name', 'nodes', 'measure', 'n', 'mean', 'deviation', 'low', 'high', 'p', 'holm'];

/**
 * The report as comma-separated values (RFC 4180), one figure in each row. `scope` is `overall`, `category`, `site`, or `paired` for a
 * difference to the row `name`; `nodes` is the `NodeSet` of a measure. Shares are in [0,1]; `low` and `high` bound the 99 % confidence interval,
 * that of differences 95 %; undefined values are empty.
 */
export function benchCsv({ runs, comparisons }: BenchReport): string {
  return csvOf([
    ...runs.flatMap(run => [...measureRows(run), ...costRows(run)]),
    ...comparisons.flatMap(comparison => pairedRows(comparison, 'universe')),
  ]);
}

/** Rows as comma-separated values below the names of the columns. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return [columns, ...rows].map(row => `${row.map(quoted).join(',')}\r\n`).join('');
}

function measureRows({ run, overall, categories, sites }: RunSummary): string[][] {
  const rowsOf = (scope: string, name: string, measures: NodeSetEstimates) =>
    nodeSets.flatMap(set =>
      measureNames.map(measure => [run, scope, name, set, measure, ...estimateCells(measures[set][measure]), '', '']),
    );
  return [
    ...rowsOf('overall', '', overall),
    ...categories.flatMap(({ category, measures }) => rowsOf('category', category, measures)),
    ...sites.flatMap(({ site, measures }) => rowsOf('site', site, measures)),
  ];
}

function costRows({ run, costs, sites, growth }: RunSummary): string[][] {
  const figure = (scope: string, name: string, measure: string, value: number) => [
    ...[run, scope, name, '', measure, '', String(value)],
    ...['', '', '', '', ''],
  ];
  const costsOf = (scope: string, name: string, of: RunSummary['costs']) =>
    of === null
      ? []
      : [
          figure(scope, name, 'milliseconds a page', of.millisecondsPerPage),
          figure(scope, name, 'bytes a page', of.bytesPerPage),
        ];
  return [
    ...costsOf('overall', '', costs),
    ...sites.flatMap(site => costsOf('site', site.site, site.costs)),
    ...Object.entries(growth).map(([series, { exponent }]) => figure('overall', '', `growth exponent by ${series}`, exponent)),
  ];
}

/** Differences to the reference; `nodes` is what was compared. */
export function pairedRows({ measure, against, rows }: Comparison, nodes: string): string[][] {
  return rows.map(({ name, n, difference, low, high, p, holm }) => [
    ...[name, 'paired', against, nodes, measure, String(n), String(difference), ''],
    ...[low, high, p, holm].map(value => (value === null ? '' : String(value))),
  ]);
}

function estimateCells({ n, mean, deviation, low, high }: Estimate): string[] {
  return [String(n), String(mean), ...[deviation, low, high].map(value => (value === null ? '' : String(value)))];
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
