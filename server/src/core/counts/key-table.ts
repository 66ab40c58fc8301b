import { enlarged } from '../../html/enlarged.ts';
import { homeOf, KeySegment } from './key-segment.ts';
import { limits } from './thresholds.ts';

/** Records are in chunks of `1 << CHUNK_BITS` ids that are never copied; only the first chunk starts with `FIRST` ids and grows. */
const CHUNK_BITS = 12;
const CHUNK_MASK = (1 << CHUNK_BITS) - 1;
const FIRST = 8;

type Counts = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Int32Array<ArrayBuffer>;

/**
 * Counts 64-bit keys (two 32-bit lanes) and gives them small dense ids. A key whose count falls to zero is removed and its id is reused, so
 * that memory follows the number of keys. Ids are found by open addressing in segments, one for each prefix of a key's hash, which grow and
 * then split in two (extendible hashing; Fagin, Nievergelt, Pippenger, Strong, ACM TODS 1979): an insertion rebuilds one segment at most.
 */
export class KeyTable {
  /** Directory by the first `32 - #shift` bits of a hash, at least one; neighbouring entries may be the same segment. */
  #segments: KeySegment[];
  /** Right shift that turns a hash into its index in the directory. */
  #shift = 31;
  /** By id: both lanes. The first lane of a free id is the next free id plus one. */
  readonly #lanes: Int32Array<ArrayBuffer>[];
  /** By id: the count, 0 for a free id. A chunk has bytes until one of its counts needs more. */
  readonly #counts: Counts[];
  /** By id: a value that the owner of the table sets; empty until the first one. */
  readonly #values: Int32Array<ArrayBuffer>[] = [];
  /** The first free id plus one; 0 for none. */
  #free = 0;
  /** Greater by one than the largest id that was ever used. */
  #top = 0;
  #live = 0;

  /** @param expected number of keys that have room without a rebuilt segment */
  constructor(expected = 0) {
    this.#segments = Array<KeySegment>(2).fill(new KeySegment(0, expected, expected));
    const first = Math.min(CHUNK_MASK + 1, Math.max(FIRST, 1 << (32 - Math.clz32(expected))));
    this.#lanes = [new Int32Array(first * 2)];
    this.#counts = [new Uint8Array(first)];
  }

  /** Number of keys. */
  get size(): number {
    return this.#live;
  }

  /** Bytes of its arrays. */
  get bytes(): number {
    const slots = [...new Set(this.#segments)].map(segment => segment.slots);
    return [...slots, ...this.#lanes, ...this.#counts, ...this.#values].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Id of a key, or -1 if the key is not in the table. */
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
          const lanes = this.#lanes[id >> CHUNK_BITS]!;
          const at = (id & CHUNK_MASK) << 1;
          if (lanes[at] === lo && lanes[at + 1] === hi) return id;
        }
      }
      if (++slot === slots.length) slot = 0;
    }
  }

  /** Adds one to a key's count and returns its id; a new key starts at one. */
  increment(lo: number, hi: number): number {
    const id = this.locate(lo, hi);
    this.incrementId(id);
    return id;
  }

  /** Returns the id of a key. Adds an unknown key with a count of zero, which the caller must raise with `incrementId`. */
  locate(lo: number, hi: number): number {
    const known = this.find(lo, hi);
    if (known >= 0) return known;
    const id = this.#newId();
    const lanes = this.#lanes[id >> CHUNK_BITS]!;
    const at = (id & CHUNK_MASK) << 1;
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
    const index = id >> CHUNK_BITS;
    const at = id & CHUNK_MASK;
    const counts = this.#counts[index]!;
    const count = counts[at]! + 1;
    counts[at] = count;
    if (counts[at] === count) return;
    counts[at] = count - 1;
    const wider = counts instanceof Uint8Array ? Uint16Array.from(counts) : Int32Array.from(counts);
    wider[at] = count;
    this.#counts[index] = wider;
  }

  /** Subtracts one from a key's count and returns the remaining count; at zero, removes the key and frees its id. */
  decrement(id: number): number {
    const left = --this.#counts[id >> CHUNK_BITS]![id & CHUNK_MASK]!;
    if (left === 0) this.#remove(id);
    return left;
  }

  /** Visits every key by id, with its count. */
  forEach(visit: (id: number, count: number) => void): void {
    for (let id = 0; id < this.#top; id++) {
      const count = this.count(id);
      if (count > 0) visit(id, count);
    }
  }

  /** First lane of a key. */
  lo(id: number): number {
    return this.#lanes[id >> CHUNK_BITS]![(id & CHUNK_MASK) << 1]!;
  }

  /** Second lane of a key. */
  hi(id: number): number {
    return this.#lanes[id >> CHUNK_BITS]![((id & CHUNK_MASK) << 1) + 1]!;
  }

  /** Count of a key; 0 for a free id. */
  count(id: number): number {
    return this.#counts[id >> CHUNK_BITS]?.[id & CHUNK_MASK] ?? 0;
  }

  /** The value that the owner of the table set for a key; defined only after `setValue`. */
  value(id: number): number {
    return this.#values[id >> CHUNK_BITS]![id & CHUNK_MASK]!;
  }

  setValue(id: number, value: number): void {
    const index = id >> CHUNK_BITS;
    while (this.#values.length <= index) this.#values.push(new Int32Array(this.#values.length === 0 ? FIRST : CHUNK_MASK + 1));
    const chunk = this.#values[index]!;
    if ((id & CHUNK_MASK) >= chunk.length) this.#values[index] = enlarged(chunk, this.#counts[index]!.length);
    this.#values[index]![id & CHUNK_MASK] = value;
  }

  #newId(): number {
    if (this.#free > 0) {
      const id = this.#free - 1;
      this.#free = this.lo(id);
      return id;
    }
    const id = this.#top++;
    const index = id >> CHUNK_BITS;
    const counts = this.#counts[index];
    if (counts === undefined) {
      this.#lanes.push(new Int32Array((CHUNK_MASK + 1) * 2));
      this.#counts.push(new Uint8Array(CHUNK_MASK + 1));
    } else if ((id & CHUNK_MASK) >= counts.length) {
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
    this.#lanes[id >> CHUNK_BITS]![(id & CHUNK_MASK) << 1] = this.#free;
    this.#free = id + 1;
  }

  /** Rebuilds the full segment of a hash without removed slots, with more slots or as two halves. Returns the segment that now has the hash. */
  #withRoom(hash: number): KeySegment {
    const segment = this.#segments[hash >>> this.#shift]!;
    const ids = segment.ids();
    const { segmentIds, unevenSegments } = limits;
    const isSplit = ids.length >= segmentIds && segmentIds * 2 ** segment.depth < this.#live * unevenSegments;
    if (isSplit) {
      if (segment.depth === 32 - this.#shift) this.#doubleDirectory();
      const bit = 31 - segment.depth;
      const inHalf = (half: number) => ids.filter(id => ((hashOf(this.lo(id), this.hi(id)) >>> bit) & 1) === half);
      const halves = [0, 1].map(half => this.#filled(inHalf(half), segment.depth + 1));
      this.#replace(hash >>> this.#shift, halves);
    } else this.#replace(hash >>> this.#shift, [this.#filled(ids, segment.depth)]);
    return this.#segments[hash >>> this.#shift]!;
  }

  /** Lets the directory distinguish one more bit of the hash. */
  #doubleDirectory(): void {
    this.#shift--;
    this.#segments = this.#segments.flatMap(segment => [segment, segment]);
  }

  /** Replaces the segment at an index, in all directory entries that refer to it, by one segment or by two halves. */
  #replace(index: number, by: readonly KeySegment[]): void {
    const entries = 1 << (32 - this.#shift - this.#segments[index]!.depth);
    const first = index & ~(entries - 1);
    for (let at = 0; at < entries; at++) this.#segments[first + at] = by[Math.floor((at * by.length) / entries)]!;
  }

  /** A new segment with the given ids. */
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

/** 32-bit hash of a key, whose lanes are hashes already. */
function hashOf(lo: number, hi: number): number {
  return lo ^ (hi >>> 7);
}

/** 32 bits of a key that are nearly independent of `hashOf`. */
function tagOf(lo: number, hi: number): number {
  return Math.imul(hi ^ (lo >>> 15), 0x9e3779b1);
}
