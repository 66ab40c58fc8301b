import { hash53 } from '../../html/hash.ts';
import type { Finding } from './finding.ts';

/** The id of the mistake that a finding reports: the same for all pages with this mistake in this part. */
export function causeOf({ code, part = '', cause, identity }: Finding): string {
  return hash53(JSON.stringify([code, part, cause ?? identity])).toString(36);
}
