/** Least pages of a step of the ladder; the next step is a quarter larger. */
const FIRST = 3;
const FACTOR = 1.25;
const MOST = 50;
const SHARE = 0.05;
/** On sites of fewer pages two pages are enough. */
const SMALL_SITE = 6;

/**
 * Number of pages that must have a node before it counts as shared: 5 % of the pages, at least 3 and at most 50; 2 on sites of fewer than
 * six pages. It moves in steps of a quarter, so that it seldom changes while a site grows.
 */
export function minimumPages(pages: number): number {
  if (pages < SMALL_SITE) return 2;
  let step = FIRST;
  while (step < MOST && step * FACTOR <= pages * SHARE) step *= FACTOR;
  return Math.min(MOST, Math.floor(step));
}
