import type { CheckCode } from 'templens-shared/findings';
import { checks } from '../core/findings/checks/index.ts';

/** What a check reports, in one sentence. */
export function checkSummary(code: CheckCode): string {
  return checks[code].summary;
}
