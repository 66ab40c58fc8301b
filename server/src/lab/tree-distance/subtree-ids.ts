import { isInUniverse } from '../../core/keys/style-sequence.ts';
import { combine53, number53 } from '../../html/hash.ts';
import { hashPage } from '../../html/hash-page.ts';
import type { PageTree } from '../../html/tree.ts';

/** What RTDM and RBM compare of the nodes of a page: 53-bit hashes by tree node, 0 outside the node universe. */
export interface SubtreeIds {
  /** A text; of an element, its name and attributes, but for those that vary from page to page. */
  readonly labels: Float64Array;
  /** The label and, in order, the subtrees of the children: equal iff the subtrees are. */
  readonly subtrees: Float64Array;
}

/** `path` is that of the page, relative to the site's root: relative addresses count as where they lead. */
export function subtreeIds(tree: PageTree, source: string, path: string): SubtreeIds {
  const { own } = hashPage(tree, source, path, undefined, (name, start, end) => isVarying(name, source.slice(start, end)));
  const labels = new Float64Array(tree.size);
  for (let node = 0; node < tree.size; node++)
    if (isInUniverse(tree, node)) labels[node] = number53(own[node * 2]!, own[node * 2 + 1]!);
  return { labels, subtrees: subtreesOf(labels, tree.subtreeEnd) };
}

/** Ids of subtrees. Trees are given by labels in document order, 0 for nodes that do not count, and where each node's subtree ends. */
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

/** Attributes that servers make anew for every page or every answer. */
function isVarying(name: string, value: string): boolean {
  return name === 'id' ? /\d/.test(value) : /nonce|csrf/.test(name);
}
