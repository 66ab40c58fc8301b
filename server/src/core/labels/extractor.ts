import type { CountChange } from '../counts/page-counts.ts';
import type { FeatureRows } from './features.ts';
import type { GroupPage } from './group-page.ts';
import type { NodeLabels } from './node-labels.ts';
import type { PageFeature } from './page-features.ts';
import type { PoolKeys } from './pooled-scores.ts';

/** What a page and its counts say of every row, as log-odds, and the keys under which rows of other pages are like it. */
export interface PageScores {
  readonly rows: FeatureRows;
  readonly keys: PoolKeys;
  readonly logOdds: Float64Array;
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

/**
 * Labels the pages of one group, or of any other set of pages that are compared, out of its counts. `Part` are the features that it reads
 * of a page. The members are properties, not methods, so that the compiler refuses pages without these features.
 */
export interface GroupExtractor<Part extends PageFeature = never> {
  /** After a page's counts went in. */
  readonly added: (page: GroupPage<Part>) => void;
  /** Before a page's counts go out. */
  readonly removing: (page: GroupPage<Part>) => void;
  /** After a batch of changes: the pages whose labels may have changed. */
  readonly settle: (change: GroupChange) => Set<number>;
  /** Keys that `settle` visited since the last call, where the extractor counts them. */
  readonly takeWork?: () => number;
  /** Labels of a page as of the last `settle`; `scores` are what `scores` gave since then, if it was asked. */
  readonly label: (page: GroupPage<Part>, scores?: PageScores) => NodeLabels;
  /** The scores of a page that are pooled over the site, where the extractor does this. */
  readonly scores?: (page: GroupPage<Part>) => PageScores;
}
