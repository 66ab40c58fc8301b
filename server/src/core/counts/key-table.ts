import { enlarged } from '../page/enlarged.ts';

/**
 * Counts 64-bit keys (two 32-bit lanes) under small dense ids. Open addressing with linear probing; a key whose count falls to zero is
 * removed and its id is used again, so that nothing stays behind.
 */
export class KeyTable {
  // A table begins small: a site of many layouts has several for each.
  #slots = new Int32Array(16);
  #mask = 15;
  /** Four words an id, in one cache line: both lanes and the count. */
  #records = new Int32Array(32);
  #free: number[] = [];
  #top = 0;
  #live = 0;

  /** Number of keys. */
  get size(): number {
    return this.#live;
  }

  /** Id of a key, or -1. */
  find(lo: number, hi: number): number {
    const slots = this.#slots;
    const records = this.#records;
    for (let slot = slotOf(lo, hi) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const id = slots[slot]! - 1;
      if (id < 0) return -1;
      if (records[id * 4] === lo && records[id * 4 + 1] === hi) return id;
    }
  }

  /** Adds one to a key's count and gives its id; a new key starts at one. */
  increment(lo: number, hi: number): number {
    const id = this.locate(lo, hi);
    this.#records[id * 4 + 2]!++;
    return id;
  }

  /** Id of a key; a new one is added with a count of zero, which the caller must raise. */
  locate(lo: number, hi: number): number {
    const slots = this.#slots;
    const records = this.#records;
    let slot = slotOf(lo, hi) & this.#mask;
    for (; ; slot = (slot + 1) & this.#mask) {
      const id = slots[slot]! - 1;
      if (id < 0) break;
      if (records[id * 4] === lo && records[id * 4 + 1] === hi) return id;
    }
    const id = this.#free.pop() ?? this.#top++;
    if (id * 4 >= this.#records.length) this.#records = enlarged(this.#records, this.#records.length * 4);
    this.#records[id * 4] = lo;
    this.#records[id * 4 + 1] = hi;
    this.#records[id * 4 + 2] = 0;
    slots[slot] = id + 1;
    if (++this.#live * 2 > slots.length) this.#growSlots();
    return id;
  }

  /** Adds one to the count of a key that is in the table. */
  incrementId(id: number): void {
    this.#records[id * 4 + 2]!++;
  }

  /** Takes one from a key's count and gives what is left; at zero the key is gone and its id is free. */
  decrement(id: number): number {
    const left = --this.#records[id * 4 + 2]!;
    if (left === 0) this.#remove(id);
    return left;
  }

  /** Calls back with every id and its count. */
  forEach(visit: (id: number, count: number) => void): void {
    for (let id = 0; id < this.#top; id++) {
      const count = this.#records[id * 4 + 2]!;
      if (count > 0) visit(id, count);
    }
  }

  /** The lanes of a key. */
  lo(id: number): number {
    return this.#records[id * 4]!;
  }

  hi(id: number): number {
    return this.#records[id * 4 + 1]!;
  }

  /** Count of a key. */
  count(id: number): number {
    return this.#records[id * 4 + 2]!;
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
    this.#free.push(id);
    if (--this.#live === 0) {
      this.#free.length = 0;
      this.#top = 0;
    }
  }

  #slotOfId(id: number): number {
    return slotOf(this.#records[id * 4]!, this.#records[id * 4 + 1]!);
  }

  #growSlots(): void {
    const old = this.#slots;
    // By four: putting all keys into their new places costs more than the room.
    const slots = new Int32Array(old.length * 4);
    const mask = slots.length - 1;
    for (const entry of old) {
      if (entry === 0) continue;
      let slot = this.#slotOfId(entry - 1) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = entry;
    }
    this.#slots = slots;
    this.#mask = mask;
  }
}

function slotOf(lo: number, hi: number): number {
  return lo ^ (hi >>> 7);
}
