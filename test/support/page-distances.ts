// Distances of pages as the literature compares them, over all pairs of some pages.

import { thresholds } from '../../server/src/core/counts/thresholds.ts';
import type { ParsedPage } from '../../server/src/core/directives/parsed-page.ts';
import { separation } from '../../server/src/core/layouts/separation.ts';
import { setDistance } from '../../server/src/core/layouts/set-distance.ts';
import { pathSet } from '../../server/src/lab/grouping/path-set.ts';
import { pathShingles, tagShingles } from '../../server/src/lab/grouping/shingles.ts';
import { type OrderedTree, pageOrderedTree } from '../../server/src/lab/tree-distance/ordered-tree.ts';
import { rtdmSimilarity } from '../../server/src/lab/tree-distance/rtdm.ts';
import { subtreeIds } from '../../server/src/lab/tree-distance/subtree-ids.ts';

export interface DistancePage {
  path: string;
  source: string;
  tree: ParsedPage;
}

/** Distances of all pairs of some pages, by `first * pages + second`. */
export interface DistanceMatrix {
  size: number;
  distances: Float64Array;
}

export const distanceNames = ['RTDM', 'CP', 'CPS', 'CTSS'] as const;
export type DistanceName = (typeof distanceNames)[number];

const setsOf = {
  CP: pathSet,
  CPS: (tree: ParsedPage) => pathShingles(tree),
  CTSS: (tree: ParsedPage) => tagShingles(tree),
} as const;

/** Compares every page with every other. */
export function distanceMatrix(name: DistanceName, pages: readonly DistancePage[]): DistanceMatrix {
  if (name !== 'RTDM') {
    const sets = pages.map(({ tree }) => setsOf[name](tree));
    return matrixOf(sets, setDistance);
  }
  const trees = pages.map(({ tree, source, path }) => pageOrderedTree(tree, subtreeIds(tree, source, path)));
  return matrixOf<OrderedTree>(trees, (a, b) => 1 - rtdmSimilarity(a, b));
}

function matrixOf<Item>(items: readonly Item[], distance: (a: Item, b: Item) => number): DistanceMatrix {
  const size = items.length;
  const distances = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = i + 1; j < size; j++) {
      distances[i * size + j] = distance(items[i]!, items[j]!);
      distances[j * size + i] = distances[i * size + j]!;
    }
  }
  return { size, distances };
}

/** Single linkage: names of the connected components of the pairs at or below a threshold, by item. */
export function linkedGroups({ size, distances }: DistanceMatrix, threshold: number): string[] {
  const group = Array.from({ length: size }, (_, item) => item);
  for (let i = 0; i < size; i++) {
    for (let j = i + 1; j < size; j++) {
      const [from, to] = [group[j]!, group[i]!];
      if (from === to || distances[i * size + j]! > threshold + thresholds.tolerance) continue;
      for (let item = 0; item < size; item++) if (group[item] === from) group[item] = to;
    }
  }
  return group.map(String);
}

/** Smallest distance between known groups by the largest within one; undefined for one group, or without distances within. */
export function dunnIndex({ size, distances }: DistanceMatrix, groups: readonly string[]): number | undefined {
  const items = [...new Set(groups)].map(name => groups.flatMap((group, item) => (group === name ? [item] : [])));
  return separation(items, (a, b) => distances[a * size + b]!, size).dunn;
}

/** The distances of all pairs, each once. */
export function pairDistances({ size, distances }: DistanceMatrix): Float64Array {
  const pairs = new Float64Array((size * (size - 1)) / 2);
  for (let i = 0, at = 0; i < size; i++) for (let j = i + 1; j < size; j++) pairs[at++] = distances[i * size + j]!;
  return pairs;
}
