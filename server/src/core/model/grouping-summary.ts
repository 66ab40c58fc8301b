import type { GroupingSummary, GroupSummary, LayoutLevel } from 'templens-shared/labels';
import { compareSets, hashSet } from '../layouts/distinct-sets.ts';
import type { Grouping } from '../layouts/grouping.ts';
import { layoutTree } from '../layouts/layout-tree.ts';
import { separation } from '../layouts/separation.ts';
import { thresholdFromGap } from '../layouts/threshold-gap.ts';

/**
 * Summarises the groups of a level, sorted by descending size, then by id; how well they are separated; and the tree of layouts.
 * @param named the layouts of the site: components of the grouping with id, name and pages.
 * @param pagesOf returns the pages of a layout set, see `Grouping`.
 * @param templateShare returns the share, in [0,1], of template nodes among the labelled nodes of pages.
 */
export function groupingSummary(
  grouping: Grouping,
  named: Parameters<typeof layoutTree>[0],
  pagesOf: Parameters<typeof layoutTree>[2],
  level: LayoutLevel,
  templateShare: (pages: readonly string[]) => number,
): GroupingSummary {
  const tree = layoutTree(named, grouping, pagesOf);
  const entries = tree.levels[level];
  const sets = entries.map(entry => inContentOrder(grouping, entry.layouts));
  const { threshold } = grouping;
  const { groups, dunn, distances, sampled } = separation(sets, (a, b) => grouping.distance(a, b));
  return {
    level,
    tree: tree.frames,
    heights: tree.heights,
    merges: tree.merges,
    groups: entries.map(({ template, layout, pages }, index): GroupSummary => {
      const { spread, diameter, nearest } = groups[index]!;
      return {
        template,
        layout,
        pages,
        templateShare: templateShare(pages),
        spread,
        diameter,
        ...(nearest && { nearest: { template: entries[nearest.group]!.template, distance: nearest.distance } }),
      };
    }),
    dunn: dunn ?? null,
    threshold: threshold ?? null,
    gapThreshold: (threshold === undefined ? undefined : thresholdFromGap(distances)) ?? null,
    sampled,
  };
}

/** Sorts the numbers of layout sets by hashes of the sets: a pseudorandom order for sampling that does not depend on the numbers. */
function inContentOrder(grouping: Grouping, numbers: readonly number[]): number[] {
  const keyed = numbers.map(number => {
    const set = grouping.set(number);
    return { number, set, hash: hashSet(set) };
  });
  keyed.sort((a, b) => a.hash - b.hash || compareSets(a.set, b.set));
  return keyed.map(({ number }) => number);
}
