import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { benchCharts } from '../../server/src/lab/report/bench-html.ts';
import { spreadLabels } from '../../server/src/lab/report/charts/svg.ts';
import type { BenchReport } from '../../server/src/lab/workbench/bench-report.ts';

const names = ['default', 'sst', 'temex', 'bte', 'plain & simple'];
const sites = ['dunes', 'eels', 'ferns'].map(site => ({ site, category: 'blog', pages: 9, scored: 3 }));

/** An estimate around a share; only what the charts read. */
function estimates(share: number) {
  const of = (mean: number) => ({ mean, low: mean - 0.05, high: Math.min(1, mean + 0.05) });
  return { precision: of(share), recall: of(1 - share / 3), f1: of(share), accuracy: of((1 + share) / 2) };
}

const report = {
  sites,
  runs: names.map((run, index) => ({
    run,
    overall: { universe: estimates(0.9 - index / 10) },
    sites: sites.map(({ site }, at) => ({ site, measures: { universe: estimates(0.9 - index / 10 - at / 20) } })),
  })),
  growth: names.map((run, index) => ({
    run,
    series: 'page count' as const,
    points: [10, 100, 1000].map(pages => ({ pages, nodes: 50, milliseconds: index === 0 ? 0 : pages * index })),
  })),
} as unknown as BenchReport;

const charts = benchCharts(report);
const chart = (title: string) => charts.find(chart => chart.title === title)!.svg;

test('every chart is drawn, with a name for each extractor and finite places', () => {
  expect(charts.map(({ title }) => title)).toEqual([
    'F1',
    'Accuracy',
    'Precision and recall',
    'F1 by site',
    'Time of a site by its pages',
  ]);
  for (const { svg } of charts) {
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    const roots = parseDocument(svg, { xmlMode: true }).children;
    expect(roots).toHaveLength(1);
  }
  for (const title of ['F1', 'Precision and recall', 'F1 by site'])
    for (const name of names) expect(chart(title)).toContain(`>${name.replace('&', '&amp;')}</text>`);
});

test('means and intervals stand where their values are on the axis', () => {
  // The plot goes from 130 to 800 for 0 to 100 percent.
  const x = (percent: number) => String(Math.round((130 + 6.7 * percent) * 10) / 10);
  expect(chart('F1')).toContain(`<circle cx="${x(90)}"`);
  expect(chart('F1')).toMatch(new RegExp(`<line x1="${x(85)}" y1="([\\d.]+)" x2="${x(95)}" y2="\\1" stroke="var\\(--mark\\)"`));
});

test('cells are darker the better', () => {
  const colours = [...chart('F1 by site').matchAll(/fill="var\(--step-(\d)\)"/g)].map(([, step]) => Number(step));
  expect(colours).toHaveLength(names.length * sites.length);
  expect([colours[0], colours.at(-1)]).toEqual([5, 3]);
});

test('labels do not cover one another', () => {
  expect(spreadLabels([5, 30, 6, 7], 10)).toEqual([5, 35, 15, 25]);
});
