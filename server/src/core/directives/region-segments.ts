import { step } from '../../html/steps.ts';
import type { LabelDirective } from './page-directives.ts';

/** A page cut at the borders of marked regions: offsets from `cuts[i]` to before `cuts[i + 1]` are in the region with index `region[i]`; -1: none. */
export interface RegionSegments {
  readonly cuts: readonly number[];
  readonly region: readonly number[];
}

/** Cuts a page at the borders of regions, which must be sorted by start; of nested regions the one that starts last counts. */
export function regionSegments(regions: readonly LabelDirective[]): RegionSegments {
  const cuts = [...new Set(regions.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  const open: number[] = [];
  let next = 0;
  const region = cuts.map(cut => {
    for (; next < regions.length && regions[next]!.start === cut; next++) open.push(next);
    while (open.length > 0 && regions[open.at(-1)!]!.end <= cut) open.pop();
    return open.at(-1) ?? -1;
  });
  return { cuts, region };
}

/** Index of the segment that contains an offset; -1 before the first cut. */
export function segmentAt({ cuts }: RegionSegments, offset: number): number {
  let low = -1;
  let high = cuts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (cuts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** True if the innermost region that holds an offset leaves it open. Elements with an attribute count as regions. */
export function isOpenAt(offset: number, labels: readonly LabelDirective[]): boolean {
  step(labels.length);
  let isOpen = false;
  for (const { kind, label, start, end } of labels) {
    if (offset < start || offset >= end) continue;
    if (kind !== 'override' && kind !== 'ignore') isOpen = kind === 'editable' || (isOpen && kind === 'repeat');
    else if (label === 'content') return true;
  }
  return isOpen;
}
