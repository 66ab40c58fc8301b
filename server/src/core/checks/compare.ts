import type { ComparedPage } from './check-digest.ts';
import type { Finding } from './finding.ts';
import type { Majority } from './majority.ts';

/** The findings of a page that lacks some of what the majority has, by comparing it with an example page that has it. */
export function compareWithExample(_page: ComparedPage, _example: ComparedPage, _majority: Majority): Finding[] {
  return [];
}
