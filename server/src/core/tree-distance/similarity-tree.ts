import type { PageTree } from '../page/tree.ts';
import type { SimilarityFeatures } from './similarity-features.ts';

/** The node universe of a page below one of its nodes, numbered in document order from 0, with what TemEx compares. */
export interface SimilarityTree {
  readonly size: number;
  /** The node of the page's tree, by node of this one. */
  readonly nodes: Int32Array;
  /** Children of node `i`: `children[firstChild[i]] .. children[firstChild[i + 1] - 1]`. */
  readonly firstChild: Int32Array;
  readonly children: Int32Array;
  readonly features: SimilarityFeatures;
}

/** `root` is a node of the universe, or -1 for an empty tree. */
export function similarityTree(tree: PageTree, features: SimilarityFeatures, root: number): SimilarityTree {
  if (root < 0)
    return { size: 0, nodes: new Int32Array(0), firstChild: new Int32Array(1), children: new Int32Array(0), features };
  const kept: number[] = [];
  const own = new Map<number, number>();
  for (let node = root; node < tree.subtreeEnd[root]!; node++) {
    if (features.names[node] === 0) continue;
    own.set(node, kept.length);
    kept.push(node);
  }
  const parents = kept.map(node => (node === root ? -1 : own.get(tree.parent[node]!)!));
  const firstChild = new Int32Array(kept.length + 1);
  for (const parent of parents) if (parent >= 0) firstChild[parent + 1]!++;
  for (let node = 0; node < kept.length; node++) firstChild[node + 1]! += firstChild[node]!;
  const children = new Int32Array(kept.length - 1);
  const filled = firstChild.slice();
  for (const [node, parent] of parents.entries()) if (parent >= 0) children[filled[parent]!++] = node;
  return { size: kept.length, nodes: Int32Array.from(kept), firstChild, children, features };
}
