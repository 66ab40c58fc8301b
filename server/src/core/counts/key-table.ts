import { enlarged } from '../page/enlarged.ts';

/** Records are in arrays for so many ids, which are never copied; the first one begins small and grows to it. */
const PAGE_BITS = 12;
const PAGE_MASK = (1 << PAGE_BITS) - 1;
const FIRST = 8;

/** Counts from this one on are kept apart. */
const MANY = 0xffff;

/** Slots of a table that begins small: a site of many layouts has several for each. */
const FIRST_SLOTS = 16;
/** A larger table grows by half, so that fewer slots are empty. */
const LARGE = 1 << 16;

/**
 * Counts 64-bit keys (two 32-bit lanes) under small dense ids. Open addressing with linear probing; a key whose count falls to zero is
 * removed and its id is used again, so that nothing stays behind.
 */
export class KeyTable {
  #slots = new Int32Array(FIRST_SLOTS);
  /** What a hash of 32 bits is multiplied with to give its slot. */
  #scale = FIRST_SLOTS / 2 ** 32;
  /** By id: both lanes. In an id that no key has, the first is the next such id, plus one. */
  readonly #lanes: Int32Array<ArrayBuffer>[] = [new Int32Array(FIRST * 2)];
  /** By id: the count, 0 of an id that no key has. */
  readonly #counts: Uint16Array<ArrayBuffer>[] = [new Uint16Array(FIRST)];
  readonly #manyCounts = new Map<number, number>();
  /** By id, a value that the owner of the table keeps; made when there is one. */
  readonly #values: Int32Array<ArrayBuffer>[] = [];
  #free = 0;
  #top = 0;
  #live = 0;

  /** Number of keys. */
  get size(): number {
    return this.#live;
  }

  /** Bytes of its arrays. */
  get bytes(): number {
    const arrays = [this.#slots, ...this.#lanes, ...this.#counts, ...this.#values];
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Id of a key, or -1. */
  find(lo: number, hi: number): number {
    const slots = this.#slots;
    for (let slot = homeOf(lo, hi, this.#scale); ; ) {
      const id = slots[slot]! - 1;
      if (id < 0) return -1;
      const lanes = this.#lanes[id >> PAGE_BITS]!;
      const at = (id & PAGE_MASK) << 1;
      if (lanes[at] === lo && lanes[at + 1] === hi) return id;
      if (++slot === slots.length) slot = 0;
    }
  }

  /** Adds one to a key's count and gives its id; a new key starts at one. */
  increment(lo: number, hi: number): number {
    const id = this.locate(lo, hi);
    this.incrementId(id);
    return id;
  }

  /** Id of a key; a new one is added with a count of zero, which the caller must raise. */
  locate(lo: number, hi: number): number {
    if ((this.#live + 1) * 4 > this.#slots.length * 3) this.#growSlots();
    const slots = this.#slots;
    const pages = this.#lanes;
    let slot = homeOf(lo, hi, this.#scale);
    for (;;) {
      const id = slots[slot]! - 1;
      if (id < 0) break;
      const lanes = pages[id >> PAGE_BITS]!;
      const at = (id & PAGE_MASK) << 1;
      if (lanes[at] === lo && lanes[at + 1] === hi) return id;
      if (++slot === slots.length) slot = 0;
    }
    const id = this.#newId();
    const lanes = pages[id >> PAGE_BITS]!;
    const at = (id & PAGE_MASK) << 1;
    lanes[at] = lo;
    lanes[at + 1] = hi;
    slots[slot] = id + 1;
    this.#live++;
    return id;
  }

  /** Adds one to the count of a key that is in the table. */
  incrementId(id: number): void {
    const counts = this.#counts[id >> PAGE_BITS]!;
    const at = id & PAGE_MASK;
    const count = counts[at]!;
    if (count < MANY - 1) counts[at] = count + 1;
    else this.#setMany(id, this.count(id) + 1);
  }

  /** Takes one from a key's count and gives what is left; at zero the key is gone and its id is free. */
  decrement(id: number): number {
    const counts = this.#counts[id >> PAGE_BITS]!;
    const at = id & PAGE_MASK;
    if (counts[at] === MANY) {
      const left = this.count(id) - 1;
      this.#setMany(id, left);
      return left;
    }
    const left = --counts[at]!;
    if (left === 0) this.#remove(id);
    return left;
  }

  #setMany(id: number, count: number): void {
    this.#counts[id >> PAGE_BITS]![id & PAGE_MASK] = Math.min(count, MANY);
    if (count < MANY) this.#manyCounts.delete(id);
    else this.#manyCounts.set(id, count);
  }

  /** Calls back with every id and its count. */
  forEach(visit: (id: number, count: number) => void): void {
    for (let id = 0; id < this.#top; id++) {
      const count = this.count(id);
      if (count > 0) visit(id, count);
    }
  }

  /** The lanes of a key. */
  lo(id: number): number {
    return this.#lanes[id >> PAGE_BITS]![(id & PAGE_MASK) << 1]!;
  }

  hi(id: number): number {
    return this.#lanes[id >> PAGE_BITS]![((id & PAGE_MASK) << 1) + 1]!;
  }

  /** Count of a key; 0 of an id that no key has. */
  count(id: number): number {
    const count = this.#counts[id >> PAGE_BITS]?.[id & PAGE_MASK] ?? 0;
    return count === MANY ? this.#manyCounts.get(id)! : count;
  }

  /** What the owner of the table keeps with a key that it set a value for. */
  value(id: number): number {
    return this.#values[id >> PAGE_BITS]![id & PAGE_MASK]!;
  }

  setValue(id: number, value: number): void {
    const index = id >> PAGE_BITS;
    while (this.#values.length <= index) this.#values.push(new Int32Array(this.#values.length === 0 ? FIRST : PAGE_MASK + 1));
    const page = this.#values[index]!;
    if ((id & PAGE_MASK) >= page.length) this.#values[index] = enlarged(page, this.#counts[index]!.length);
    this.#values[index]![id & PAGE_MASK] = value;
  }

  #newId(): number {
    if (this.#free > 0) {
      const id = this.#free - 1;
      this.#free = this.lo(id);
      return id;
    }
    const id = this.#top++;
    const index = id >> PAGE_BITS;
    const counts = this.#counts[index];
    if (counts === undefined) {
      this.#lanes.push(new Int32Array((PAGE_MASK + 1) * 2));
      this.#counts.push(new Uint16Array(PAGE_MASK + 1));
    } else if ((id & PAGE_MASK) >= counts.length) {
      this.#lanes[index] = enlarged(this.#lanes[index]!, counts.length * 4);
      this.#counts[index] = enlarged(counts, counts.length * 2);
    }
    return id;
  }

  #remove(id: number): void {
    const slots = this.#slots;
    const next = (slot: number): number => (slot + 1 === slots.length ? 0 : slot + 1);
    /** Slots from one to another one, around the end. */
    const distance = (from: number, to: number): number => (to >= from ? to - from : to - from + slots.length);
    let hole = this.#homeOfId(id);
    while (slots[hole] !== id + 1) hole = next(hole);
    // Close the gap: move back every later key of the run that may stand there.
    for (let slot = next(hole); slots[slot] !== 0; slot = next(slot)) {
      if (distance(this.#homeOfId(slots[slot]! - 1), slot) < distance(hole, slot)) continue;
      slots[hole] = slots[slot]!;
      hole = slot;
    }
    slots[hole] = 0;
    if (--this.#live === 0) {
      this.#free = 0;
      this.#top = 0;
      return;
    }
    this.#lanes[id >> PAGE_BITS]![(id & PAGE_MASK) << 1] = this.#free;
    this.#free = id + 1;
  }

  #homeOfId(id: number): number {
    return homeOf(this.lo(id), this.hi(id), this.#scale);
  }

  #growSlots(): void {
    const { length } = this.#slots;
    const slots = new Int32Array(length < LARGE ? length * 2 : length + (length >> 1));
    this.#scale = slots.length / 2 ** 32;
    // In the order of ids, whose records lie side by side.
    for (let id = 0; id < this.#top; id++) {
      if (this.#counts[id >> PAGE_BITS]![id & PAGE_MASK] === 0) continue;
      let slot = this.#homeOfId(id);
      while (slots[slot] !== 0) if (++slot === slots.length) slot = 0;
      slots[slot] = id + 1;
    }
    this.#slots = slots;
  }
}

function homeOf(lo: number, hi: number, scale: number): number {
  return Math.floor(((lo ^ (hi >>> 7)) >>> 0) * scale);
}
