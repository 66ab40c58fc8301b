import { KeyTable } from './key-table.ts';
import { PageSets } from './page-sets.ts';

/** Keys of one page in a `PageCounts`: the id of every key that was given, in the same order; -1 where the key was skipped (both lanes 0). */
export type PageKeys = Int32Array;

/** Keys whose page count an update changed, by one each. Keys that no page holds now are not among them. */
export interface CountChange {
  readonly raised: number[];
  readonly lowered: number[];
}

/** Counts that can be looked through. */
export interface Counts {
  count(id: number): number;
  forEachKey(visit: (id: number, count: number) => void): void;
}

/** Bands of counts before and after a change of the set of pages; they differ where bands depend on the size of the set. */
export interface Bands {
  readonly before: (count: number) => number;
  readonly after: (count: number) => number;
  /** The size of the set changed: keys whose counts did not change may have another band too. */
  readonly resized: boolean;
}

/**
 * Keys that passed from one band to another with a change. Keys that came new with it may be missing: all pages that hold them are part
 * of the change. Looks at the changed keys only, unless the set was resized.
 */
export function crossed(counts: Counts, change: CountChange, { before, after, resized }: Bands): number[] {
  const delta = new Map<number, number>();
  for (const id of change.raised) delta.set(id, (delta.get(id) ?? 0) + 1);
  for (const id of change.lowered) delta.set(id, (delta.get(id) ?? 0) - 1);
  const ids: number[] = [];
  if (resized) {
    const moves: boolean[] = [];
    counts.forEachKey((id, count) => {
      const difference = delta.size > 0 ? (delta.get(id) ?? 0) : 0;
      if (difference === 0) moves[count] ??= before(count) !== after(count);
      if (difference === 0 ? moves[count] : before(count - difference) !== after(count)) ids.push(id);
    });
  } else {
    for (const [id, difference] of delta) {
      const count = counts.count(id);
      if (difference !== 0 && before(count - difference) !== after(count)) ids.push(id);
    }
  }
  return ids;
}

/** The keys of a page that holds none. */
export const noKeys: PageKeys = new Int32Array(0);

/** Scratch space of `distinctKeys`: ids plus one, by open addressing. */
let met = new Int32Array(0);

/** The ids of a page's keys, each once, in the order in which they come first. */
export function distinctKeys(ids: PageKeys): Int32Array {
  const mask = (2 << (32 - Math.clz32(ids.length))) - 1;
  if (met.length <= mask) met = new Int32Array(mask + 1);
  else met.fill(0, 0, mask + 1);
  const distinct = new Int32Array(ids.length);
  let size = 0;
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at]!;
    if (id < 0) continue;
    let slot = id & mask;
    while (met[slot] !== 0 && met[slot] !== id + 1) slot = (slot + 1) & mask;
    if (met[slot] !== 0) continue;
    met[slot] = id + 1;
    distinct[size++] = id;
  }
  return distinct.subarray(0, size);
}

/** Where in the page that is counted keys stood last, by some of their bits: most keys of a page stand there again. May be wrong. */
const RECENT_MASK = (1 << 10) - 1;
const recent = new Int32Array(RECENT_MASK + 1);

/**
 * Document frequencies: in how many pages every key occurs, and in which. A page adds at most one to a key, however often it holds it.
 * Replacing a page touches only the keys that differ.
 */
export class PageCounts {
  /** The value of a key is the word of the set of its pages, the count the size of it. */
  readonly #table = new KeyTable();
  readonly #pages = new PageSets();

  /** Number of keys. */
  get size(): number {
    return this.#table.size;
  }

  /** Bytes of its arrays. */
  get bytes(): number {
    return this.#table.bytes + this.#pages.bytes;
  }

  /** Number of pages that hold a key. */
  count(id: number): number {
    return this.#table.count(id);
  }

  /** Calls back with every key and its count. */
  forEachKey(visit: (id: number, count: number) => void): void {
    this.#table.forEach(visit);
  }

  /** Calls back with every page that holds a key, in no particular order. */
  forEachPage(id: number, visit: (page: number) => void): void {
    const count = this.#table.count(id);
    if (count > 0) this.#pages.forEach(this.#table.value(id), count, visit);
  }

  /** The lanes of a key that a page holds. */
  keyLo(id: number): number {
    return this.#table.lo(id);
  }

  keyHi(id: number): number {
    return this.#table.hi(id);
  }

  /** The keys (pairs of lanes) that ids stand for, zeros for -1. */
  lanes(ids: Int32Array): Int32Array {
    const lanes = new Int32Array(ids.length * 2);
    for (let at = 0; at < ids.length; at++) {
      if (ids[at]! < 0) continue;
      lanes[at * 2] = this.#table.lo(ids[at]!);
      lanes[at * 2 + 1] = this.#table.hi(ids[at]!);
    }
    return lanes;
  }

  /**
   * Puts a page's keys (pairs of lanes; a pair of zeros is skipped) in the place of what it held before.
   * @param change collects the keys whose counts changed, where anybody wants to know.
   */
  replace(page: number, before: PageKeys | undefined, lanes: Int32Array | undefined, change?: CountChange): PageKeys {
    const length = lanes ? lanes.length >> 1 : 0;
    const ids = new Int32Array(length);
    for (let at = 0; at < length; at++) {
      const lo = lanes![at * 2]!;
      const hi = lanes![at * 2 + 1]!;
      if (lo === 0 && hi === 0) {
        ids[at] = -1;
        continue;
      }
      const slot = (lo ^ (hi >>> 5)) & RECENT_MASK;
      const before = recent[slot]!;
      if (before < at && lanes![before * 2] === lo && lanes![before * 2 + 1] === hi) {
        ids[at] = ids[before]!;
        continue;
      }
      recent[slot] = at;
      const id = this.#table.locate(lo, hi);
      if (this.#add(id, page)) change?.raised.push(id);
      ids[at] = id;
    }
    if (before && before.length > 0) this.#removeOthers(page, before, ids, change);
    return ids;
  }

  /** Adds a page to a key; false where it has it. */
  #add(id: number, page: number): boolean {
    const table = this.#table;
    const count = table.count(id);
    if (count > 0) {
      const set = table.value(id);
      if (this.#pages.has(set, count, page)) return false;
      table.setValue(id, this.#pages.add(set, count, page));
    } else table.setValue(id, this.#pages.single(page));
    table.incrementId(id);
    return true;
  }

  /** Takes a page from the keys that it held before and no longer holds. */
  #removeOthers(page: number, before: PageKeys, ids: PageKeys, change?: CountChange): void {
    const kept = new Set(ids);
    for (const id of distinctKeys(before)) {
      if (kept.has(id)) continue;
      const count = this.#table.count(id);
      if (count > 1) {
        this.#table.setValue(id, this.#pages.delete(this.#table.value(id), count, page));
        change?.lowered.push(id);
      }
      this.#table.decrement(id);
    }
    if (this.#table.size === 0) this.#pages.clear();
  }
}
