import type { PageTree } from '../../html/tree.ts';
import { nodesOf, type PageOrderedTree, treeOfNodes } from './ordered-tree.ts';
import type { SimilarityFeatures } from './similarity-features.ts';

/** The node universe of a page below one of its nodes, as an ordered tree with the features that TemEx compares. */
export interface SimilarityTree extends Pick<PageOrderedTree, 'size' | 'nodes' | 'firstChild' | 'children'> {
  readonly features: SimilarityFeatures;
}

/** Makes the tree below `root`, a node of the universe, or an empty tree if `root` is -1. */
export function similarityTree(tree: PageTree, features: SimilarityFeatures, root: number): SimilarityTree {
  const nodes = root < 0 ? new Int32Array(0) : nodesOf(tree, root, features.names);
  const { size, firstChild, children } = treeOfNodes(features.names, tree.subtreeEnd, nodes);
  return { size, nodes, firstChild, children, features };
}
