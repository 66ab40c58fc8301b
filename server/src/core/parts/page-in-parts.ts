import type { PageLinkTargets, PageTree } from '../../html/tree.ts';
import type { PageDirectives } from '../directives/page-directives.ts';
import type { DeclaredElement } from './declared-elements.ts';

/** The data of a page that is needed to find its shared parts. */
export interface PageInParts {
  readonly id: number;
  /** 53-bit hash of its path. */
  readonly hash: number;
  /** Path from the site's root, with `/`. */
  readonly name: string;
  readonly tree: PageTree;
  /** By tree node, the id of its node key in the site's counts; -1 for none. */
  readonly keys: Int32Array;
  /** By tree node, the id of its place (label path with display attributes) in the site's counts; -1 for none. */
  readonly places: Int32Array;
  readonly links: PageLinkTargets;
  readonly directives: PageDirectives | undefined;
  /** Elements that the settings declare to be parts. */
  readonly declared?: readonly DeclaredElement[] | undefined;
  /** Language of the page, empty if unknown; see `pageLanguage`. */
  readonly language: string;
}
