import { thresholds as countThresholds } from '../../core/counts/thresholds.ts';
import { thresholds } from '../thresholds.ts';
import { type MatrixSize, mdlCost, minus, type NonZeros, plus } from './mdl-cost.ts';
import {
  estimatedJaccard,
  estimatedNonZeros,
  hashRank,
  mergeSignatures,
  type Rank,
  type Signature,
  signatureOf,
} from './min-hash.ts';
import { type EssentialClass, sortedClusters } from './text-mdl.ts';

interface Cluster {
  /** Index of its first class, which also decides ties. */
  index: number;
  classes: number[];
  documents: number;
  /** SUM |E(d)| over the documents. */
  essential: number;
  signature: Signature;
  nonZeros: NonZeros;
  /** The result of the last `bestPartner`, and how a merge with it changes the nonzero entries. */
  partner: { cluster: Cluster; change: NonZeros } | undefined;
}

/**
 * TEXT-HASH (Kim 2011; docs/lab/algorithms.md): TEXT-MDL with costs estimated from MinHash signatures, where a cluster is compared only
 * with those of the largest estimated Jaccard coefficient. Returns clusters as lists of class indices.
 */
export function textHash(
  classes: readonly EssentialClass[],
  size: MatrixSize,
  permutations: number = thresholds.permutations,
  rank: Rank = hashRank,
): number[][] {
  const clusters = new Set(initialClusters(classes, permutations, rank));
  let total: NonZeros = { template: 0, missing: 0, surplus: 0 };
  for (const cluster of clusters) total = plus(total, cluster.nonZeros);
  const costWith = (change: NonZeros): number => mdlCost(plus(total, change), size);
  for (const cluster of clusters) cluster.partner = bestPartner(cluster, clusters, costWith);

  for (let cost = mdlCost(total, size); ; ) {
    // A heap does not help: every merge changes the total, and with it the order of all costs.
    let best: { a: Cluster; b: Cluster; cost: number; change: NonZeros } | undefined;
    for (const a of clusters) {
      if (!a.partner) continue;
      const { cluster: b, change } = a.partner;
      const pairCost = costWith(change);
      if (!best || pairCost < best.cost || (pairCost === best.cost && isBefore(a, b, best.a, best.b)))
        best = { a, b, cost: pairCost, change };
    }
    if (!best || best.cost > cost - countThresholds.tolerance) break;
    cost = best.cost;
    total = plus(total, best.change);
    const gone = [best.a, best.b];
    const merged = merge(best.a, best.b);
    for (const cluster of gone) clusters.delete(cluster);
    clusters.add(merged);
    merged.partner = bestPartner(merged, clusters, costWith);
    for (const cluster of clusters) {
      if (cluster.partner && gone.includes(cluster.partner.cluster)) cluster.partner = bestPartner(cluster, clusters, costWith);
    }
  }
  return sortedClusters([...clusters]);
}

/** One cluster for each distinct signature. */
function initialClusters(classes: readonly EssentialClass[], permutations: number, rank: Rank): Cluster[] {
  const bySignature = new Map<string, Cluster>();
  for (const [index, { paths, documents }] of classes.entries()) {
    const signature = signatureOf(paths, documents, permutations, rank);
    const essential = paths.length * documents;
    const cluster = clusterOf({ index, classes: [index], documents, essential, signature });
    const key = signature.ranks.join();
    const known = bySignature.get(key);
    bySignature.set(key, known ? merge(known, cluster) : cluster);
  }
  return [...bySignature.values()];
}

function clusterOf(facts: Omit<Cluster, 'nonZeros' | 'partner'>): Cluster {
  const { signature, documents, essential } = facts;
  return { ...facts, nonZeros: estimatedNonZeros(signature, documents, essential), partner: undefined };
}

function merge(a: Cluster, b: Cluster): Cluster {
  return clusterOf({
    index: Math.min(a.index, b.index),
    classes: [...a.classes, ...b.classes],
    documents: a.documents + b.documents,
    essential: a.essential + b.essential,
    signature: mergeSignatures(a.signature, b.signature),
  });
}

/** The cheapest cluster to merge with, among those with the largest estimated Jaccard coefficient; undefined if that is 0. */
function bestPartner(cluster: Cluster, clusters: Iterable<Cluster>, costWith: (change: NonZeros) => number): Cluster['partner'] {
  let largest = 0;
  let alike: Cluster[] = [];
  for (const other of clusters) {
    if (other === cluster) continue;
    const jaccard = estimatedJaccard(cluster.signature, other.signature);
    if (jaccard === 0 || jaccard < largest) continue;
    if (jaccard > largest) alike = [];
    largest = jaccard;
    alike.push(other);
  }
  let best: { cluster: Cluster; change: NonZeros; cost: number } | undefined;
  for (const other of alike) {
    const { nonZeros } = merge(cluster, other);
    const change = minus(nonZeros, plus(cluster.nonZeros, other.nonZeros));
    const cost = costWith(change);
    if (!best || cost < best.cost || (cost === best.cost && other.index < best.cluster.index))
      best = { cluster: other, change, cost };
  }
  return best;
}

/** Order of pairs of clusters with equal cost. */
function isBefore(a: Cluster, b: Cluster, c: Cluster, d: Cluster): boolean {
  const [first, other] = [Math.min(a.index, b.index), Math.min(c.index, d.index)];
  return first < other || (first === other && Math.max(a.index, b.index) < Math.max(c.index, d.index));
}
