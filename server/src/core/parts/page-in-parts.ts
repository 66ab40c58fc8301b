import type { PageLinkTargets, PageTree } from '../../html/tree.ts';
import type { PageDirectives } from '../directives/page-directives.ts';
import type { DeclaredElement } from './declared-elements.ts';

/** What shared parts are found by, of one page. */
export interface PageInParts {
  readonly id: number;
  /** 53-bit hash of its path. */
  readonly hash: number;
  /** Path from the site's root, with `/`. */
  readonly name: string;
  readonly tree: PageTree;
  /** By node: id of its key in the site's counts, -1 for none. */
  readonly keys: Int32Array;
  /** The same of its place: the label path with display attributes. */
  readonly places: Int32Array;
  readonly links: PageLinkTargets;
  readonly directives: PageDirectives | undefined;
  /** What the settings declare to be parts. */
  readonly declared?: readonly DeclaredElement[] | undefined;
  /** See `pageLanguage`. */
  readonly language: string;
}
