import type { Part } from '../../parts/part.ts';
import { FEWEST_OF_LAYOUT } from '../votes/scope-cohorts.ts';
import type { CheckedPage, VotingPages } from '../votes/voting-pages.ts';
import type { Kin } from './kin.ts';

/** Parts that nearly all other pages of the layout, or the pages with the most similar parts, have; with a page that has it. */
export function lackedParts(
  page: CheckedPage,
  voting: VotingPages,
  kin: Kin,
  { structure } = voting.cohorts(page.layout)!.juriesOf(page.id),
): { part: Part; example: number | undefined }[] {
  const found = new Map<Part, number | undefined>();
  for (const id of structure[0]!.cohort.size < FEWEST_OF_LAYOUT ? [] : structure[0]!.lacking) {
    const part = voting.partKeys.partOf(id);
    if (part) found.set(part, undefined);
  }
  for (const { part, example } of voting.expected.lackedBy(page.id)) found.set(part, example);
  // What all pages of its kind lack is no part of that kind.
  return [...found].flatMap(([part, example]) => (kin.lacksPart(part) ? [] : [{ part, example }]));
}
