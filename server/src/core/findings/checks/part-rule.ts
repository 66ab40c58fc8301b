import type { Finding } from '../finding.ts';

/** What the findings of one part of a page have in common. */
export interface OnePart {
  /** What a person calls it; undefined for what is in no part. */
  readonly name: string | undefined;
  /** Its first element, described. */
  readonly first?: string;
  /** What it is known by on this page, whatever else changes there. */
  readonly place: string;
  /** Whether the page's version is older than that of the example, and how that is known; absent where it is not. */
  readonly age?: { readonly isOlder: boolean; readonly why: string };
  /** Do the findings say that all of it is missing, or most? */
  isMissing(findings: readonly Finding[]): boolean;
}

/** A rule that sums up the differences of one part of a page. */
export interface PartRule {
  /** Is it about these differences? */
  readonly concerns: (part: OnePart, findings: readonly Finding[]) => boolean;
  /** The message. @param have how many pages have the template's version: `9 of 10 pages`. */
  readonly message: (part: OnePart, findings: readonly Finding[], have: string) => string;
}
