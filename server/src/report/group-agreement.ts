import type { GroupingSummary } from 'templens-shared/labels';
import { agreement, bestCut } from '../core/layouts/best-cut.ts';

/** How well a grouping agrees with the known layouts of pages. */
export interface Agreement {
  /** Rand index, in [0,1], and adjusted Rand index, at most 1 and about 0 by chance, over the pages with a known layout (see `randIndex`). */
  rand: number;
  adjustedRand: number;
  /** The cut through the dendrograms with the highest adjusted Rand index: its height and number of groups. Missing without a dendrogram. */
  best?: { height: number; groups: number; adjustedRand: number };
  /** Number of pages in the grouping that have a known layout. */
  pages: number;
}

/** Compares a grouping, and the best cut through its dendrograms, with the known layouts. `gold` maps pages to their correct layouts. */
export function agreementWith(gold: ReadonlyMap<string, string>, { groups, merges }: GroupingSummary): Agreement {
  const pages = groups.reduce((count, group) => count + group.pages.filter(page => gold.has(page)).length, 0);
  return {
    ...agreement(
      groups.map(group => group.pages),
      gold,
    ),
    ...(merges.length > 0 && { best: bestCut(merges, gold) }),
    pages,
  };
}
