import { type ExpectedValue, ExpectedValues } from '../../counts/expected-values.ts';
import type { Work } from '../../counts/work.ts';
import type { Part } from '../../parts/part.ts';
import { thresholds } from '../thresholds.ts';

/** A part that a page lacks and pages like it have. */
export type ExpectedPart = ExpectedValue<Part>;

/** The parts that each page should have because the pages whose parts are most like its own have them, whatever their layouts (docs/parts.md). */
export class ExpectedParts extends ExpectedValues<Part> {
  constructor(work: Work) {
    super({ ...thresholds, common: thresholds.mostPages, agreeing: thresholds.nearlyAll, weightOf }, work);
  }
}

/**
 * A large part says more than a small one, but a menu of a hundred links is not all that a page has: the square root of the nodes that pages
 * have of it, rounded, so that one page of many seldom changes it.
 */
function weightOf({ meanNodes }: Part): number {
  return Math.round(16 * Math.sqrt(Math.max(1, meanNodes)));
}
