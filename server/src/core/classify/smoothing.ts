import { step } from '../page/steps.ts';
import type { PageTree } from '../page/tree.ts';

/**
 * Isotonic smoothing along the tree (Chakrabarti, Kumar, Punera, WWW 2007): the values nearest to the given ones, by squared error, of
 * which no node has a greater one than its parent. Pools a node with the greatest of the blocks below it for as long as that is greater.
 * `nodes` are the tree nodes of the values, in document order.
 */
export function smoothUpwards(tree: PageTree, nodes: Int32Array, values: Float64Array): Float64Array {
  const rows = nodes.length;
  const rowOf = new Int32Array(tree.size).fill(-1);
  for (let row = 0; row < rows; row++) rowOf[nodes[row]!] = row;
  // A block goes by its topmost row, and stands in the list of the block above it.
  const sums = values.slice();
  const sizes = new Int32Array(rows).fill(1);
  const means = values.slice();
  const first = new Int32Array(rows).fill(-1);
  const last = new Int32Array(rows).fill(-1);
  const next = new Int32Array(rows).fill(-1);
  const pooledInto = new Int32Array(rows).fill(-1);
  for (let row = rows - 1; row >= 0; row--) {
    for (;;) {
      let greatest = -1;
      let before = -1;
      let value = means[row]!;
      for (let block = first[row]!, previous = -1; block >= 0; previous = block, block = next[block]!) {
        step();
        if (means[block]! <= value) continue;
        value = means[block]!;
        greatest = block;
        before = previous;
      }
      if (greatest < 0) break;
      if (before < 0) first[row] = next[greatest]!;
      else next[before] = next[greatest]!;
      if (last[row] === greatest) last[row] = before;
      if (first[greatest]! >= 0) {
        if (last[row]! < 0) first[row] = first[greatest]!;
        else next[last[row]!] = first[greatest]!;
        last[row] = last[greatest]!;
      }
      pooledInto[greatest] = row;
      sums[row]! += sums[greatest]!;
      sizes[row]! += sizes[greatest]!;
      means[row] = sums[row]! / sizes[row]!;
    }
    let parent = tree.parent[nodes[row]!]!;
    while (parent >= 0 && rowOf[parent]! < 0) parent = tree.parent[parent]!;
    if (parent < 0) continue;
    const above = rowOf[parent]!;
    if (last[above]! < 0) first[above] = row;
    else next[last[above]!] = row;
    last[above] = row;
  }
  for (let row = 0; row < rows; row++) if (pooledInto[row]! >= 0) means[row] = means[pooledInto[row]!]!;
  return means;
}
