import { enlarged } from '../../html/enlarged.ts';

const CHUNK_BITS = 6;
const CHUNK = 1 << CHUNK_BITS;
const CHUNK_MASK = CHUNK - 1;
/** Largest count in a byte. */
const LARGEST = 255;
const initial = { chunks: 8, slots: 16 } as const;

/**
 * Counts by small integer ids that come in clusters, in chunks of 64 ids that exist only while one of their counts is not zero. The counts
 * of a group thus take memory for the keys of its pages only, however many keys the site has. A chunk has bytes until one of its counts needs more.
 */
export class ChunkedCounts {
  /** Hash table by the upper bits of the id; a slot is two words: these bits plus one, then the chunk. */
  #slots = new Int32Array(initial.slots * 2);
  #mask = initial.slots - 1;
  #size = 0;
  /** Counts of chunk `c` are at `c * 64`. A chunk `w` of `#wide` is stored in the hash table as `-w - 1`. */
  #narrow = new Uint8Array(initial.chunks * CHUNK);
  #wide = new Int32Array(0);
  /** By chunk, the number of its counts that are not zero. */
  #narrowLive = new Uint8Array(initial.chunks);
  #wideLive = new Uint8Array(0);
  readonly #freeNarrow: number[] = [];
  readonly #freeWide: number[] = [];
  #topNarrow = 0;
  #topWide = 0;
  #lastIndex = -1;
  #lastSlot = -1;

  copy(): ChunkedCounts {
    const copy = new ChunkedCounts();
    copy.#slots = this.#slots.slice();
    copy.#mask = this.#mask;
    copy.#size = this.#size;
    copy.#narrow = this.#narrow.slice();
    copy.#wide = this.#wide.slice();
    copy.#narrowLive = this.#narrowLive.slice();
    copy.#wideLive = this.#wideLive.slice();
    copy.#freeNarrow.push(...this.#freeNarrow);
    copy.#freeWide.push(...this.#freeWide);
    copy.#topNarrow = this.#topNarrow;
    copy.#topWide = this.#topWide;
    return copy;
  }

  /** Bytes of its arrays. */
  get bytes(): number {
    const arrays = [this.#slots, this.#narrow, this.#wide, this.#narrowLive, this.#wideLive];
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Count of an id. */
  count(id: number): number {
    const slot = this.#slotOf(id >> CHUNK_BITS);
    if (slot < 0) return 0;
    const chunk = this.#slots[slot + 1]!;
    const at = id & CHUNK_MASK;
    return chunk >= 0 ? this.#narrow[chunk * CHUNK + at]! : this.#wide[(-chunk - 1) * CHUNK + at]!;
  }

  /** Visits every id whose count is not zero, in no particular order; `visit` must not change the counts. */
  forEachKey(visit: (id: number, count: number) => void): void {
    for (let slot = 0; slot < this.#slots.length; slot += 2) {
      if (this.#slots[slot] === 0) continue;
      const first = (this.#slots[slot]! - 1) << CHUNK_BITS;
      const chunk = this.#slots[slot + 1]!;
      const counts = chunk >= 0 ? this.#narrow : this.#wide;
      const from = (chunk >= 0 ? chunk : -chunk - 1) * CHUNK;
      for (let at = 0; at < CHUNK; at++) if (counts[from + at]! > 0) visit(first + at, counts[from + at]!);
    }
  }

  increment(id: number): void {
    const index = id >> CHUNK_BITS;
    let slot = this.#slotOf(index);
    if (slot < 0) slot = this.#add(index);
    const chunk = this.#slots[slot + 1]!;
    const at = id & CHUNK_MASK;
    if (chunk < 0) {
      if (this.#wide[(-chunk - 1) * CHUNK + at]!++ === 0) this.#wideLive[-chunk - 1]!++;
      return;
    }
    const count = this.#narrow[chunk * CHUNK + at]!;
    if (count === LARGEST) {
      const wide = this.#widened(slot, chunk);
      this.#wide[wide * CHUNK + at]!++;
      return;
    }
    this.#narrow[chunk * CHUNK + at] = count + 1;
    if (count === 0) this.#narrowLive[chunk]!++;
  }

  /** Subtracts one from a count that is not zero. */
  decrement(id: number): void {
    const slot = this.#slotOf(id >> CHUNK_BITS);
    const chunk = this.#slots[slot + 1]!;
    const at = id & CHUNK_MASK;
    if (chunk >= 0) {
      if (--this.#narrow[chunk * CHUNK + at]! > 0 || --this.#narrowLive[chunk]! > 0) return;
      this.#freeNarrow.push(chunk);
    } else {
      const wide = -chunk - 1;
      if (--this.#wide[wide * CHUNK + at]! > 0 || --this.#wideLive[wide]! > 0) return;
      this.#freeWide.push(wide);
    }
    this.#remove(slot);
  }

  /** Offset in `#slots` of the chunk with these upper bits, or -1. */
  #slotOf(index: number): number {
    if (index === this.#lastIndex) return this.#lastSlot;
    const slots = this.#slots;
    const mask = this.#mask;
    let at = homeOf(index) & mask;
    while (slots[at * 2] !== index + 1) {
      if (slots[at * 2] === 0) return -1;
      at = (at + 1) & mask;
    }
    this.#lastIndex = index;
    this.#lastSlot = at * 2;
    return at * 2;
  }

  /** Makes an empty chunk; returns its offset in `#slots`. */
  #add(index: number): number {
    if ((this.#size + 1) * 4 > (this.#mask + 1) * 3) this.#growSlots();
    const chunk = this.#freeNarrow.pop() ?? this.#topNarrow++;
    if (chunk >= this.#narrowLive.length) {
      const chunks = chunk + Math.max(1, chunk >> 2);
      this.#narrow = enlarged(this.#narrow, chunks * CHUNK);
      this.#narrowLive = enlarged(this.#narrowLive, chunks);
    }
    this.#size++;
    return this.#put(index, chunk);
  }

  #put(index: number, chunk: number): number {
    let at = homeOf(index) & this.#mask;
    while (this.#slots[at * 2] !== 0) at = (at + 1) & this.#mask;
    this.#slots[at * 2] = index + 1;
    this.#slots[at * 2 + 1] = chunk;
    return at * 2;
  }

  /** Moves a chunk to `#wide`; returns its number there. */
  #widened(slot: number, chunk: number): number {
    const wide = this.#freeWide.pop() ?? this.#topWide++;
    if (wide >= this.#wideLive.length) {
      const chunks = wide + 1 + (wide >> 2);
      this.#wide = enlarged(this.#wide, chunks * CHUNK);
      this.#wideLive = enlarged(this.#wideLive, chunks);
    }
    const from = chunk * CHUNK;
    this.#wide.set(this.#narrow.subarray(from, from + CHUNK), wide * CHUNK);
    this.#narrow.fill(0, from, from + CHUNK);
    this.#wideLive[wide] = this.#narrowLive[chunk]!;
    this.#narrowLive[chunk] = 0;
    this.#freeNarrow.push(chunk);
    this.#slots[slot + 1] = -wide - 1;
    return wide;
  }

  #remove(slot: number): void {
    const slots = this.#slots;
    const mask = this.#mask;
    let hole = slot >> 1;
    // Close the gap: move back every later entry of the run whose probe starts at or before it.
    for (let at = (hole + 1) & mask; slots[at * 2] !== 0; at = (at + 1) & mask) {
      const home = homeOf(slots[at * 2]! - 1) & mask;
      if (((at - home) & mask) < ((at - hole) & mask)) continue;
      slots[hole * 2] = slots[at * 2]!;
      slots[hole * 2 + 1] = slots[at * 2 + 1]!;
      hole = at;
    }
    slots[hole * 2] = 0;
    this.#size--;
    this.#lastIndex = -1;
  }

  #growSlots(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    this.#mask = old.length - 1;
    for (let slot = 0; slot < old.length; slot += 2) if (old[slot] !== 0) this.#put(old[slot]! - 1, old[slot + 1]!);
    this.#lastIndex = -1;
  }
}

function homeOf(index: number): number {
  return Math.imul(index, 0x9e3779b1) >>> 12;
}
