import { intersectionSize } from '../grouping/set-distance.ts';

/** A page with the keys by which variants of a template differ, ascending. */
export interface Optioned {
  readonly id: number;
  readonly options: Int32Array;
}

/** Share of common options from which two pages have the same variant. */
const SAME_VARIANT = 0.75;

/**
 * Parts pages into variants of one template (G4: two versions that are both common are two templates): in the order given, each page joins
 * the first page whose options are alike (leader clustering; Jaccard index of at least 0.75), or leads a variant of its own.
 * @returns the leader of each page.
 */
export function variantsOf(pages: readonly Optioned[]): Map<number, number> {
  const leaders: Optioned[] = [];
  const variant = new Map<number, number>();
  for (const page of pages) {
    const leader = leaders.find(({ options }) => jaccard(options, page.options) >= SAME_VARIANT);
    if (!leader) leaders.push(page);
    variant.set(page.id, (leader ?? page).id);
  }
  return variant;
}

function jaccard(a: Int32Array, b: Int32Array): number {
  if (a.length === 0 && b.length === 0) return 1;
  const common = intersectionSize(a, b);
  return common / (a.length + b.length - common);
}
