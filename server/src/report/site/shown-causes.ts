import type { Finding } from 'templens-shared/findings';
import { limits } from '../thresholds.ts';
import type { ReportedCause } from './report-data.ts';

/** The causes that the report shows: the first ones, which are the most severe. */
export function shownCauses(causes: readonly ReportedCause[]): readonly ReportedCause[] {
  return causes.slice(0, limits.siteCauses);
}

/** The findings of a cause that the report shows. */
export function shownFindings({ first, others }: ReportedCause): readonly Finding[] {
  return [first, ...others.slice(0, limits.siteCauseFindings - 1)];
}
