import type { Finding } from 'templens-shared/findings';
import type { ReportedCause } from './report-data.ts';

/** Causes that a report shows, and pages that it names for each. */
export const MOST_CAUSES = 500;
const MOST_PLACES = 200;

/** The causes that a report shows: the worst. */
export function shownCauses(causes: readonly ReportedCause[]): readonly ReportedCause[] {
  return causes.slice(0, MOST_CAUSES);
}

/** The findings of a cause that a report shows. */
export function shownFindings({ findings }: ReportedCause): readonly Finding[] {
  return findings.slice(0, MOST_PLACES);
}
