import type { CheckSettings } from 'templens-shared/diagnostics';
import type { SiteModel } from '../site-model.ts';
import type { ComparedPage } from './check-digest.ts';
import type { Finding } from './finding.ts';

/** The files of the site, as checks need them. */
export interface CheckWorld {
  /** Text of a page; undefined where it cannot be had. */
  source(page: string): string | undefined;
  /** Is there a file or folder at this path from the site's root, with `/`? */
  exists(path: string): boolean;
}

/** A page of a template group, asked for findings. */
export interface PageUnderCheck {
  readonly name: string;
  readonly compared: ComparedPage;
  readonly model: SiteModel;
  readonly settings: CheckSettings;
  readonly world: CheckWorld;
  /** How many pages of the page's group and language hold the node's subtree as it is, of how many; undefined where too few vote. */
  support(node: number): { pages: number; of: number } | undefined;
  /** Is the node's subtree, as it is, what the majority has? */
  isTemplate(node: number): boolean;
}

/** A check that looks at one page at a time; called for every page whose findings may have changed. */
export type PageCheck = (page: PageUnderCheck) => Finding[];
