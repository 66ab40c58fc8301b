import type { BenchReport } from '../../workbench/bench-report.ts';
import { growthSeries } from '../../workbench/cell.ts';
import { growth } from './growth.ts';
import { intervals, precisionAndRecall, sites } from './quality.ts';
import type { BenchChart } from './svg.ts';

/** Charts of what was measured; those of times only where they were. Colours are the custom properties of the report's style. */
export function benchCharts(report: BenchReport): BenchChart[] {
  return [
    intervals(report, 'f1', 'F1'),
    intervals(report, 'accuracy', 'Accuracy'),
    precisionAndRecall(report),
    sites(report),
    ...growthSeries.flatMap(series => growth(report, series)),
  ];
}
