import { scaleBand, scaleLinear, scalePoint } from 'd3-scale';
import type { BenchReport } from '../../workbench/bench-report.ts';
import type { Measures } from '../../workbench/measures.ts';
import { publishedRows } from '../../workbench/published.ts';
import { bottomAxis, leftAxis } from './axes.ts';
import type { BenchChart } from './svg.ts';
import { box, dot, type Frame, line, spreadLabels, svg, text, width } from './svg.ts';

/** Chart of the mean and its 99 % confidence interval for each extractor, with the published mean if there is one. */
export function intervals({ runs }: BenchReport, measure: 'f1' | 'accuracy', title: string): BenchChart {
  const ordered = [...runs].sort((a, b) => b.overall.universe[measure].mean - a.overall.universe[measure].mean);
  const height = 70 + 26 * runs.length;
  const frame = { left: 130, right: width - 60, top: 36, bottom: height - 28 };
  const x = scaleLinear([0, 100], [frame.left, frame.right]);
  const y = scalePoint(
    ordered.map(({ run }) => run),
    [frame.top, frame.bottom],
  ).padding(0.5);
  const rows = ordered.flatMap(({ run, overall }) => {
    const { mean, low, high } = overall.universe[measure];
    const at = y(run)!;
    const published = publishedRows.find(({ implementedBy }) => implementedBy === run);
    return [
      text(frame.left - 10, at, run, { anchor: 'end' }),
      ...(low === null || high === null ? [] : [line(x(100 * low), at, x(100 * high), at, 'var(--mark)', 2)]),
      dot(x(100 * mean), at, 5, 'var(--mark)'),
      text(x(100 * mean), at - 11, (100 * mean).toFixed(1), { anchor: 'middle' }),
      ...(published ? [dot(x(100 * published[measure].mean), at, 4.5, 'var(--other)', { ring: true })] : []),
    ];
  });
  const legend = [
    dot(frame.left + 6, 12, 5, 'var(--mark)'),
    text(frame.left + 18, 12, 'mean here'),
    dot(frame.left + 112, 12, 4.5, 'var(--other)', { ring: true }),
    text(frame.left + 124, 12, 'published mean'),
  ];
  return {
    title,
    caption: 'Percent. Dot: mean over the sites; line: its 99 % confidence interval; ring: the published mean.',
    svg: svg(height, [...legend, ...bottomAxis(x, frame, x.ticks(5)), ...rows]),
  };
}

/** Chart of precision against recall. */
export function precisionAndRecall({ runs }: BenchReport): BenchChart {
  const height = 520;
  const frame = { left: 60, right: width - 110, top: 20, bottom: height - 46 };
  const shares = (measure: keyof Measures): number[] => runs.map(({ overall }) => 100 * overall.universe[measure].mean);
  const [recall, precision] = [shares('recall'), shares('precision')];
  const x = scaleLinear([tensBelow(recall), 100], [frame.left, frame.right]);
  const y = scaleLinear([tensBelow(precision), 100], [frame.bottom, frame.top]);
  const labels = spreadLabels(precision.map(y), 13);
  return {
    title: 'Precision and recall',
    caption: 'Percent, means over the sites. The nearer to the upper right corner, the better.',
    svg: svg(height, [
      ...bottomAxis(x, frame, x.ticks(5), 'recall'),
      ...leftAxis(y, frame, y.ticks(5), 'precision'),
      ...runs.map((_, index) => dot(x(recall[index]!), y(precision[index]!), 5, 'var(--mark)')),
      ...runs.map(({ run }, index) => text(x(recall[index]!) + 9, labels[index]!, run)),
    ]),
  };
}

/** Start of an axis in percent: the multiple of ten below all values, at most 90. */
function tensBelow(values: readonly number[]): number {
  return Math.min(90, Math.floor(Math.min(...values) / 10) * 10);
}

/** Heat map of F1 by extractor and site. */
export function sites({ runs, sites }: BenchReport): BenchChart {
  const height = 130 + 28 * runs.length;
  const frame: Frame = { left: 120, right: width - 20, top: 10, bottom: height - 110 };
  const x = scaleBand(
    sites.map(({ site }) => site),
    [frame.left, frame.right],
  );
  const y = scaleBand(
    runs.map(({ run }) => run),
    [frame.top, frame.bottom],
  );
  const cells = runs.flatMap(({ run, sites: found }) =>
    found.flatMap(({ site, measures }) => {
      const percent = Math.round(100 * measures.universe.f1.mean);
      const step = Math.min(5, Math.floor(percent / 20) + 1);
      const middle = { x: x(site)! + x.bandwidth() / 2, y: y(run)! + y.bandwidth() / 2 };
      return [
        box(x(site)!, y(run)!, x.bandwidth(), y.bandwidth(), `var(--step-${step})`),
        text(middle.x, middle.y, String(percent), { anchor: 'middle', fill: 'var(--on-step)' }),
      ];
    }),
  );
  return {
    title: 'F1 by site',
    caption: 'Percent, means over the scored pages of a site.',
    svg: svg(height, [
      ...cells,
      ...runs.map(({ run }) => text(frame.left - 10, y(run)! + y.bandwidth() / 2, run, { anchor: 'end' })),
      ...sites.map(({ site }) => text(x(site)! + x.bandwidth() / 2, frame.bottom + 12, site, { anchor: 'end', rotate: -40 })),
    ]),
  };
}
