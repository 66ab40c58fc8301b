import type { PageTree } from '../page/tree.ts';

interface Block {
  sum: number;
  /** Rows in the block, all with its mean. */
  rows: number[];
  /** Blocks below it, none with a greater mean. */
  below: Block[];
}

/**
 * Isotonic smoothing along the tree (Chakrabarti, Kumar, Punera, WWW 2007): the values nearest to the given ones, by squared error, of
 * which no node has a greater one than its parent. Pools a node with the greatest of the blocks below it for as long as that is greater.
 * `nodes` are the tree nodes of the values, in document order.
 */
export function smoothUpwards(tree: PageTree, nodes: Int32Array, values: Float64Array): Float64Array {
  const rowOf = new Int32Array(tree.size).fill(-1);
  for (let row = 0; row < nodes.length; row++) rowOf[nodes[row]!] = row;
  const below: (Block[] | undefined)[] = new Array(nodes.length);
  const tops: Block[] = [];
  for (let row = nodes.length - 1; row >= 0; row--) {
    const block: Block = { sum: values[row]!, rows: [row], below: below[row] ?? [] };
    pool(block);
    let parent = tree.parent[nodes[row]!]!;
    while (parent >= 0 && rowOf[parent]! < 0) parent = tree.parent[parent]!;
    if (parent < 0) tops.push(block);
    else {
      const siblings = below[rowOf[parent]!];
      if (siblings) siblings.push(block);
      else below[rowOf[parent]!] = [block];
    }
  }
  const smooth = new Float64Array(nodes.length);
  const open = tops;
  for (let block = open.pop(); block; block = open.pop()) {
    for (const row of block.rows) smooth[row] = mean(block);
    open.push(...block.below);
  }
  return smooth;
}

function mean(block: Block): number {
  return block.sum / block.rows.length;
}

function pool(block: Block): void {
  for (;;) {
    let greatest = -1;
    let value = mean(block);
    for (let at = 0; at < block.below.length; at++) {
      if (mean(block.below[at]!) > value) {
        greatest = at;
        value = mean(block.below[at]!);
      }
    }
    if (greatest < 0) return;
    const [taken] = block.below.splice(greatest, 1);
    block.sum += taken!.sum;
    block.rows.push(...taken!.rows);
    block.below.push(...taken!.below);
  }
}
