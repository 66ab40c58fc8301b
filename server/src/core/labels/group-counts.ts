import type { PageCounts } from '../counts/page-counts.ts';
import type { PagedCounts } from '../counts/paged-counts.ts';
import type { Instance } from '../parts/page-instances.ts';
import type { Part } from '../parts/part.ts';
import type { Sharing } from '../parts/sharing.ts';
import type { Copies } from './copies.ts';
import type { GroupPage } from './group-page.ts';
import type { LearnedScores } from './learned-scores.ts';
import type { PageFeature } from './page-features.ts';
import type { PooledScores } from './pooled-scores.ts';
import type { StyleTree } from './style-tree.ts';

/** A shared part on a page. */
interface PartOnPage {
  readonly instance: Instance;
  readonly part: Part;
}

/** What is counted over the pages of a group, or over any other set of pages that are compared, by the key ids of the site's counts; `site` over all pages; `Read` are features of the pages. */
export interface GroupCounts<Read extends PageFeature = never> {
  readonly pages: ReadonlyMap<number, GroupPage<Read>>;
  /** Undefined where no extractor reads it, and nobody asked for it. */
  readonly styles: StyleTree | undefined;
  /** The style tree, made now if there is none, and kept up to date from then on. */
  readStyles(): StyleTree;
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
    /** What the user's corrections say about like nodes; empty where there are none. */
    readonly learned: LearnedScores;
  };
}
