import type { Finding } from '../findings/finding.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import type { SiteAgreement } from '../statements/site-agreement.ts';
import type { CheckWorld } from './check-world.ts';
import type { Requirement } from './required-node/rule.ts';

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
