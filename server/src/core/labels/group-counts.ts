import type { PageTree } from '../../html/tree.ts';
import type { ChunkedCounts } from '../counts/chunked-counts.ts';
import type { PageCounts, PageKeys } from '../counts/page-counts.ts';
import type { Run } from '../parts/instances.ts';
import type { Instance } from '../parts/page-instances.ts';
import type { Part } from '../parts/part.ts';
import type { Sharing } from '../parts/sharing.ts';
import type { Copies } from './copies.ts';
import type { GroupPage } from './group-page.ts';
import type { LearnedScores } from './learned-scores.ts';
import type { PageFeature } from './page-features.ts';
import type { PooledScores, PoolKeys } from './pooled-scores.ts';
import type { StyleTree } from './style-tree.ts';

/** An instance of a shared part on a page. */
interface PartOnPage {
  readonly instance: Instance;
  readonly part: Part;
}

/** A page whose nodes are scored; `nodes` and `places` are ids of node keys and places, by tree node, -1 for none. */
export interface ScoredPage {
  readonly id: number;
  readonly tree: PageTree;
  readonly nodes: PageKeys;
  readonly places: PageKeys;
}

/** An instance of a shared part, with the numbers of pages that the features read. */
export interface CountedInstance {
  readonly instance: Omit<Run, 'locked' | 'translated'> & { readonly variant: { readonly pages: { readonly size: number } } };
  readonly part: { readonly pages: { readonly size: number } };
}

/** Page counts by key id. */
interface KeyCounts {
  readonly count: (id: number) => number;
}

/**
 * All that the default labels know of other pages: counts over the pages that a page is compared with, the page itself included, and over all
 * pages (`site`). Both the model of a site and a frozen model (`HostModel`) answer it, so that there is one computation of features.
 */
export interface LabelCounts {
  readonly pages: { readonly size: number; readonly has: (id: number) => boolean };
  readonly nodes: KeyCounts;
  readonly site: {
    readonly nodes: KeyCounts;
    /** Returns the number of pages. */
    readonly size: () => number;
    readonly parts: {
      readonly instances: (page: number) => readonly CountedInstance[];
      readonly minimumPages: () => number;
      readonly sharing: (page: number) => Sharing;
    };
    readonly copies: { readonly copiesOf: (page: number) => readonly { readonly id: number; readonly nodes: PageKeys }[] };
    readonly pool: { readonly pooled: (keys: PoolKeys, logOdds: Float64Array) => Float64Array };
    readonly learned: { readonly learned: (keys: PoolKeys, logOdds: Float64Array) => Float64Array | undefined };
  };
}

/**
 * Counts over the pages of a group, or of another set of compared pages; `site` holds the counts over all pages. All use the key ids of the
 * site's counts. `Read` is the union of the page features that an extractor reads.
 */
export interface GroupCounts<Read extends PageFeature = never> {
  readonly pages: ReadonlyMap<number, GroupPage<Read>>;
  /** The style tree of the pages; undefined until an extractor or `readStyles` requests it. */
  readonly styles: StyleTree | undefined;
  /** Returns the style tree. The first call makes it; it is kept up to date from then on. */
  readStyles(): StyleTree;
  /** Pages that hold each node key, and each place key. */
  readonly nodes: ChunkedCounts;
  readonly places: ChunkedCounts;
  readonly site: {
    readonly nodes: PageCounts;
    readonly places: PageCounts;
    /** Returns the number of pages. */
    readonly size: () => number;
    /** The shared parts at the last `settle`: the instances on a page, the least number of pages that share a node or part, a page's shared nodes. */
    readonly parts: {
      readonly instances: (page: number) => readonly PartOnPage[];
      readonly minimumPages: () => number;
      readonly sharing: (page: number) => Sharing;
    };
    /** Pages that repeat other pages. */
    readonly copies: Copies;
    /** Mean scores of equal nodes over pages; empty if the extractor does not pool scores. */
    readonly pool: PooledScores;
    /** Scores learned from the user's corrections; empty without corrections. */
    readonly learned: LearnedScores;
  };
}
