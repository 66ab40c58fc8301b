import type { BenchReport } from '../workbench/bench-report.ts';
import { publishedPhases, publishedRows, publishedSites, reasonsToDiffer } from '../workbench/published.ts';

/** The report as indented JSON, with what was published. Shares are in [0,1], times in milliseconds unless their name says otherwise. */
export function benchJson(report: BenchReport): string {
  const published = { sites: publishedSites, extractors: publishedRows, phases: publishedPhases, reasonsToDiffer };
  return `${JSON.stringify({ ...report, published }, null, 2)}\n`;
}
