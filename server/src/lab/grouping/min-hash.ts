import type { NonZeros } from './mdl-cost.ts';
import { isTemplatePath } from './path-counts.ts';

/** Rank (32 bits) of a path in permutation `q`; the path is given by the low 32 bits of its hash. */
export type Rank = (path: number, q: number) => number;

/** Extended MinHash signature of a set of documents (Kim 2011; docs/lab/algorithms.md), one entry a permutation. */
export interface Signature {
  /** r: smallest rank among the essential paths of all documents. */
  ranks: Uint32Array;
  /** n: number of documents that have the path of that rank. */
  documents: Int32Array;
}

const seeds = Int32Array.from({ length: 128 }, (_, q) => mix(q + 1));

/** A `Rank` by hashing, for up to 128 permutations. */
export function hashRank(path: number, q: number): number {
  return mix(path ^ seeds[q]!);
}

/** Finaliser of MurmurHash3: a permutation of the 32-bit numbers. */
function mix(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Signature of `documents` documents that all have exactly these essential paths. */
export function signatureOf(paths: Float64Array, documents: number, permutations: number, rank: Rank): Signature {
  const ranks = new Uint32Array(permutations).fill(0xffffffff);
  for (const path of paths) {
    const low = path | 0;
    for (let q = 0; q < permutations; q++) {
      const own = rank(low, q);
      if (own < ranks[q]!) ranks[q] = own;
    }
  }
  return { ranks, documents: new Int32Array(permutations).fill(documents) };
}

/** Signature of the union of two disjoint sets of documents. */
export function mergeSignatures(a: Signature, b: Signature): Signature {
  const ranks = a.ranks.map((rank, q) => Math.min(rank, b.ranks[q]!));
  const documents = a.documents.map(
    (count, q) => (a.ranks[q]! === ranks[q] ? count : 0) + (b.ranks[q]! === ranks[q] ? b.documents[q]! : 0),
  );
  return { ranks, documents };
}

/** Estimated Jaccard coefficient of the path sets of two sets of documents. */
export function estimatedJaccard(a: Signature, b: Signature): number {
  let equal = 0;
  for (let q = 0; q < a.ranks.length; q++) if (a.ranks[q] === b.ranks[q]) equal++;
  return equal / a.ranks.length;
}

/**
 * Estimates for each l how many paths exactly l of the documents have, n(D_k,l) (Kim, Shim 2011, Lemma 4): the share of signature entries with
 * `n = l` estimates the share of paths, xi(D_k,l), and `SUM l n(D_k,l) = SUM |E(d)|` gives the scale. Returns a map from l to n(D_k,l).
 * @param essential SUM |E(d)|: the number of essential paths, summed over the documents
 */
export function estimatedPathsByDocuments({ documents }: Signature, essential: number): Map<number, number> {
  const entries = new Map<number, number>();
  let sum = 0;
  for (const count of documents) {
    entries.set(count, (entries.get(count) ?? 0) + 1);
    sum += count;
  }
  return new Map([...entries].map(([count, times]) => [count, sum === 0 ? 0 : (times * essential) / sum]));
}

/**
 * Estimates the nonzero entries that a cluster of `documents` documents adds (Kim, Shim 2011, Lemma 3).
 * @param essential number of essential paths, summed over the documents
 */
export function estimatedNonZeros(signature: Signature, documents: number, essential: number): NonZeros {
  const sums: NonZeros = { template: 0, missing: 0, surplus: 0 };
  const byDocuments = [...estimatedPathsByDocuments(signature, essential)].sort(([a], [b]) => a - b);
  for (const [count, paths] of byDocuments) {
    if (isTemplatePath(count, documents)) {
      sums.template += paths;
      sums.surplus += (documents - count) * paths;
    } else sums.missing += count * paths;
  }
  return sums;
}
