import { step } from '../../html/steps.ts';
import type { PageTree } from '../../html/tree.ts';

/**
 * Isotonic smoothing along the tree (Chakrabarti, Kumar, Punera, WWW 2007): returns the values with the least squared distance to the given
 * ones such that no node exceeds its parent. Merges a node with the block below it that has the greatest mean while that mean exceeds the
 * node's. Takes O(n log n) steps.
 * @param nodes tree nodes of the values, in document order
 */
export function smoothUpwards(tree: PageTree, nodes: Int32Array, values: Float64Array): Float64Array {
  const rows = nodes.length;
  const rowOf = new Int32Array(tree.size).fill(-1);
  for (let row = 0; row < rows; row++) rowOf[nodes[row]!] = row;
  // A block of merged rows is identified by its topmost row.
  const sums = values.slice();
  const sizes = new Int32Array(rows).fill(1);
  const means = values.slice();
  const below = new Int32Array(rows).fill(-1);
  const heaps = new BlockHeaps(means);
  const pooledInto = new Int32Array(rows).fill(-1);
  for (let row = rows - 1; row >= 0; row--) {
    for (let greatest = below[row]!; greatest >= 0 && means[greatest]! > means[row]!; greatest = below[row]!) {
      below[row] = heaps.merge(heaps.withoutFirst(greatest), below[greatest]!);
      pooledInto[greatest] = row;
      sums[row]! += sums[greatest]!;
      sizes[row]! += sizes[greatest]!;
      means[row] = sums[row]! / sizes[row]!;
    }
    let parent = tree.parent[nodes[row]!]!;
    while (parent >= 0 && rowOf[parent]! < 0) parent = tree.parent[parent]!;
    if (parent < 0) continue;
    const above = rowOf[parent]!;
    below[above] = heaps.merge(below[above]!, row);
  }
  for (let row = 0; row < rows; row++) if (pooledInto[row]! >= 0) means[row] = means[pooledInto[row]!]!;
  return means;
}

/** Leftist heaps (C. A. Crane, 1972) whose first block has the greatest mean. A heap is named by its first block, the empty heap by -1. */
class BlockHeaps {
  readonly #means: Float64Array;
  readonly #left: Int32Array;
  readonly #right: Int32Array;
  /** Length of the right spine. */
  readonly #rank: Int32Array;

  constructor(means: Float64Array) {
    this.#means = means;
    this.#left = new Int32Array(means.length).fill(-1);
    this.#right = new Int32Array(means.length).fill(-1);
    this.#rank = new Int32Array(means.length).fill(1);
  }

  /** Returns the union of two heaps. */
  merge(a: number, b: number): number {
    step();
    if (a < 0) return b;
    if (b < 0) return a;
    // Of equal means, the later block comes first, so that the order does not depend on the shape of the heap.
    const [first, other] = this.#means[a]! > this.#means[b]! || (this.#means[a] === this.#means[b] && a > b) ? [a, b] : [b, a];
    this.#right[first] = this.merge(this.#right[first]!, other);
    if (this.#rankOf(this.#left[first]!) < this.#rankOf(this.#right[first]!)) {
      const left = this.#left[first]!;
      this.#left[first] = this.#right[first]!;
      this.#right[first] = left;
    }
    this.#rank[first] = this.#rankOf(this.#right[first]!) + 1;
    return first;
  }

  /** Returns the heap without its first block. */
  withoutFirst(heap: number): number {
    return this.merge(this.#left[heap]!, this.#right[heap]!);
  }

  #rankOf(heap: number): number {
    return heap < 0 ? 0 : this.#rank[heap]!;
  }
}
