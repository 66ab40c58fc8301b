import { step } from '../../html/steps.ts';
import { limits } from '../thresholds.ts';
import { nodeSimilarity, positionSimilarity, type SimilarityOptions } from './node-similarity.ts';
import type { SimilarityTree } from './similarity-tree.ts';

/**
 * The equal top-down mapping of TemEx (Alarte, Insa, Silva, Tamarit, EPTCS 173, 2015) between two trees: the children of two mapped nodes are
 * mapped in pairs of equal nodes, in any order, the most similar pairs first. Of equally similar pairs, those at the nearest positions come
 * first, then those in document order. Of very many children, only those at near positions are compared.
 * @param namedTop true to pair the children of the roots, `head` and `body`, only by their names
 * @returns a bit set over the nodes of `a`: 1 if the node is mapped
 */
export function equalTopDownMapping(
  a: SimilarityTree,
  b: SimilarityTree,
  options: SimilarityOptions,
  namedTop = false,
): Uint8Array {
  const mapped = new Uint8Array((a.size + 7) >> 3);
  const visit = (v: number, w: number): void => {
    mapped[v >> 3]! |= 1 << (v & 7);
    const [startA, endA] = [a.firstChild[v]!, a.firstChild[v + 1]!];
    const [startB, endB] = [b.firstChild[w]!, b.firstChild[w + 1]!];
    const countA = endA - startA;
    const countB = endB - startB;
    const takenA = new Uint8Array(countA);
    const takenB = new Uint8Array(countB);
    const byName = namedTop && v === 0;
    for (const pair of equalChildren(a, startA, countA, b, startB, countB, byName ? { ...options, threshold: 0 } : options)) {
      const { i, j } = pair;
      if (takenA[i] || takenB[j]) continue;
      takenA[i] = 1;
      takenB[j] = 1;
      visit(a.children[startA + i]!, b.children[startB + j]!);
    }
  };
  if (a.size > 0 && b.size > 0) visit(0, 0);
  return mapped;
}

/** A pair of equal children, by their positions among their siblings. */
interface Pair {
  /** Similarity of the two children, in units of 1e-9. */
  readonly similarity: number;
  readonly i: number;
  readonly j: number;
}

/** The pairs of equal children of two nodes, in the order in which they are mapped. */
function equalChildren(
  a: SimilarityTree,
  startA: number,
  countA: number,
  b: SimilarityTree,
  startB: number,
  countB: number,
  options: SimilarityOptions,
): Pair[] {
  const pairs: Pair[] = [];
  const { comparedPairs } = limits;
  const reach = countA * countB <= comparedPairs ? countA + countB : Math.floor(comparedPairs / (2 * Math.max(countA, countB)));
  for (let i = 0; i < countA; i++) {
    for (let j = Math.max(0, i - reach); j < Math.min(countB, i + reach + 1); j++) {
      step();
      const position = positionSimilarity(i, countA, j, countB);
      const similarity = nodeSimilarity(a, a.children[startA + i]!, b, b.children[startB + j]!, position, options);
      if (similarity !== undefined) pairs.push({ similarity: Math.round(similarity * 1e9), i, j });
    }
  }
  return pairs.sort((p, q) => q.similarity - p.similarity || Math.abs(p.i - p.j) - Math.abs(q.i - q.j) || p.i - q.i || p.j - q.j);
}
