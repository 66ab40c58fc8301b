/**
 * Counts 64-bit keys (two 32-bit lanes) under small dense ids. Open addressing with linear probing; a key whose count falls to zero is
 * removed and its id is used again, so that nothing stays behind.
 */
export class KeyTable {
  #slots = new Int32Array(1024);
  #mask = 1023;
  #lo = new Int32Array(512);
  #hi = new Int32Array(512);
  #count = new Int32Array(512);
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
    for (let slot = slotOf(lo, hi) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const id = slots[slot]! - 1;
      if (id < 0) return -1;
      if (this.#lo[id] === lo && this.#hi[id] === hi) return id;
    }
  }

  /** Adds one to a key's count and gives its id; a new key starts at one. */
  increment(lo: number, hi: number): number {
    const slots = this.#slots;
    let slot = slotOf(lo, hi) & this.#mask;
    for (; ; slot = (slot + 1) & this.#mask) {
      const id = slots[slot]! - 1;
      if (id < 0) break;
      if (this.#lo[id] === lo && this.#hi[id] === hi) {
        this.#count[id]!++;
        return id;
      }
    }
    const id = this.#free.pop() ?? this.#top++;
    if (id >= this.#lo.length) this.#growIds();
    this.#lo[id] = lo;
    this.#hi[id] = hi;
    this.#count[id] = 1;
    slots[slot] = id + 1;
    if (++this.#live * 2 > slots.length) this.#growSlots();
    return id;
  }

  /** Adds one to the count of a key that is in the table. */
  incrementId(id: number): void {
    this.#count[id]!++;
  }

  /** Takes one from a key's count and gives what is left; at zero the key is gone and its id is free. */
  decrement(id: number): number {
    const left = --this.#count[id]!;
    if (left === 0) this.#remove(id);
    return left;
  }

  /** The lanes of a key. */
  lo(id: number): number {
    return this.#lo[id]!;
  }

  hi(id: number): number {
    return this.#hi[id]!;
  }

  /** Count of a key. */
  count(id: number): number {
    return this.#count[id]!;
  }

  #remove(id: number): void {
    const slots = this.#slots;
    const mask = this.#mask;
    let hole = slotOf(this.#lo[id]!, this.#hi[id]!) & mask;
    while (slots[hole] !== id + 1) hole = (hole + 1) & mask;
    // Close the gap: move back every later key of the run that may stand there.
    for (let slot = (hole + 1) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const other = slots[slot]! - 1;
      const home = slotOf(this.#lo[other]!, this.#hi[other]!) & mask;
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

  #growIds(): void {
    const length = this.#lo.length * 2;
    this.#lo = enlarged(this.#lo, length);
    this.#hi = enlarged(this.#hi, length);
    this.#count = enlarged(this.#count, length);
  }

  #growSlots(): void {
    const old = this.#slots;
    const slots = new Int32Array(old.length * 2);
    const mask = slots.length - 1;
    for (const entry of old) {
      if (entry === 0) continue;
      let slot = slotOf(this.#lo[entry - 1]!, this.#hi[entry - 1]!) & mask;
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

/** A copy of an array with room for `length` entries. */
export function enlarged(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}
