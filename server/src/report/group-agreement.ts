import type { GroupingSummary } from 'templens-shared/labels';
import { agreement, bestCut } from '../core/layouts/best-cut.ts';

/** How well groups agree with known ones. */
export interface Agreement {
  /** Rand index and adjusted Rand index over the pages that both know. */
  rand: number;
  adjustedRand: number;
  /** The cut through the tree that agrees best. */
  best?: { height: number; groups: number; adjustedRand: number };
  pages: number;
}

/** How well groups, and the best cut through their tree, agree with the known ones, over the pages that are in both. */
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
