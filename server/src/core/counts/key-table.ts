import { enlarged } from '../../html/enlarged.ts';
import { homeOf, KeySegment, MOST_IN_SEGMENT } from './key-segment.ts';

/** Records are in arrays for so many ids, which are never copied; the first one begins small and grows to it. */
const PAGE_BITS = 12;
const PAGE_MASK = (1 << PAGE_BITS) - 1;
const FIRST = 8;

/** There is room for so many times the segments that were needed if hashes were spread evenly. */
const MOST_UNEVEN = 16;

type Counts = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Int32Array<ArrayBuffer>;

/**
 * Counts 64-bit keys (two 32-bit lanes) under small dense ids. A key whose count falls to zero is removed and its id is used again, so that
 * nothing stays behind. Ids are found by open addressing in segments, one for each beginning of a key's hash, which grow and are split in
 * two (extendible hashing; Fagin, Nievergelt, Pippenger, Strong, ACM TODS 1979): no key takes longer than a segment, however many there are.
 */
export class KeyTable {
  /** By the first bits of a hash, at least one of them; several in a row may be the same segment. */
  #segments: KeySegment[] = Array<KeySegment>(2).fill(new KeySegment(0, 0));
  /** What is left of a hash when these bits are the only ones. */
  #shift = 31;
  /** By id: both lanes. In an id that no key has, the first is the next such id, plus one. */
  readonly #lanes: Int32Array<ArrayBuffer>[] = [new Int32Array(FIRST * 2)];
  /** By id: the count, 0 of an id that no key has; in bytes, or more where one of an array needs them. */
  readonly #counts: Counts[] = [new Uint8Array(FIRST)];
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
    const slots = [...new Set(this.#segments)].map(segment => segment.slots);
    return [...slots, ...this.#lanes, ...this.#counts, ...this.#values].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Id of a key, or -1. */
  find(lo: number, hi: number): number {
    const hash = hashOf(lo, hi);
    const { slots, idMask, depth } = this.#segments[hash >>> this.#shift]!;
    const tag = tagOf(lo, hi) & ~idMask;
    for (let slot = homeOf(hash, depth, slots.length); ; ) {
      const word = slots[slot]!;
      if (word === 0) return -1;
      if ((word & ~idMask) === tag) {
        const id = (word & idMask) - 1;
        if (id >= 0) {
          const lanes = this.#lanes[id >> PAGE_BITS]!;
          const at = (id & PAGE_MASK) << 1;
          if (lanes[at] === lo && lanes[at + 1] === hi) return id;
        }
      }
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
    const known = this.find(lo, hi);
    if (known >= 0) return known;
    const id = this.#newId();
    const lanes = this.#lanes[id >> PAGE_BITS]!;
    const at = (id & PAGE_MASK) << 1;
    lanes[at] = lo;
    lanes[at + 1] = hi;
    const hash = hashOf(lo, hi);
    let segment = this.#segments[hash >>> this.#shift]!;
    if (segment.isFull || id >= segment.idMask) segment = this.#withRoom(hash);
    segment.add(id, hash, tagOf(lo, hi));
    this.#live++;
    return id;
  }

  /** Adds one to the count of a key that is in the table. */
  incrementId(id: number): void {
    const index = id >> PAGE_BITS;
    const at = id & PAGE_MASK;
    const counts = this.#counts[index]!;
    const count = counts[at]! + 1;
    counts[at] = count;
    if (counts[at] === count) return;
    counts[at] = count - 1;
    const wider = counts instanceof Uint8Array ? Uint16Array.from(counts) : Int32Array.from(counts);
    wider[at] = count;
    this.#counts[index] = wider;
  }

  /** Takes one from a key's count and gives what is left; at zero the key is gone and its id is free. */
  decrement(id: number): number {
    const left = --this.#counts[id >> PAGE_BITS]![id & PAGE_MASK]!;
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
    return this.#lanes[id >> PAGE_BITS]![(id & PAGE_MASK) << 1]!;
  }

  hi(id: number): number {
    return this.#lanes[id >> PAGE_BITS]![((id & PAGE_MASK) << 1) + 1]!;
  }

  /** Count of a key; 0 of an id that no key has. */
  count(id: number): number {
    return this.#counts[id >> PAGE_BITS]?.[id & PAGE_MASK] ?? 0;
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
      this.#counts.push(new Uint8Array(PAGE_MASK + 1));
    } else if ((id & PAGE_MASK) >= counts.length) {
      this.#lanes[index] = enlarged(this.#lanes[index]!, counts.length * 4);
      this.#counts[index] = enlarged(counts, counts.length * 2);
    }
    return id;
  }

  #remove(id: number): void {
    const hash = hashOf(this.lo(id), this.hi(id));
    this.#segments[hash >>> this.#shift]!.remove(id, hash);
    if (--this.#live === 0) {
      this.#free = 0;
      this.#top = 0;
      return;
    }
    this.#lanes[id >> PAGE_BITS]![(id & PAGE_MASK) << 1] = this.#free;
    this.#free = id + 1;
  }

  /** Makes room in the segment of a hash: frees its slots that nothing is in, else lets it grow, or splits it. Gives the segment. */
  #withRoom(hash: number): KeySegment {
    const segment = this.#segments[hash >>> this.#shift]!;
    const ids = segment.ids();
    const isSplit = ids.length >= MOST_IN_SEGMENT && MOST_IN_SEGMENT * 2 ** segment.depth < this.#live * MOST_UNEVEN;
    if (isSplit) {
      if (segment.depth === 32 - this.#shift) this.#halve();
      const bit = 31 - segment.depth;
      const inHalf = (half: number) => ids.filter(id => ((hashOf(this.lo(id), this.hi(id)) >>> bit) & 1) === half);
      const halves = [0, 1].map(half => this.#filled(inHalf(half), segment.depth + 1));
      this.#replace(hash >>> this.#shift, halves);
    } else this.#replace(hash >>> this.#shift, [this.#filled(ids, segment.depth)]);
    return this.#segments[hash >>> this.#shift]!;
  }

  /** Segments by one more bit. */
  #halve(): void {
    this.#shift--;
    this.#segments = this.#segments.flatMap(segment => [segment, segment]);
  }

  /** Puts one or two segments in the place of the one that stands at an index, wherever it stands. */
  #replace(index: number, by: readonly KeySegment[]): void {
    const places = 1 << (32 - this.#shift - this.#segments[index]!.depth);
    const first = index & ~(places - 1);
    for (let at = 0; at < places; at++) this.#segments[first + at] = by[Math.floor((at * by.length) / places)]!;
  }

  #filled(ids: Int32Array, depth: number): KeySegment {
    const segment = new KeySegment(depth, ids.length, this.#top);
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at]!;
      const lo = this.lo(id);
      const hi = this.hi(id);
      segment.add(id, hashOf(lo, hi), tagOf(lo, hi));
    }
    return segment;
  }
}

/** 32 bits of a key. */
function hashOf(lo: number, hi: number): number {
  return lo ^ (hi >>> 7);
}

/** Bits of a key that say little of its hash. */
function tagOf(lo: number, hi: number): number {
  return Math.imul(hi ^ (lo >>> 15), 0x9e3779b1);
}
