import type { PageTree } from '../../html/tree.ts';
import { type SubtreeIds, subtreesOf } from './subtree-ids.ts';

/** An ordered tree with labels. Its nodes are numbered in document order; the root is 0. */
export interface OrderedTree {
  readonly size: number;
  /** By node, the hash of its label, see `SubtreeIds`. */
  readonly labels: Float64Array;
  /** By node, the hash of its subtree, see `SubtreeIds`. */
  readonly ids: Float64Array;
  /** By node, the first node after its subtree. */
  readonly end: Int32Array;
  /** Children of node `i`: `children[firstChild[i]] .. children[firstChild[i + 1] - 1]`. */
  readonly firstChild: Int32Array;
  readonly children: Int32Array;
}

/** The node universe of a page as an ordered tree. */
export interface PageOrderedTree extends OrderedTree {
  /** By node of this tree, the node of the page's tree. */
  readonly nodes: Int32Array;
}

/** The ordered tree of a page's node universe. */
export function pageOrderedTree(tree: PageTree, { labels, subtrees }: SubtreeIds): PageOrderedTree {
  const nodes = nodesOf(tree, tree.root, labels);
  return {
    ...treeOfNodes(labels, tree.subtreeEnd, nodes),
    ids: Float64Array.from(nodes, node => subtrees[node]!),
    nodes,
  };
}

/** The nodes of a subtree that have a label (not 0), in document order. */
export function nodesOf(tree: PageTree, root: number, labels: Float64Array): Int32Array {
  const nodes: number[] = [];
  for (let node = root; node < tree.subtreeEnd[root]!; node++) if (labels[node] !== 0) nodes.push(node);
  return Int32Array.from(nodes);
}

/** The tree of the nodes `kept`, which are in document order and include the parent of each kept node; undefined if `kept` is empty. */
export function subtreeOf(tree: OrderedTree, kept: Int32Array): OrderedTree | undefined {
  if (kept.length === 0) return undefined;
  const selected = treeOfNodes(tree.labels, tree.end, kept);
  return { ...selected, ids: subtreesOf(selected.labels, selected.end) };
}

/**
 * Makes a tree of some nodes of a tree, each below its nearest ancestor among them.
 * @param labels by node of the given tree, its label
 * @param subtreeEnd by node of the given tree, the first node after its subtree
 * @param nodes the nodes to keep, in document order
 */
export function treeOfNodes(labels: Float64Array, subtreeEnd: Int32Array, nodes: Int32Array): Omit<OrderedTree, 'ids'> {
  const size = nodes.length;
  const end = new Int32Array(size);
  const parent = new Int32Array(size).fill(-1);
  const firstChild = new Int32Array(size + 1);
  const open: number[] = [];
  for (let node = 0; node <= size; node++) {
    while (open.length > 0 && (node === size || subtreeEnd[nodes[open.at(-1)!]!]! <= nodes[node]!)) end[open.pop()!] = node;
    if (node === size) break;
    const above = open.at(-1);
    if (above !== undefined) {
      parent[node] = above;
      firstChild[above + 1]!++;
    }
    open.push(node);
  }
  for (let node = 0; node < size; node++) firstChild[node + 1]! += firstChild[node]!;
  const children = new Int32Array(Math.max(0, size - 1));
  const filled = firstChild.slice();
  for (let node = 0; node < size; node++) if (parent[node]! >= 0) children[filled[parent[node]!]!++] = node;
  return { size, labels: Float64Array.from(nodes, node => labels[node]!), end, firstChild, children };
}
