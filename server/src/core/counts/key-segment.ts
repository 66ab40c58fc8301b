/** A segment with so many ids is split when it is full. */
export const MOST_IN_SEGMENT = 5000;
const FIRST_SLOTS = 8;
/** Share of the slots that have, or had, an id: at most, and when a segment is made. */
const FULL = 0.85;
const FILLED = 0.6;

/**
 * Slots of the ids of a hash table whose hashes begin with the same bits, with linear probing. A slot has the id plus one and, in the bits that
 * no id needs, some more bits of the key: few other keys are looked at, however full the segment is. 0 is a free slot; one whose id was
 * removed has only the upper bits.
 */
export class KeySegment {
  readonly slots: Int32Array<ArrayBuffer>;
  /** Bits of a slot that are the id, plus one. */
  readonly idMask: number;
  /** Bits of a hash that are the same for all its ids. */
  readonly depth: number;
  /** Slots that may still be taken. */
  #left: number;

  /** @param ids that it is to have room for, and some more; `top` is greater than each of them. */
  constructor(depth: number, ids: number, top = 0) {
    this.depth = depth;
    this.slots = new Int32Array(Math.max(FIRST_SLOTS, Math.ceil(ids / FILLED)));
    this.#left = Math.floor(this.slots.length * FULL);
    // Twice as many ids as there are have room in it.
    this.idMask = (2 << (32 - Math.clz32(top + FIRST_SLOTS))) - 1;
  }

  get isFull(): boolean {
    return this.#left <= 0;
  }

  /** Its ids. */
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

  /** Adds an id that is not in it; `tag` is any bits of its key. */
  add(id: number, hash: number, tag: number): void {
    const { slots, idMask } = this;
    let slot = homeOf(hash, this.depth, slots.length);
    while ((slots[slot]! & idMask) !== 0) if (++slot === slots.length) slot = 0;
    if (slots[slot] === 0) this.#left--;
    slots[slot] = (id + 1) | (tag & ~idMask);
  }

  /** Takes out an id that is in it. */
  remove(id: number, hash: number): void {
    const { slots, idMask } = this;
    let slot = homeOf(hash, this.depth, slots.length);
    while ((slots[slot]! & idMask) !== id + 1) if (++slot === slots.length) slot = 0;
    const next = slot + 1 === slots.length ? 0 : slot + 1;
    // Nothing is looked for behind the last of a run.
    if (slots[next] === 0) {
      slots[slot] = 0;
      this.#left++;
    } else slots[slot] = ~idMask;
  }
}

/** Where a hash belongs in a segment: by its bits after the first ones. */
export function homeOf(hash: number, depth: number, slots: number): number {
  return Math.floor(((hash << depth) >>> 0) * (slots / 2 ** 32));
}
