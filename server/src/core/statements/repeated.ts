import { titleElement } from '../../html/access.ts';
import { thresholds } from '../counts/thresholds.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { pageMistakes } from './page-mistakes.ts';
import type { Statements } from './statements.ts';
import { wholeTitleKeys } from './titles.ts';

/** Pages. In the rounds 34 to 36 of fresh sites, of 14 titles that two to four pages have, 12 were mistakes and none was right. */
const LEAST_WITH_TITLE = 2;
/** Pages. A mistake that fewer pages have is reported on each of them. */
const LEAST_WITH_MISTAKE = thresholds.minimumPages;
/** Key of the statement that the page has any mistake. */
export const ANY_MISTAKE = 1;

/** What each page of a site should have alone, or not at all: its title, and mistakes in its mark-up. That it has them is all that it says. */
export function repeatedStatements(page: ComparedPage): Statements {
  const mistakes = pageMistakes(page);
  return Float64Array.from([
    ...wholeTitleKeys(page).flatMap(key => [key, LEAST_WITH_TITLE, titleElement(page.tree)]),
    ...mistakes.slice(0, 1).flatMap(({ node }) => [ANY_MISTAKE, LEAST_WITH_MISTAKE, node]),
    ...mistakes.flatMap(({ key, node }) => [key, LEAST_WITH_MISTAKE, node]),
  ]);
}

/** True if enough pages have a title or mistake to report it once for all of them. @param least value of the statement: the fewest such pages */
export function isRepeated(least: number, pages: number): boolean {
  return pages >= least;
}
