import { thresholds } from './thresholds.ts';

const { minimumPages, majorityShare, tolerance } = thresholds;

/**
 * True if `count` of `pages` pages are a majority against one that disagrees: at least the share `support` of the other pages, at least the
 * share `least` of all pages, and at least `minimumPages` pages in all.
 */
export function isMajority(count: number, pages: number, support: number, least: number = majorityShare): boolean {
  if (pages < minimumPages || count < least * pages - tolerance) return false;
  return count >= support * (pages - 1) - tolerance;
}

/** True if `count` of `pages` pages, at least `minimumPages` in all, are too many to be exceptions. */
export function isCommonGap(count: number, pages: number): boolean {
  return pages >= minimumPages && count > (1 - majorityShare) * pages + tolerance;
}
