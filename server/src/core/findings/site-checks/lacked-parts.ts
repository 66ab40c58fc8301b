import type { Part } from '../../parts/part.ts';
import type { ExpectedPart } from '../votes/expected-parts.ts';
import { FEWEST_OF_LAYOUT } from '../votes/scope-cohorts.ts';
import type { CheckedPage, VotingPages } from '../votes/voting-pages.ts';
import type { Kin } from './kin.ts';

/** A part that a page lacks; `expected` is undefined if only its layout has it. */
export interface LackedPart {
  readonly part: Part;
  readonly expected: ExpectedPart | undefined;
  /** True if a version of it may stand in its place: the other pages of the layout have it, or all with the same other parts. */
  readonly isAlike: boolean;
}

/** How sure it is that a page that lacks an expected part lost it: the value of `Finding.lostPart`. */
export function certaintyOf({ isUnanimous }: ExpectedPart): number {
  return isUnanimous ? 1 : 0.5;
}

/** Parts that nearly all other pages of the layout, or the pages with the most similar parts, have. */
export function lackedParts(
  page: CheckedPage,
  voting: VotingPages,
  kin: Kin,
  { structure } = voting.cohorts(page.layout)!.juriesOf(page.id),
): LackedPart[] {
  const found = new Map<Part, LackedPart>();
  for (const id of structure[0]!.cohort.size < FEWEST_OF_LAYOUT ? [] : structure[0]!.lacking) {
    const part = voting.partKeys.partOf(id);
    if (part) found.set(part, { part, expected: undefined, isAlike: true });
  }
  for (const expected of voting.expected.lackedBy(page.id)) {
    const { part, isUnanimous } = expected;
    found.set(part, { part, expected, isAlike: found.has(part) || isUnanimous });
  }
  // What all pages of its kind lack is no part of that kind.
  return [...found.values()].filter(({ part }) => !kin.lacksPart(part));
}
