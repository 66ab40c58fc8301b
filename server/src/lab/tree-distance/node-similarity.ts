import { thresholds as countThresholds } from '../../core/counts/thresholds.ts';
import { step } from '../../html/steps.ts';
import { thresholds } from '../thresholds.ts';
import { textName } from './similarity-features.ts';
import type { SimilarityTree } from './similarity-tree.ts';

/** Weights of TemEx for the similarity of two nodes; they sum to 1. */
export interface SimilarityWeights {
  readonly classes: number;
  readonly position: number;
  readonly attributes: number;
  readonly children: number;
}

/** The weights in the published add-on, and the earlier ones that a comment in its source gives. */
export const similarityWeights = {
  'add-on': { classes: 0.1, position: 0.4, attributes: 0, children: 0.5 },
  2014: { classes: 0.8, position: 0.1, attributes: 0, children: 0.1 },
} as const satisfies Record<string, SimilarityWeights>;

/** Options of the similarity of nodes. */
export interface SimilarityOptions {
  readonly weights: SimilarityWeights;
  /** Least similarity of equal nodes. */
  readonly threshold: number;
  /** True if text nodes are equal only if their texts are equal. */
  readonly textMustMatch: boolean;
}

/** Similarities above every weighted one. `SAME_LOOK`: classes and attributes are equal. `SAME`: the position, too, or the ids are equal. */
const SAME_LOOK = 2;
const SAME = 3;

/**
 * Similarity of node `v` of `a` and node `w` of `b`: in [0,1], or 2 or 3 for nodes that are certainly the same; undefined if it is below the
 * threshold or the nodes cannot be equal.
 * @param position see `positionSimilarity`
 */
export function nodeSimilarity(
  a: SimilarityTree,
  v: number,
  b: SimilarityTree,
  w: number,
  position: number,
  { weights, threshold, textMustMatch }: SimilarityOptions,
): number | undefined {
  const { features: f } = a;
  const { features: g } = b;
  const x = a.nodes[v]!;
  const y = b.nodes[w]!;
  if (f.names[x] !== g.names[y]) return undefined;
  const childrenA = a.firstChild[v + 1]! - a.firstChild[v]!;
  const childrenB = b.firstChild[w + 1]! - b.firstChild[w]!;
  if (f.names[x] === textName) {
    if (textMustMatch && f.values[x] !== g.values[y]) return undefined;
  } else if (f.values[x] !== 0 && f.values[x] === g.values[y]) return SAME;
  const classes = jaccard(f.classes, f.firstClass[x]!, f.firstClass[x + 1]!, g.classes, g.firstClass[y]!, g.firstClass[y + 1]!);
  const attributes = attributeSimilarity(a, x, b, y);
  if (classes === 1 && attributes === 1) return position === 1 ? SAME : SAME_LOOK;
  const children = childrenA === childrenB ? 1 : Math.min(childrenA, childrenB) / Math.max(childrenA, childrenB);
  const similarity =
    weights.classes * classes + weights.position * position + weights.attributes * attributes + weights.children * children;
  return similarity >= threshold - countThresholds.tolerance ? similarity : undefined;
}

/**
 * Similarity of the positions of child `i` of `a` siblings and child `j` of `b` siblings, in [0,1]: 1 if they could correspond when the
 * surplus siblings of the longer list are removed. Closed form of the loops of the published add-on.
 */
export function positionSimilarity(i: number, a: number, j: number, b: number): number {
  const low = Math.max(0, i - Math.max(0, a - b));
  const high = Math.min(b - 1, i + Math.max(0, b - a));
  return 1 - Math.max(0, low - j, j - high) / Math.min(a, b);
}

/** Jaccard similarity of the attributes of two nodes. */
function attributeSimilarity({ features: f }: SimilarityTree, x: number, { features: g }: SimilarityTree, y: number): number {
  const startA = f.firstAttribute[x]!;
  const endA = f.firstAttribute[x + 1]!;
  const startB = g.firstAttribute[y]!;
  const endB = g.firstAttribute[y + 1]!;
  return startA === endA && startB === endB
    ? thresholds.noAttributesSimilarity
    : jaccard(f.attributes, startA, endA, g.attributes, startB, endB);
}

/** Jaccard similarity of two ranges without duplicates; 1 for two empty ones. */
function jaccard(a: Float64Array, startA: number, endA: number, b: Float64Array, startB: number, endB: number): number {
  step((endA - startA) * (endB - startB));
  let common = 0;
  for (let at = startA; at < endA; at++) for (let other = startB; other < endB; other++) if (a[at] === b[other]) common++;
  const all = endA - startA + endB - startB - common;
  return all === 0 ? 1 : common / all;
}
