import type { CheckSettings } from 'templens-shared/diagnostics';
import type { SiteModel } from '../site-model.ts';
import type { GroupAgreement } from './agreement/group-agreement.ts';
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

/** Where a node of a page stands: an element's start tag, all of another node. */
export type PlaceOf = (page: string, node: number) => { page: string; start: number; end: number };

/** A page of a template group, asked for findings. */
export interface PageUnderCheck {
  readonly name: string;
  readonly compared: ComparedPage;
  readonly model: SiteModel;
  readonly settings: CheckSettings;
  readonly world: CheckWorld;
  /** What the pages of its group agree on beside nodes. */
  readonly agreement: GroupAgreement;
  /** Is it the only page of its group, on a site where other groups have several? */
  readonly isAlone: boolean;
  readonly required: readonly Requirement[];
  readonly placeOf: PlaceOf;
  /** Another page, undefined where its text cannot be had. */
  load(page: string): ComparedPage | undefined;
  /** How many pages of the page's group and language hold the node's subtree as it is, of how many; undefined where too few vote. */
  support(node: number): { pages: number; of: number } | undefined;
  /** Is the node's subtree, as it is, what the majority has? */
  isTemplate(node: number): boolean;
}

/** A check that looks at one page at a time; called for every page whose findings may have changed. */
export type PageCheck = (page: PageUnderCheck) => Finding[];
