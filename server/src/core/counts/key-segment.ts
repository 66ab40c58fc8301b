import { limits } from './thresholds.ts';

const FIRST_SLOTS = 8;

/**
 * A segment of a `KeyTable`: the ids of the keys whose hashes begin with the same `depth` bits, in slots with linear probing. A slot holds the
 * id plus one in its low bits (`idMask`) and a tag in its high bits: bits of the key that exclude most other keys without a look at them.
 * A free slot is 0; a slot whose id was removed has only high bits.
 */
export class KeySegment {
  readonly slots: Int32Array<ArrayBuffer>;
  /** Mask of the bits of a slot that hold the id plus one. */
  readonly idMask: number;
  /** Number of leading bits that the hashes of its ids share. */
  readonly depth: number;
  /** Slots that may still be taken before the segment is full. */
  #left: number;

  /**
   * @param ids number of ids that the caller adds right away; there is room for more
   * @param top a number greater than every id in the table
   */
  constructor(depth: number, ids: number, top = 0) {
    this.depth = depth;
    this.slots = new Int32Array(Math.max(FIRST_SLOTS, Math.ceil(ids / limits.segmentFilled)));
    this.#left = Math.floor(this.slots.length * limits.segmentFull);
    // The mask has room for ids up to twice `top`.
    this.idMask = (2 << (32 - Math.clz32(top + FIRST_SLOTS))) - 1;
  }

  get isFull(): boolean {
    return this.#left <= 0;
  }

  /** The ids in the segment, in the order of slots. */
  ids(): Int32Array {
    const { slots, idMask } = this;
    const ids = new Int32Array(slots.length);
    let count = 0;
    for (let slot = 0; slot < slots.length; slot++) {
      const id = (slots[slot]! & idMask) - 1;
      if (id >= 0) ids[count++] = id;
    }
    return ids.subarray(0, count);
  }

  /** Adds an id that is not in the segment; the bits of `tag` above `idMask` are stored with it. */
  add(id: number, hash: number, tag: number): void {
    const { slots, idMask } = this;
    let slot = homeOf(hash, this.depth, slots.length);
    while ((slots[slot]! & idMask) !== 0) if (++slot === slots.length) slot = 0;
    if (slots[slot] === 0) this.#left--;
    slots[slot] = (id + 1) | (tag & ~idMask);
  }

  /** Removes an id that is in the segment. */
  remove(id: number, hash: number): void {
    const { slots, idMask } = this;
    let slot = homeOf(hash, this.depth, slots.length);
    while ((slots[slot]! & idMask) !== id + 1) if (++slot === slots.length) slot = 0;
    const next = slot + 1 === slots.length ? 0 : slot + 1;
    // A probe stops at a free slot, so only the last slot of a run may become free.
    if (slots[next] === 0) {
      slots[slot] = 0;
      this.#left++;
    } else slots[slot] = ~idMask;
  }
}

/** Slot at which the probe for a hash starts: the bits after the first `depth`, scaled to the number of slots. */
export function homeOf(hash: number, depth: number, slots: number): number {
  return Math.floor(((hash << depth) >>> 0) * (slots / 2 ** 32));
}
