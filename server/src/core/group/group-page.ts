import type { PageKeys } from '../counts/page-counts.ts';
import type { PageFeatures } from '../digest/page-features.ts';
import type { PageTree } from '../page/tree.ts';

/** A page as its group sees it. */
export interface GroupPage {
  readonly id: number;
  /** Path relative to the site's root, with `/`. */
  readonly name: string;
  readonly tree: PageTree;
  /** Keys of nodes (label path, name and attributes or text) and of places (path with display attributes) in the site's counts. */
  readonly nodes: PageKeys;
  readonly places: PageKeys;
  /** Has the parts that the extractor asks for. */
  readonly features: PageFeatures;
  /** Element node of the group's style tree, by tree node; -1 outside the node universe; empty where there is no style tree. */
  readonly elements: Int32Array;
}
