/** Pages that fewer than so many others agree with are not judged (G3). */
export const FEWEST_PAGES = 5;
/** Share of pages that must agree at least, whatever the settings (G4: two variants that are both common are no drift). */
export const LEAST_SHARE = 0.8;
const EPSILON = 1e-9;

/**
 * Do so many of the pages make a majority in the eyes of one that disagrees? At least the share `support` of the others, and never less
 * than four fifths of five.
 */
export function isMajority(count: number, pages: number, support: number): boolean {
  if (pages < FEWEST_PAGES || count < LEAST_SHARE * pages - EPSILON) return false;
  return count >= support * (pages - 1) - EPSILON;
}
