import type { PageTree } from '../../html/tree.ts';
import { nodesOf, type PageOrderedTree, select } from './ordered-tree.ts';
import type { SimilarityFeatures } from './similarity-features.ts';

/** The node universe of a page below one of its nodes, numbered in document order from 0, with what TemEx compares. */
export interface SimilarityTree extends Pick<PageOrderedTree, 'size' | 'nodes' | 'firstChild' | 'children'> {
  readonly features: SimilarityFeatures;
}

/** `root` is a node of the universe, or -1 for an empty tree. */
export function similarityTree(tree: PageTree, features: SimilarityFeatures, root: number): SimilarityTree {
  const nodes = root < 0 ? new Int32Array(0) : nodesOf(tree, root, features.names);
  const { size, firstChild, children } = select(features.names, tree.subtreeEnd, nodes);
  return { size, nodes, firstChild, children, features };
}
