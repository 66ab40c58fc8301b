import type { Copies } from '../classify/copies.ts';
import type { PooledScores, PoolKeys } from '../classify/pooled-scores.ts';
import type { CountChange, PageCounts, PageKeys } from '../counts/page-counts.ts';
import type { PagedCounts } from '../counts/paged-counts.ts';
import type { PageFeatures } from '../page/page-features.ts';
import type { PageTree } from '../page/tree.ts';
import type { Part } from '../parts/part.ts';
import type { Sharing } from '../parts/sharing.ts';
import type { Instance } from '../parts/site-parts.ts';
import type { StyleTree } from '../sst/style-tree.ts';

/** Labels of one page, by tree node; nodes that get no label (comments, blank texts) have that of their parent. */
export interface NodeLabels {
  /** 1 = template, 0 = content. */
  readonly label: Uint8Array;
  /** Confidence in [0,1] that the node is template. */
  readonly score: Float64Array;
}

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
  /** Element node of the group's style tree, by tree node; -1 outside the node universe. */
  readonly elements: Int32Array;
}

/** A shared part on a page. */
interface PartOnPage {
  readonly instance: Instance;
  readonly part: Part;
}

/** What is counted over the pages of a group, or over any other set of pages that are compared, by the key ids of the site's counts; `site` over all pages. */
export interface GroupCounts {
  readonly pages: ReadonlyMap<number, GroupPage>;
  readonly styles: StyleTree;
  readonly nodes: PagedCounts;
  readonly places: PagedCounts;
  readonly site: {
    readonly nodes: PageCounts;
    readonly places: PageCounts;
    readonly size: () => number;
    /** The shared parts, as of the last `settle`: where a page has some, how many pages must have a node or a part, and which nodes they share. */
    readonly parts: {
      readonly instances: (page: number) => readonly PartOnPage[];
      readonly need: () => number;
      readonly sharing: (page: number) => Sharing;
    };
    /** Pages that repeat another page. */
    readonly copies: Copies;
    /** Scores of equal nodes on other pages; empty where no extractor asks for them. */
    readonly pool: PooledScores;
  };
}

/** Keys whose page counts an update raised or lowered by one, in one `PageCounts`. */
export interface GroupChange {
  /** Size of the group before. */
  readonly sizeBefore: number;
  /** So much changed that every page is to be labelled anew; which keys changed was not recorded. */
  readonly all: boolean;
  /** Pages that were added, removed or replaced. */
  readonly pages: ReadonlySet<number>;
  readonly nodes: CountChange;
}

/** Labels the pages of one group, or of any other set of pages that are compared, out of its counts. */
export interface GroupExtractor {
  /** After a page's counts went in. */
  added(page: GroupPage): void;
  /** Before a page's counts go out. */
  removing(page: GroupPage): void;
  /** After a batch of changes: the pages whose labels may have changed. */
  settle(change: GroupChange): Set<number>;
  /** Labels of a page as of the last `settle`. */
  label(page: GroupPage): NodeLabels;
  /** The scores of a page that are pooled over the site, where the extractor does this. */
  scores?(page: GroupPage): { keys: PoolKeys; logOdds: Float64Array };
}
