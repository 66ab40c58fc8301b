// Charts of a workbench report as SVG. A bundle of its own: only the HTML report needs it, and it is large.
import { CustomChart, HeatmapChart, LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, LegendComponent, VisualMapComponent } from 'echarts/components';
import { type EChartsCoreOption, init, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { SVGRenderer } from 'echarts/renderers';
import type { BenchReport } from '../workbench/bench-report.ts';
import { type GrowthResult, type GrowthSeries, growthSeries } from '../workbench/cell.ts';
import type { Measures } from '../workbench/measures.ts';
import { publishedRows } from '../workbench/published.ts';

use([
  CustomChart,
  GridComponent,
  HeatmapChart,
  LabelLayout,
  LegendComponent,
  LineChart,
  ScatterChart,
  SVGRenderer,
  VisualMapComponent,
]);

export interface BenchChart {
  title: string;
  /** What it shows, for those who do not see it. */
  caption: string;
  svg: string;
}

/** Charts of what was measured; those of times only where they were. Colours are the custom properties of `chartStyle`. */
export function benchCharts(report: BenchReport): BenchChart[] {
  return [
    intervals(report, 'f1', 'F1'),
    intervals(report, 'accuracy', 'Accuracy'),
    precisionAndRecall(report),
    sites(report),
    ...growthSeries.flatMap(series => growth(report, series)),
  ];
}

const width = 860;
const ink = { color: 'var(--ink)' };
const faint = { color: 'var(--faint)' };
const share = {
  type: 'value',
  min: 0,
  max: 100,
  axisLabel: faint,
  splitLine: { lineStyle: { color: 'var(--grid)' } },
} as const;

/** Where an axis begins that need not begin at zero. */
const tensBelow = ({ min }: { min: number }) => Math.floor(min / 10) * 10;

function draw(height: number, option: EChartsCoreOption): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  chart.setOption({ animation: false, textStyle: { fontFamily: 'system-ui, sans-serif' }, ...option });
  const svg = chart.renderToSVGString();
  chart.dispose();
  // As wide as there is room for.
  return svg.replace(/<svg width="\d+" height="\d+"/, '<svg role="img"');
}

/** Mean and 99 % confidence interval of every extractor, with the published mean where there is one. */
function intervals({ runs }: BenchReport, measure: 'f1' | 'accuracy', title: string): BenchChart {
  const ordered = [...runs].sort((a, b) => a.overall.universe[measure].mean - b.overall.universe[measure].mean);
  const estimates = ordered.map(({ overall }) => overall.universe[measure]);
  const there = ordered.flatMap(({ run }, at) => {
    const row = publishedRows.find(({ implementedBy }) => implementedBy === run);
    return row ? [[100 * row[measure].mean, at]] : [];
  });
  const bars = estimates.flatMap(({ low, high }, at) => (low === null || high === null ? [] : [[100 * low, 100 * high, at]]));
  return {
    title,
    caption: 'Percent. Dot: mean over the sites; line: its 99 % confidence interval; ring: the published mean.',
    svg: draw(70 + 26 * runs.length, {
      grid: { left: 130, right: 60, top: 36, bottom: 28 },
      legend: { data: ['mean here', 'published mean'], textStyle: ink, top: 0, left: 120, itemGap: 24 },
      xAxis: share,
      yAxis: {
        type: 'category',
        data: ordered.map(({ run }) => run),
        axisLabel: ink,
        axisTick: { show: false },
        axisLine: { show: false },
      },
      series: [
        {
          type: 'custom',
          silent: true,
          data: bars,
          encode: { x: [0, 1], y: 2 },
          renderItem: (_: unknown, api: { value(at: number): number; coord(point: number[]): number[] }) => {
            const [x1, y] = api.coord([api.value(0), api.value(2)]);
            const [x2] = api.coord([api.value(1), api.value(2)]);
            return { type: 'line', shape: { x1, y1: y, x2, y2: y }, style: { stroke: 'var(--mark)', lineWidth: 2 } };
          },
        },
        {
          name: 'mean here',
          type: 'scatter',
          silent: true,
          symbolSize: 10,
          itemStyle: { color: 'var(--mark)', borderColor: 'var(--paper)', borderWidth: 2 },
          label: {
            show: true,
            position: 'top',
            distance: 2,
            formatter: ({ value }: { value: number[] }) => value[0]!.toFixed(1),
            ...ink,
          },
          data: estimates.map(({ mean }, at) => [100 * mean, at]),
        },
        {
          name: 'published mean',
          type: 'scatter',
          silent: true,
          symbol: 'circle',
          symbolSize: 9,
          itemStyle: { color: 'transparent', borderColor: 'var(--other)', borderWidth: 2 },
          data: there,
        },
      ],
    }),
  };
}

function precisionAndRecall({ runs }: BenchReport): BenchChart {
  const percent = (run: BenchReport['runs'][number], measure: keyof Measures) => 100 * run.overall.universe[measure].mean;
  return {
    title: 'Precision and recall',
    caption: 'Percent, means over the sites. The nearer to the upper right corner, the better.',
    svg: draw(520, {
      grid: { left: 60, right: 110, top: 20, bottom: 46 },
      xAxis: { ...share, min: tensBelow, name: 'recall', nameLocation: 'middle', nameGap: 28, nameTextStyle: faint },
      yAxis: { ...share, min: tensBelow, name: 'precision', nameLocation: 'middle', nameGap: 34, nameTextStyle: faint },
      series: [
        {
          type: 'scatter',
          silent: true,
          symbolSize: 10,
          itemStyle: { color: 'var(--mark)', borderColor: 'var(--paper)', borderWidth: 2 },
          label: { show: true, position: 'right', formatter: '{@[2]}', ...ink },
          labelLayout: { moveOverlap: 'shiftY' },
          data: runs.map(run => [percent(run, 'recall'), percent(run, 'precision'), run.run]),
        },
      ],
    }),
  };
}

/** F1 of every extractor on every site: the darker, the better. */
function sites({ runs, sites }: BenchReport): BenchChart {
  const names = sites.map(({ site }) => site);
  const cells = runs.flatMap(({ run, sites: found }, row) =>
    found.map(({ site, measures }) => [
      names.indexOf(site),
      runs.length - 1 - row,
      Math.round(100 * measures.universe.f1.mean),
      run,
    ]),
  );
  return {
    title: 'F1 by site',
    caption: 'Percent, means over the scored pages of a site.',
    svg: draw(130 + 28 * runs.length, {
      grid: { left: 120, right: 20, top: 10, bottom: 110 },
      xAxis: {
        type: 'category',
        data: names,
        axisLabel: { ...ink, rotate: 40 },
        axisTick: { show: false },
        axisLine: { show: false },
      },
      yAxis: {
        type: 'category',
        data: runs.map(({ run }) => run).reverse(),
        axisLabel: ink,
        axisTick: { show: false },
        axisLine: { show: false },
      },
      visualMap: {
        type: 'piecewise',
        show: false,
        dimension: 2,
        pieces: [20, 40, 60, 80, 100].map((max, step) => ({
          min: max - 20,
          max: max === 100 ? 100 : max - 1,
          color: `var(--step-${step + 1})`,
        })),
      },
      series: [
        {
          type: 'heatmap',
          silent: true,
          itemStyle: { borderColor: 'var(--paper)', borderWidth: 2 },
          label: { show: true, formatter: '{@[2]}', color: 'var(--on-step)' },
          data: cells,
        },
      ],
    }),
  };
}

const growthTitles: Record<GrowthSeries, string> = {
  'page size': 'Time of a page by its nodes, in sections of ten',
  'page width': 'Time of a page by its nodes, neighbours in one element',
  'page count': 'Time of a site by its pages',
};

/** Lines with colours of their own; the others are grey. */
const shown = ['default', ...publishedRows.map(({ implementedBy }) => implementedBy)];

function growth({ growth }: BenchReport, series: GrowthSeries): BenchChart[] {
  const lines = growth.filter(result => result.series === series);
  if (lines.length === 0) return [];
  const log = (name: string) => ({
    type: 'log',
    name,
    nameLocation: 'middle',
    nameTextStyle: faint,
    axisLabel: faint,
    splitLine: { lineStyle: { color: 'var(--grid)' } },
  });
  const colourOf = (run: string) => (shown.includes(run) ? `var(--line-${shown.indexOf(run) + 1})` : 'var(--grid-strong)');
  const points = ({ points }: GrowthResult) =>
    points.map(({ nodes, pages, milliseconds }) =>
      series === 'page count' ? [pages, milliseconds] : [nodes, milliseconds / pages],
    );
  return [
    {
      title: growthTitles[series],
      caption: `Milliseconds, both axes logarithmic: the steeper, the faster it grows. Named lines: ${shown.join(', ')}; grey: the others.`,
      svg: draw(420, {
        grid: { left: 70, right: 120, top: 20, bottom: 46 },
        xAxis: { ...log(series === 'page count' ? 'pages' : 'nodes of a page'), nameGap: 28 },
        yAxis: { ...log(series === 'page count' ? 'ms a site' : 'ms a page'), nameGap: 46 },
        series: lines.map(line => ({
          name: line.run,
          type: 'line',
          silent: true,
          z: shown.includes(line.run) ? 3 : 2,
          symbol: 'circle',
          symbolSize: 6,
          lineStyle: { color: colourOf(line.run), width: 2 },
          itemStyle: { color: colourOf(line.run) },
          endLabel: { show: shown.includes(line.run), formatter: '{a}', ...ink },
          labelLayout: { moveOverlap: 'shiftY' },
          data: points(line),
        })),
      }),
    },
  ];
}
