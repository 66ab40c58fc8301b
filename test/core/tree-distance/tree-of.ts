import { type OrderedTree, pageOrderedTree, subtreeOf } from '../../../server/src/lab/tree-distance/ordered-tree.ts';
import { subtreeIds } from '../../../server/src/lab/tree-distance/subtree-ids.ts';
import { findNode, page } from '../find-node.ts';

/** The tree of the first element `name` of some HTML. */
export function treeOf(html: string, name = 'div'): OrderedTree {
  const parsed = page(html);
  const whole = pageOrderedTree(parsed.tree, subtreeIds(parsed.tree, html, 'a.html'));
  const root = whole.nodes.indexOf(findNode(parsed, name));
  return subtreeOf(
    whole,
    Int32Array.from({ length: whole.end[root]! - root }, (_, index) => root + index),
  )!;
}
