import { titleElement } from '../../html/access.ts';
import { thresholds } from '../counts/thresholds.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { pageMistakes } from './page-mistakes.ts';
import type { Statements } from './statements.ts';
import { wholeTitleKeys } from './titles.ts';

const HAS_IT = 1;
/** Value of the statement about a title: so few pages as two should not have the same. */
const HAS_TITLE = 2;
/** Key of the statement that the page has any mistake. */
export const ANY_MISTAKE = 1;

/** What each page of a site should have alone, or not at all: its title, and mistakes in its mark-up. That it has them is all that it says. */
export function repeatedStatements(page: ComparedPage): Statements {
  const mistakes = pageMistakes(page);
  return Float64Array.from([
    ...wholeTitleKeys(page).flatMap(key => [key, HAS_TITLE, titleElement(page.tree)]),
    ...mistakes.slice(0, 1).flatMap(({ node }) => [ANY_MISTAKE, HAS_IT, node]),
    ...mistakes.flatMap(({ key, node }) => [key, HAS_IT, node]),
  ]);
}

/** What `agreement` is for these statements: do several pages have a thing? */
export function isRepeated(value: number, pages: number): boolean {
  return pages >= (value === HAS_TITLE ? 2 : thresholds.minimumPages);
}
