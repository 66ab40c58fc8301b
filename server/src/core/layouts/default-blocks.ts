import { thresholds as countThresholds } from '../counts/thresholds.ts';

/** A set of keys, represented by its weight in each block of a sample, see `Blocks`. */
export interface BlockProfile {
  /** Blocks that share keys with the set; ascending. */
  blocks: Int32Array;
  /** By entry of `blocks`: the block's weight times the share of its keys that the set has. */
  weights: Float64Array;
  /** Sum of the weights, with the weight of the keys that are in no block. */
  size: number;
}

/**
 * The blocks of a sample: keys that occur in exactly the same sets are one block, such as the nodes of a menu. A block weighs the square root
 * of its number of keys, so that neither a long template nor much content outweighs everything else.
 */
export class Blocks {
  #blockOf = new Map<number, number>();
  #keys: number[] = [];
  #weights: Float64Array;
  #singlePageFactor: number;
  /** By block, keys of the set that `profile` works on; all zero between calls. */
  #held: Int32Array;

  /**
   * @param sets the sample, without duplicates
   * @param pages number of pages that have each set; fractions count translations as one page
   * @param singlePageFactor factor for the weight of keys that only one page has
   */
  constructor(sets: readonly (readonly number[])[], pages: readonly number[], singlePageFactor: number) {
    // Partition refinement: each set splits the blocks that it meets. Block numbers are not reused; empty blocks weigh nothing.
    this.#singlePageFactor = singlePageFactor;
    const pagesOf: number[] = [];
    for (const [index, set] of sets.entries()) {
      const split = new Map<number, number>();
      for (const key of set) {
        const old = this.#blockOf.get(key) ?? -1;
        let block = split.get(old);
        if (block === undefined) {
          block = this.#keys.length;
          split.set(old, block);
          this.#keys.push(0);
          pagesOf.push((old < 0 ? 0 : pagesOf[old]!) + pages[index]!);
        }
        if (old >= 0) this.#keys[old]!--;
        this.#keys[block]!++;
        this.#blockOf.set(key, block);
      }
    }
    this.#weights = Float64Array.from(
      this.#keys,
      (keys, block) => Math.sqrt(keys) * (pagesOf[block]! > 1 + countThresholds.tolerance ? 1 : singlePageFactor),
    );
    this.#held = new Int32Array(this.#keys.length);
  }

  /** Number of blocks, including empty ones. */
  get count(): number {
    return this.#keys.length;
  }

  /** Returns the profile of a set of keys, which may be outside the sample. */
  profile(set: readonly number[]): BlockProfile {
    const held = this.#held;
    const met: number[] = [];
    let unknown = 0;
    for (const key of set) {
      const block = this.#blockOf.get(key);
      if (block === undefined) unknown++;
      else if (held[block]!++ === 0) met.push(block);
    }
    const blocks = Int32Array.from(met).sort();
    const weights = new Float64Array(blocks.length);
    let size = this.#singlePageFactor * Math.sqrt(unknown);
    for (let at = 0; at < blocks.length; at++) {
      const block = blocks[at]!;
      weights[at] = (this.#weights[block]! * held[block]!) / this.#keys[block]!;
      size += weights[at]!;
      held[block] = 0;
    }
    return { blocks, weights, size };
  }
}

/** Distance `1 - |a ∩ b| / max(|a|, |b|)` of weighted sets, in [0,1]; 0 for two empty sets. Keys outside all blocks are never common. */
export function profileDistance(a: BlockProfile, b: BlockProfile): number {
  let common = 0;
  for (let i = 0, j = 0; i < a.blocks.length && j < b.blocks.length; ) {
    const difference = a.blocks[i]! - b.blocks[j]!;
    if (difference === 0) common += Math.min(a.weights[i++]!, b.weights[j++]!);
    else if (difference < 0) i++;
    else j++;
  }
  return distanceOf(common, a.size, b.size);
}

/** Adds the distance between `from` and each profile of `to` to the corresponding entry of `sums`. */
export function addDistances(sums: Float64Array, from: BlockProfile, to: readonly BlockProfile[], blockCount: number): void {
  const held = new Float64Array(blockCount);
  for (let i = 0; i < from.blocks.length; i++) held[from.blocks[i]!] = from.weights[i]!;
  for (let other = 0; other < to.length; other++) {
    const { blocks, weights, size } = to[other]!;
    let common = 0;
    for (let i = 0; i < blocks.length; i++) {
      const own = held[blocks[i]!]!;
      const weight = weights[i]!;
      common += own < weight ? own : weight;
    }
    sums[other]! += distanceOf(common, from.size, size);
  }
}

function distanceOf(common: number, a: number, b: number): number {
  const larger = Math.max(a, b);
  return larger === 0 ? 0 : Math.max(0, 1 - common / larger);
}
