import { scaleLog } from 'd3-scale';
import type { BenchReport } from '../../workbench/bench-report.ts';
import type { GrowthResult, GrowthSeries } from '../../workbench/cell.ts';
import { publishedRows } from '../../workbench/published.ts';
import { bottomAxis, leftAxis, powersOfTen } from './axes.ts';
import type { BenchChart } from './svg.ts';
import { dot, path, spreadLabels, svg, text, width } from './svg.ts';

const titles: Record<GrowthSeries, string> = {
  'page size': 'Time of a page by its nodes, in sections of ten',
  'page width': 'Time of a page by its nodes, neighbours in one element',
  'page count': 'Time of a site by its pages',
};

/** Extractors whose lines are coloured and named; the others are grey. */
const shown = ['default', ...publishedRows.map(({ implementedBy }) => implementedBy)];

/** A list with the chart of the times of a series, one line for each extractor; empty if nothing was measured. */
export function growth({ growth }: BenchReport, series: GrowthSeries): BenchChart[] {
  const lines = growth.filter(result => result.series === series && result.points.length > 0);
  if (lines.length === 0) return [];
  const isOfSites = series === 'page count';
  const pointsOf = ({ points }: GrowthResult): [number, number][] =>
    points.map(({ nodes, pages, milliseconds }) => {
      // A logarithmic axis cannot show a measured time of 0.
      const time = Math.max(milliseconds, 0.001);
      return isOfSites ? [pages, time] : [nodes, time / pages];
    });
  const all = lines.flatMap(pointsOf);
  const height = 420;
  const frame = { left: 70, right: width - 120, top: 20, bottom: height - 46 };
  const x = scaleLog(extent(all.map(([amount]) => amount)), [frame.left, frame.right]);
  const y = scaleLog(extent(all.map(([, time]) => time)), [frame.bottom, frame.top]);
  // Named lines are drawn last, on top of the others.
  const ordered = [...lines].sort((a, b) => Number(shown.includes(a.run)) - Number(shown.includes(b.run)));
  const drawn = ordered.flatMap(result => {
    const colour = shown.includes(result.run) ? `var(--line-${shown.indexOf(result.run) + 1})` : 'var(--grid-strong)';
    const points = pointsOf(result).map(([amount, time]) => [x(amount), y(time)] as const);
    return [path(points, colour), ...points.map(([px, py]) => dot(px, py, 3, colour))];
  });
  const named = lines.filter(({ run }) => shown.includes(run));
  const ends = named.map(result => pointsOf(result).at(-1)!);
  const labels = spreadLabels(
    ends.map(([, time]) => y(time)),
    13,
  );
  return [
    {
      title: titles[series],
      caption: `Milliseconds, both axes logarithmic: the steeper, the faster it grows. Named lines: ${shown.join(', ')}; grey: the others.`,
      svg: svg(height, [
        ...bottomAxis(x, frame, powersOfTen(x), isOfSites ? 'pages' : 'nodes of a page'),
        ...leftAxis(y, frame, powersOfTen(y), isOfSites ? 'ms a site' : 'ms a page'),
        ...drawn,
        ...named.map(({ run }, index) => text(x(ends[index]![0]) + 8, labels[index]!, run)),
      ]),
    },
  ];
}

/** The values' range, extended to powers of ten. */
function extent(values: readonly number[]): [number, number] {
  const least = 10 ** Math.floor(Math.log10(Math.min(...values)));
  return [least, Math.max(10 * least, 10 ** Math.ceil(Math.log10(Math.max(...values))))];
}
