import type { SiteAgreement } from './agreement/site-agreement.ts';
import type { ComparedPage } from './check-digest.ts';
import type { Finding } from './finding.ts';
import type { Requirement } from './required-node/rule.ts';

/** The files of the site, as checks need them. */
export interface CheckWorld {
  /** Text of a page; undefined where it cannot be had. */
  source(page: string): string | undefined;
  /** Is there a file or folder at this path from the site's root, with `/`? */
  exists(path: string): boolean;
  /** Does the page match one of the globs? */
  matches(page: string, globs: readonly string[]): boolean;
}

/** Is a setting about this page: does it name no pages, or match it with one of its globs? */
export function concernsPage(
  { pages }: { readonly pages?: readonly string[] },
  page: string,
  matches: CheckWorld['matches'],
): boolean {
  return !pages || pages.length === 0 || matches(page, pages);
}

/** Where a node of a page stands: an element's start tag, all of another node. */
export type PlaceOf = (page: string, node: number) => { page: string; start: number; end: number };

/** A page of a template group, asked for findings. */
export interface PageUnderCheck {
  readonly compared: ComparedPage;
  readonly world: CheckWorld;
  /** What the pages of the site agree on beside nodes. */
  readonly agreement: SiteAgreement;
  /** Does it share its template with no other page, on a site where others do? */
  readonly isAlone: boolean;
  readonly required: readonly Requirement[];
  readonly placeOf: PlaceOf;
  /** Another page, undefined where its text cannot be had. */
  load(page: string): ComparedPage | undefined;
}

/** A check that looks at one page at a time; called for every page whose findings may have changed. */
export type PageCheck = (page: PageUnderCheck) => Finding[];
