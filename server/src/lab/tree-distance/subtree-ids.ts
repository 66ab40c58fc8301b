import { isInUniverse } from '../../core/keys/style-sequence.ts';
import { combine53, number53 } from '../../html/hash.ts';
import { hashPage } from '../../html/hash-page.ts';
import type { PageTree } from '../../html/tree.ts';

/** Hashes that RTDM and RBM compare: 53 bits by tree node, 0 outside the node universe. */
export interface SubtreeIds {
  /** Hash of a text, or of an element's name and attributes without those that vary by page. */
  readonly labels: Float64Array;
  /** Hash of the label and of the children's subtrees in order. */
  readonly subtrees: Float64Array;
}

/** Hashes a page's nodes. `path` is the page's path from the site's root; relative addresses are resolved against it. */
export function subtreeIds(tree: PageTree, source: string, path: string): SubtreeIds {
  const { own } = hashPage(tree, source, path, undefined, (name, start, end) => isVarying(name, source.slice(start, end)));
  const labels = new Float64Array(tree.size);
  for (let node = 0; node < tree.size; node++)
    if (isInUniverse(tree, node)) labels[node] = number53(own[node * 2]!, own[node * 2 + 1]!);
  return { labels, subtrees: subtreesOf(labels, tree.subtreeEnd) };
}

/**
 * Hashes the subtrees of a tree.
 * @param labels by node in document order, 0 for ignored nodes
 * @param subtreeEnd by node, the node after its subtree
 */
export function subtreesOf(labels: Float64Array, subtreeEnd: Int32Array): Float64Array {
  const subtrees = new Float64Array(labels.length);
  for (let node = labels.length - 1; node >= 0; node--) {
    let id = labels[node]!;
    if (id === 0) continue;
    for (let child = node + 1; child < subtreeEnd[node]!; child = subtreeEnd[child]!)
      if (subtrees[child] !== 0) id = combine53(id, subtrees[child]!);
    subtrees[node] = id;
  }
  return subtrees;
}

/** True for attributes that servers generate for each page or each response. */
function isVarying(name: string, value: string): boolean {
  return name === 'id' ? /\d/.test(value) : /nonce|csrf/.test(name);
}
