import type { GroupingSummary } from 'templens-shared/labels';
import { agreement, bestCut } from '../core/layouts/best-cut.ts';

/** How well a grouping agrees with the known layouts of pages. */
export interface Agreement {
  /** Rand index and adjusted Rand index over the pages that are in both. */
  rand: number;
  adjustedRand: number;
  /** The cut through the dendrogram with the highest adjusted Rand index, and the number of groups that it makes. */
  best?: { height: number; groups: number; adjustedRand: number };
  /** Number of pages that are in both. */
  pages: number;
}

/** Compares a grouping, and the best cut through its dendrogram, with the known layouts. `gold` maps pages to layouts. */
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
