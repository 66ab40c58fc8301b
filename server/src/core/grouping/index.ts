import type { GroupingName } from 'templens-shared/settings';
import type { ParsedPage } from '../page/tree.ts';
import type { Grouping } from './grouping.ts';
import { SingleLinkage } from './linkage.ts';
import { pathSet } from './path-set.ts';
import { pathShingles, tagShingles } from './shingles.ts';

/** What a grouping knows of a page, and how it is made; `threshold` is the largest distance that links two pages. */
interface GroupingKind {
  shingles: (page: ParsedPage) => Float64Array;
  make: (threshold: number) => Grouping;
  /** Threshold where the settings name none. */
  threshold: number;
}

const singleLinkage = (threshold: number): Grouping => new SingleLinkage(threshold);

const kinds: Record<GroupingName, GroupingKind> = {
  default: { shingles: pathSet, make: singleLinkage, threshold: 0.4 },
  cp: { shingles: pathSet, make: singleLinkage, threshold: 0.4 },
  cps: { shingles: tree => pathShingles(tree), make: singleLinkage, threshold: 0.4 },
  ctss: { shingles: tree => tagShingles(tree), make: singleLinkage, threshold: 0.4 },
};

/** An empty grouping; `threshold` null is the grouping's own. */
export function makeGrouping(name: GroupingName, threshold: number | null): Grouping {
  return kinds[name].make(threshold ?? kinds[name].threshold);
}

/** The set by which the grouping of this name knows a page: sorted 53-bit hashes. */
export function shinglesOf(name: GroupingName, page: ParsedPage): Float64Array {
  return kinds[name].shingles(page);
}
