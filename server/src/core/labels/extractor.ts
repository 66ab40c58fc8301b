import type { CountChange } from '../counts/page-counts.ts';
import type { FeatureRows } from './features.ts';
import type { GroupPage } from './group-page.ts';
import type { NodeLabels } from './node-labels.ts';
import type { PageFeature } from './page-features.ts';
import type { PoolKeys } from './pooled-scores.ts';

/** Scores of a page before pooling: the log-odds of every row, and the keys under which they are averaged with those of other pages. */
export interface PageScores {
  readonly rows: FeatureRows;
  readonly keys: PoolKeys;
  readonly logOdds: Float64Array;
}

/** Changes of a group since the last `settle`. */
export interface GroupChange {
  /** Number of pages before the change. */
  readonly sizeBefore: number;
  /** True if every page must be labelled again; `nodes` is incomplete then. */
  readonly all: boolean;
  /** Pages that were added, removed or replaced. */
  readonly pages: ReadonlySet<number>;
  /** Node keys whose page counts changed. */
  readonly nodes: CountChange;
}

/**
 * Labels the pages of a group, or of another set of compared pages. `Part` is the union of the page features that it reads. The members are
 * properties, not methods: only then does the compiler reject pages without these features (parameters of methods are bivariant).
 */
export interface GroupExtractor<Part extends PageFeature = never> {
  /** Called after a page was counted. */
  readonly added: (page: GroupPage<Part>) => void;
  /** Called before the counts of a page are removed. */
  readonly removing: (page: GroupPage<Part>) => void;
  /** Applies a batch of changes; returns the pages whose labels may have changed. */
  readonly settle: (change: GroupChange) => Set<number>;
  /** Returns the number of keys that `settle` visited since the last call. */
  readonly takeWork?: () => number;
  /** Returns the labels of a page by the counts of the last `settle`. @param scores result of `scores` since then; computed again if missing */
  readonly label: (page: GroupPage<Part>, scores?: PageScores) => NodeLabels;
  /** Scores of a page for the pool of the site; absent if the extractor does not pool scores. */
  readonly scores?: (page: GroupPage<Part>) => PageScores;
}
