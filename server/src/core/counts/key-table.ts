import { enlarged } from '../page/enlarged.ts';

/** Words of a record: both lanes, the count, and a value that the owner of the table keeps. In one cache line. */
const RECORD_BITS = 2;
const COUNT = 2;
const VALUE = 3;

/** Records are in arrays of this length, which are never copied; the first one begins small and grows to it. */
const PAGE_BITS = 12;
const PAGE_MASK = (1 << PAGE_BITS) - 1;
const FIRST = 8;

/** Count of an id that no key has; its first word is the next such id, plus one. */
const FREE = -1;

/**
 * Counts 64-bit keys (two 32-bit lanes) under small dense ids. Open addressing with linear probing; a key whose count falls to zero is
 * removed and its id is used again, so that nothing stays behind.
 */
export class KeyTable {
  // A table begins small: a site of many layouts has several for each.
  #slots = new Int32Array(16);
  #mask = 15;
  readonly #pages: Int32Array<ArrayBuffer>[] = [new Int32Array(FIRST << RECORD_BITS)];
  #free = 0;
  #top = 0;
  #live = 0;

  /** Number of keys. */
  get size(): number {
    return this.#live;
  }

  /** Bytes of its arrays. */
  get bytes(): number {
    return this.#slots.byteLength + this.#pages.reduce((sum, page) => sum + page.byteLength, 0);
  }

  /** Id of a key, or -1. */
  find(lo: number, hi: number): number {
    const slots = this.#slots;
    const mask = this.#mask;
    for (let slot = slotOf(lo, hi) & mask; ; slot = (slot + 1) & mask) {
      const id = slots[slot]! - 1;
      if (id < 0) return -1;
      const records = this.#pages[id >> PAGE_BITS]!;
      const at = (id & PAGE_MASK) << RECORD_BITS;
      if (records[at] === lo && records[at + 1] === hi) return id;
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
    const slots = this.#slots;
    const mask = this.#mask;
    const pages = this.#pages;
    let slot = slotOf(lo, hi) & mask;
    for (; ; slot = (slot + 1) & mask) {
      const id = slots[slot]! - 1;
      if (id < 0) break;
      const records = pages[id >> PAGE_BITS]!;
      const at = (id & PAGE_MASK) << RECORD_BITS;
      if (records[at] === lo && records[at + 1] === hi) return id;
    }
    const id = this.#newId();
    const records = pages[id >> PAGE_BITS]!;
    const at = (id & PAGE_MASK) << RECORD_BITS;
    records[at] = lo;
    records[at + 1] = hi;
    records[at + COUNT] = 0;
    records[at + VALUE] = 0;
    slots[slot] = id + 1;
    if (++this.#live * 2 > slots.length) this.#growSlots();
    return id;
  }

  /** Adds one to the count of a key that is in the table. */
  incrementId(id: number): void {
    this.#pages[id >> PAGE_BITS]![((id & PAGE_MASK) << RECORD_BITS) + COUNT]!++;
  }

  /** Takes one from a key's count and gives what is left; at zero the key is gone and its id is free. */
  decrement(id: number): number {
    const left = --this.#pages[id >> PAGE_BITS]![((id & PAGE_MASK) << RECORD_BITS) + COUNT]!;
    if (left === 0) this.#remove(id);
    return left;
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
    return this.#pages[id >> PAGE_BITS]![(id & PAGE_MASK) << RECORD_BITS]!;
  }

  hi(id: number): number {
    return this.#pages[id >> PAGE_BITS]![((id & PAGE_MASK) << RECORD_BITS) + 1]!;
  }

  /** Count of a key; 0 of an id that no key has. */
  count(id: number): number {
    return Math.max(0, this.#pages[id >> PAGE_BITS]?.[((id & PAGE_MASK) << RECORD_BITS) + COUNT] ?? 0);
  }

  /** What the owner of the table keeps with a key: 0 for a new one. */
  value(id: number): number {
    return this.#pages[id >> PAGE_BITS]![((id & PAGE_MASK) << RECORD_BITS) + VALUE]!;
  }

  setValue(id: number, value: number): void {
    this.#pages[id >> PAGE_BITS]![((id & PAGE_MASK) << RECORD_BITS) + VALUE] = value;
  }

  #newId(): number {
    if (this.#free > 0) {
      const id = this.#free - 1;
      this.#free = this.lo(id);
      return id;
    }
    const id = this.#top++;
    const index = id >> PAGE_BITS;
    const page = this.#pages[index];
    if (page === undefined) this.#pages.push(new Int32Array((PAGE_MASK + 1) << RECORD_BITS));
    else if ((id & PAGE_MASK) << RECORD_BITS >= page.length) this.#pages[index] = enlarged(page, page.length * 2);
    return id;
  }

  #remove(id: number): void {
    const slots = this.#slots;
    const mask = this.#mask;
    let hole = this.#slotOfId(id) & mask;
    while (slots[hole] !== id + 1) hole = (hole + 1) & mask;
    // Close the gap: move back every later key of the run that may stand there.
    for (let slot = (hole + 1) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const other = slots[slot]! - 1;
      const home = this.#slotOfId(other) & mask;
      if (((slot - home) & mask) >= ((slot - hole) & mask)) {
        slots[hole] = slots[slot]!;
        hole = slot;
      }
    }
    slots[hole] = 0;
    if (--this.#live === 0) {
      this.#free = 0;
      this.#top = 0;
      return;
    }
    const records = this.#pages[id >> PAGE_BITS]!;
    const at = (id & PAGE_MASK) << RECORD_BITS;
    records[at] = this.#free;
    records[at + COUNT] = FREE;
    this.#free = id + 1;
  }

  #slotOfId(id: number): number {
    return slotOf(this.lo(id), this.hi(id));
  }

  #growSlots(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    // In the order of ids, whose records lie side by side.
    for (let id = 0; id < this.#top; id++) {
      if (this.#pages[id >> PAGE_BITS]![((id & PAGE_MASK) << RECORD_BITS) + COUNT] === FREE) continue;
      let slot = this.#slotOfId(id) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
    }
    this.#slots = slots;
    this.#mask = mask;
  }
}

function slotOf(lo: number, hi: number): number {
  return lo ^ (hi >>> 7);
}
