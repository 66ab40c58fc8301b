import { thresholds as countThresholds } from '../counts/thresholds.ts';
import type { Clusters, Dendrogram } from './dendrogram.ts';
import { inConflict, type LayoutMarks, statedApart, unitingKeys } from './layout-marks.ts';
import { thresholds } from './thresholds.ts';

/** A cut of a tree into layouts. */
export interface LayoutCut {
  /** The height of the cut, except in branches where marks require another height. */
  height: number;
  clusters: Clusters;
}

/**
 * Cuts a tree into layouts at a height. Marks that contradict the cut move it: in the branch of their pages, and in the whole tree if they
 * unite two clusters with many pages and no other mark forbids it (docs/lab/grouping.md).
 * @param weights number of pages of each item
 * @param moves true if the height may be moved for the whole tree
 */
export function cutLayouts(
  tree: Dendrogram,
  weights: readonly number[],
  marks: readonly LayoutMarks[],
  height: number,
  moves: boolean,
): LayoutCut {
  const marked = [...marks.keys()].filter(item => isMarked(marks[item]!));
  if (marked.length === 0) return { height, clusters: tree.cut(height) };
  const moved = moves ? siteHeight(tree, weights, marks, height) : height;
  const split = tree.cut(moved).flatMap(cluster => splitCluster(tree, cluster, weights, marks));
  return { height: moved, clusters: unite(split, marks) };
}

/**
 * Returns the lowest height from `height` on at which a tree is cut into as few layouts as people use: at most the square root of the number of
 * items. Returns the height of frames if no lower cut does, so pages that have little in common stay apart.
 */
export function usualHeight(tree: Dendrogram, height: number): number {
  const highest = Math.min(1, height * thresholds.frameFactor);
  const most = Math.max(thresholds.fewLayouts, Math.sqrt(tree.items));
  // Every merge joins two clusters, and a cut makes all merges up to its height.
  const needed = tree.merges.map(merge => merge.height).sort((a, b) => a - b)[tree.items - Math.floor(most) - 1];
  return needed === undefined ? height : Math.max(height, Math.min(highest, needed));
}

function isMarked({ declared, named, same, apart }: LayoutMarks): boolean {
  return declared !== 0 || named !== 0 || same.length > 0 || apart.length > 0;
}

/** The lowest height from `height` on that satisfies the corrections about the whole site. */
function siteHeight(tree: Dendrogram, weights: readonly number[], marks: readonly LayoutMarks[], height: number): number {
  const clusters = tree.cut(height);
  const total = weightOf([...weights.keys()], weights);
  let raised = height;
  for (const key of new Set(marks.flatMap(({ same }) => same))) {
    const united = clusters
      .filter(cluster => cluster.some(item => marks[item]!.same.includes(key)))
      .sort((a, b) => weightOf(b, weights) - weightOf(a, weights) || a[0]! - b[0]!);
    const [first, second] = united;
    if (!second || weightOf(second, weights) < thresholds.wholeSiteShare * total - countThresholds.tolerance) continue;
    const inside = (cluster: number[]) => cluster.filter(item => marks[item]!.same.includes(key));
    raised = Math.max(raised, lowest(tree, inside(first!), inside(second)));
  }
  const against = marks.some(({ apart }, a) =>
    marks.some(
      (other, b) =>
        b > a && statedApart(apart, other.apart) && tree.copheneticDistance(a, b) <= raised + countThresholds.tolerance,
    ),
  );
  return against ? height : raised;
}

/** The lowest height at which an item of one list is merged with an item of the other. */
function lowest(tree: Dendrogram, first: readonly number[], second: readonly number[]): number {
  return Math.min(...first.flatMap(a => second.map(b => tree.copheneticDistance(a, b))));
}

/** Splits a cluster along its tree, separating the branch with fewer pages, until no part has items in conflict. */
function splitCluster(tree: Dendrogram, cluster: number[], weights: readonly number[], marks: readonly LayoutMarks[]): Clusters {
  let pair: [number, number] | undefined;
  for (const a of cluster) {
    for (const b of cluster) {
      if (b <= a || !inConflict(marks[a]!, marks[b]!)) continue;
      if (!pair || tree.copheneticDistance(a, b) > tree.copheneticDistance(...pair)) pair = [a, b];
    }
  }
  if (!pair) return [cluster];
  const height = tree.copheneticDistance(...pair);
  const branch = (of: number) =>
    cluster.filter(item => item === of || tree.copheneticDistance(of, item) < height - countThresholds.tolerance);
  const [first, second] = pair.map(branch) as [number[], number[]];
  const own = weightOf(first, weights) < weightOf(second, weights) ? first : second;
  const rest = cluster.filter(item => !own.includes(item));
  return [own, rest].flatMap(part => splitCluster(tree, part, weights, marks));
}

/** Merges clusters whose items share a uniting key, unless the settings separate them. */
function unite(clusters: Clusters, marks: readonly LayoutMarks[]): Clusters {
  let united = clusters;
  for (const key of [...new Set(marks.flatMap(unitingKeys))].sort((a, b) => a - b)) {
    const [first, ...others] = united.filter(cluster => cluster.some(item => unitingKeys(marks[item]!).includes(key)));
    for (const other of others) {
      if (first!.some(a => other.some(b => statedApart(marks[a]!.apart, marks[b]!.apart)))) continue;
      first!.push(...other);
      united = united.filter(cluster => cluster !== other);
    }
  }
  for (const cluster of united) cluster.sort((a, b) => a - b);
  return united.sort((a, b) => a[0]! - b[0]!);
}

function weightOf(items: readonly number[], weights: readonly number[]): number {
  return items.reduce((sum, item) => sum + weights[item]!, 0);
}
