import { thresholds as countThresholds } from '../../core/counts/thresholds.ts';
import { type MatrixSize, mdlCost, minus, type NonZeros, plus } from './mdl-cost.ts';
import { countsOfEqualDocuments, mergedCounts, mergedNonZeros, nonZeros, type PathCounts } from './path-counts.ts';

/** Documents with equal essential paths, which are one cluster from the start (docs/lab/algorithms.md). `paths` is sorted. */
export interface EssentialClass {
  readonly paths: Float64Array;
  /** Number of documents. */
  readonly documents: number;
}

interface Cluster extends PathCounts {
  /** Indices of classes, ascending. */
  classes: number[];
  nonZeros: NonZeros;
}

/**
 * TEXT-MDL (Kim 2011; docs/lab/algorithms.md): repeatedly merges the pair of clusters that gives the lowest cost, as long as the cost falls;
 * of equal pairs the one with the smallest class indices. At least quadratic in the number of classes. Returns clusters as lists of class
 * indices.
 */
export function textMdl(classes: readonly EssentialClass[], size: MatrixSize): number[][] {
  const clusters = new Map<number, Cluster>();
  const pairs = new PairsByChange(classes.length);
  let total: NonZeros = { template: 0, missing: 0, surplus: 0 };
  const insert = (index: number, cluster: Cluster): void => {
    for (const [otherIndex, other] of clusters) {
      const change = minus(mergedNonZeros(other, cluster), plus(other.nonZeros, cluster.nonZeros));
      pairs.add(Math.min(index, otherIndex), Math.max(index, otherIndex), change);
    }
    clusters.set(index, cluster);
    total = plus(total, cluster.nonZeros);
  };
  const take = (index: number): Cluster => {
    const cluster = clusters.get(index)!;
    clusters.delete(index);
    for (const other of clusters.keys()) pairs.delete(Math.min(index, other), Math.max(index, other));
    total = minus(total, cluster.nonZeros);
    return cluster;
  };
  for (const [index, { paths, documents }] of classes.entries()) {
    const counts = countsOfEqualDocuments(paths, documents);
    insert(index, { ...counts, classes: [index], nonZeros: nonZeros(counts) });
  }
  for (let cost = mdlCost(total, size); ; ) {
    const best = pairs.cheapest(change => mdlCost(plus(total, change), size));
    if (!best || best.cost > cost - countThresholds.tolerance) break;
    cost = best.cost;
    const [a, b] = [take(best.first), take(best.second)];
    const counts = mergedCounts(a, b);
    insert(best.first, { ...counts, classes: [...a.classes, ...b.classes], nonZeros: nonZeros(counts) });
  }
  return sortedClusters([...clusters.values()]);
}

/** Returns the class indices of each cluster, ascending, and the clusters by their first index. Sorts `classes` of each cluster in place. */
export function sortedClusters(clusters: readonly { classes: number[] }[]): number[][] {
  return clusters.map(({ classes }) => classes.sort((a, b) => a - b)).sort((a, b) => a[0]! - b[0]!);
}

/**
 * Pairs of clusters by the change of the nonzero entries that merging them makes. The change of a pair is constant, its cost is not, because
 * entropy is not additive. But the cost depends only on the change, and there are far fewer different changes than pairs.
 */
class PairsByChange {
  #buckets = new Map<string, { change: NonZeros; pairs: Set<number> }>();
  #keys = new Map<number, string>();
  /** Factor that packs the two indices of a pair into one number; larger than every index. */
  #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(first: number, second: number, change: NonZeros): void {
    const key = `${change.template} ${change.missing} ${change.surplus}`;
    const pair = first * this.#limit + second;
    this.#keys.set(pair, key);
    const bucket = this.#buckets.get(key);
    if (bucket) bucket.pairs.add(pair);
    else this.#buckets.set(key, { change, pairs: new Set([pair]) });
  }

  delete(first: number, second: number): void {
    const pair = first * this.#limit + second;
    const key = this.#keys.get(pair)!;
    const { pairs } = this.#buckets.get(key)!;
    this.#keys.delete(pair);
    pairs.delete(pair);
    if (pairs.size === 0) this.#buckets.delete(key);
  }

  /** The pair of least cost; of several the one with the smallest indices. */
  cheapest(costOf: (change: NonZeros) => number): { first: number; second: number; cost: number } | undefined {
    let least = Number.POSITIVE_INFINITY;
    let cheapest: ReadonlySet<number>[] = [];
    for (const { change, pairs } of this.#buckets.values()) {
      const cost = costOf(change);
      if (cost < least) cheapest = [];
      if (cost <= least) cheapest.push(pairs);
      least = Math.min(cost, least);
    }
    if (cheapest.length === 0) return undefined;
    let pair = Number.POSITIVE_INFINITY;
    for (const pairs of cheapest) for (const other of pairs) pair = Math.min(pair, other);
    return { first: Math.floor(pair / this.#limit), second: pair % this.#limit, cost: least };
  }
}
