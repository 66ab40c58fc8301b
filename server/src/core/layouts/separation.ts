import { limits } from './thresholds.ts';

/** Distances within a group and to the other groups. */
interface GroupSeparation {
  /** Largest distance from a layout to its nearest neighbour in the group; 0 for one layout. */
  spread: number;
  /** Largest distance between two layouts of the group. */
  diameter: number;
  /** Index of the nearest other group, and the smallest distance between layouts of both; undefined for a single group. */
  nearest: { group: number; distance: number } | undefined;
}

/** How well groups of layouts are separated; distances are in [0,1]. */
export interface Separation {
  groups: GroupSeparation[];
  /** Dunn index (Dunn 1974): smallest distance between groups divided by the largest diameter; undefined for one group or diameter 0. */
  dunn: number | undefined;
  /** All measured distances. */
  distances: Float64Array;
  /** True if not every pair of layouts was compared. */
  sampled: boolean;
}

/**
 * Measures the distances within and between groups of layouts. If there are more than `sample` layouts, only the first ones of each group are
 * compared. If there are more than `sample` groups, only pairs that include one of the first `sample` groups are.
 * @param groups the layouts of each group; groups and layouts in a reproducible order
 */
export function separation(
  groups: readonly (readonly number[])[],
  distance: (a: number, b: number) => number,
  sample: number = limits.comparedLayouts,
): Separation {
  const each = representatives(
    groups.map(({ length }) => length),
    sample,
  );
  const chosen = groups.flatMap((layouts, group) => layouts.slice(0, each).map(layout => ({ layout, group })));
  const all = groups.reduce((sum, { length }) => sum + length, 0);
  const measures: GroupSeparation[] = groups.map(() => ({ spread: 0, diameter: 0, nearest: undefined }));
  const nearestInside = new Float64Array(chosen.length).fill(Number.POSITIVE_INFINITY);
  const distances: number[] = [];
  for (let j = 1; j < chosen.length; j++) {
    const b = chosen[j]!;
    for (let i = 0; i < Math.min(j, sample); i++) {
      const a = chosen[i]!;
      const d = distance(a.layout, b.layout);
      distances.push(d);
      if (a.group === b.group) {
        measures[a.group]!.diameter = Math.max(measures[a.group]!.diameter, d);
        nearestInside[i] = Math.min(nearestInside[i]!, d);
        nearestInside[j] = Math.min(nearestInside[j]!, d);
      } else {
        noteNearest(measures[a.group]!, b.group, d);
        noteNearest(measures[b.group]!, a.group, d);
      }
    }
  }
  for (const [i, { group }] of chosen.entries()) {
    const measure = measures[group]!;
    if (nearestInside[i]! <= 1) measure.spread = Math.max(measure.spread, nearestInside[i]!);
  }
  return {
    groups: measures,
    dunn: dunnIndex(measures),
    distances: Float64Array.from(distances),
    sampled: chosen.length < all || chosen.length > sample,
  };
}

/** Number of layouts that each group may contribute so that all together are at most `sample`; at least one. */
function representatives(sizes: readonly number[], sample: number): number {
  let each = sizes.reduce((most, size) => Math.max(most, size), 1);
  while (each > 1 && sizes.reduce((sum, size) => sum + Math.min(size, each), 0) > sample) each = Math.ceil(each * 0.9 - 1);
  return Math.max(1, each);
}

function noteNearest(measure: GroupSeparation, group: number, distance: number): void {
  const known = measure.nearest;
  if (!known || distance < known.distance || (distance === known.distance && group < known.group)) {
    measure.nearest = { group, distance };
  }
}

function dunnIndex(groups: readonly GroupSeparation[]): number | undefined {
  let between = Number.POSITIVE_INFINITY;
  let within = 0;
  for (const { nearest, diameter } of groups) {
    between = Math.min(between, nearest?.distance ?? between);
    within = Math.max(within, diameter);
  }
  return within === 0 || between === Number.POSITIVE_INFINITY ? undefined : between / within;
}
