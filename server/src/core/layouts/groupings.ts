import type { GroupingName } from 'templens-shared/settings';
import type { ParsedPage } from '../../html/tree.ts';
import { SingleLinkage } from '../../lab/grouping/linkage.ts';
import { pathSet } from '../../lab/grouping/path-set.ts';
import { pathShingles, tagShingles } from '../../lab/grouping/shingles.ts';
import { TextGrouping } from '../../lab/grouping/text-grouping.ts';
import { textHash } from '../../lab/grouping/text-hash.ts';
import { textMdl } from '../../lab/grouping/text-mdl.ts';
import { textPaths } from '../../lab/grouping/text-paths.ts';
import { DefaultGrouping } from './default-grouping.ts';
import { layoutSet } from './default-layout-set.ts';
import type { Grouping } from './grouping.ts';

/** What a grouping knows of a page, and how it is made. */
interface GroupingKind {
  shingles: (page: ParsedPage) => Float64Array;
  /** `threshold` is the largest distance that links two pages; null where the settings name none. */
  make: (threshold: number | null) => Grouping;
}

const linkage =
  (usual: number) =>
  (threshold: number | null): Grouping =>
    new SingleLinkage(threshold ?? usual);

/** Distances of sets with the thresholds of the best adjusted Rand index on the corpus (docs/algorithms.md). */
export const linkageThresholds = { cp: 0.3, cps: 0.2, ctss: 0.5 } as const;

const kinds: Record<GroupingName, GroupingKind> = {
  default: { shingles: layoutSet, make: threshold => new DefaultGrouping(threshold ?? 0.325) },
  cp: { shingles: pathSet, make: linkage(linkageThresholds.cp) },
  cps: { shingles: tree => pathShingles(tree), make: linkage(linkageThresholds.cps) },
  ctss: { shingles: tree => tagShingles(tree), make: linkage(linkageThresholds.ctss) },
  'text-mdl': { shingles: textPaths, make: () => new TextGrouping(textMdl) },
  'text-hash': { shingles: textPaths, make: () => new TextGrouping((classes, size) => textHash(classes, size)) },
};

/** An empty grouping; `threshold` null is the grouping's own, and TEXT has none. */
export function makeGrouping(name: GroupingName, threshold: number | null): Grouping {
  return kinds[name].make(threshold);
}

/** The set by which the grouping of this name knows a page: sorted 53-bit hashes. */
export function shinglesOf(name: GroupingName, page: ParsedPage): Float64Array {
  return kinds[name].shingles(page);
}
