import { thresholds as countThresholds } from '../counts/thresholds.ts';
import { type Clusters, Dendrogram, type Merge } from './dendrogram.ts';

/**
 * Agglomerative clustering. The distance of two clusters is the mean distance of the items of one to their nearest item of the other, averaged
 * over both directions (a modified Hausdorff distance). So a cluster can be long, but a single item between two clusters does not join them.
 * Of equal distances, the pair with the first items is merged.
 * @param distances symmetric matrix
 * @param weights number of times that each item counts
 */
export function linkNearest(distances: readonly Float64Array[], weights: readonly number[]): Dendrogram {
  const merges: Merge[] = [];
  /** Items of each cluster, by its first item. */
  const clusters = new Map<number, number[]>(distances.map((_, item) => [item, [item]]));
  /** Node in the tree of each cluster, by its first item. */
  const nodes = distances.map((_, item) => item);
  const size = [...weights];
  /** `nearest[item][cluster]`: distance from an item to the nearest item of a cluster. */
  const nearest = distances.map(row => row.slice());
  /** `sums[a][b]`: sum of these distances to `b` over the items of `a`, by weight. */
  const sums = distances.map((row, item) => row.map(distance => distance * weights[item]!));
  while (clusters.size > 1) {
    let height = Number.POSITIVE_INFINITY;
    let pair: [number, number] = [0, 0];
    const ids = [...clusters.keys()];
    for (const [at, a] of ids.entries()) {
      for (let next = at + 1; next < ids.length; next++) {
        const b = ids[next]!;
        const distance = (sums[a]![b]! / size[a]! + sums[b]![a]! / size[b]!) / 2;
        if (distance >= height) continue;
        height = distance;
        pair = [a, b];
      }
    }
    const [keep, drop] = pair;
    merges.push({ left: nodes[keep]!, right: nodes[drop]!, height });
    nodes[keep] = distances.length + merges.length - 1;
    const kept = clusters.get(keep)!;
    for (const id of clusters.get(drop)!) kept.push(id);
    clusters.delete(drop);
    size[keep]! += size[drop]!;
    for (const row of nearest) row[keep] = Math.min(row[keep]!, row[drop]!);
    for (const [id, items] of clusters) {
      sums[keep]![id] = id === keep ? 0 : sums[keep]![id]! + sums[drop]![id]!;
      sums[id]![keep] = items.reduce((sum, item) => sum + weights[item]! * nearest[item]![keep]!, 0);
    }
  }
  return new Dendrogram(distances.length, merges);
}

/**
 * Returns the index of the cluster nearest to an item outside all clusters, among those that `fits` accepts; -1 if none is within the threshold.
 * The distance is the mean of two: the distance to the nearest item of a cluster, and the mean distance to its items.
 * @param distances from the item to each item of the clusters
 * @param weights number of times that each item of the clusters counts
 */
export function nearestCluster(
  distances: Float64Array,
  clusters: Clusters,
  weights: readonly number[],
  threshold: number,
  fits: (cluster: number) => boolean,
): number {
  let best = threshold + countThresholds.tolerance;
  let found = -1;
  for (const [cluster, items] of clusters.entries()) {
    if (!fits(cluster)) continue;
    let nearest = Number.POSITIVE_INFINITY;
    let sum = 0;
    let size = 0;
    for (const item of items) {
      const distance = distances[item]!;
      nearest = Math.min(nearest, distance);
      sum += weights[item]! * distance;
      size += weights[item]!;
    }
    const distance = (nearest + sum / size) / 2;
    if (distance < best || (found < 0 && distance <= best)) {
      best = distance;
      found = cluster;
    }
  }
  return found;
}
