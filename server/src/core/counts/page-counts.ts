import { KeyTable } from './key-table.ts';
import { PageSets } from './page-sets.ts';

/** Key ids of one page, in the order of the hashes passed to `PageCounts.replace`. A key whose hash is 0 is not counted; its id is -1. */
export type PageKeys = Int32Array;

/** Ids of keys whose page count an update changed, by one for each occurrence. Keys that no page has any longer are missing. */
export interface CountChange {
  readonly raised: number[];
  readonly lowered: number[];
}

/** Page counts by key id. */
export interface Counts {
  count(id: number): number;
  /** Visits every key whose count is not zero. */
  forEachKey(visit: (id: number, count: number) => void): void;
}

/**
 * Functions that return the band of a page count, before and after a change of the set of pages. They differ if the bounds of bands depend on
 * the number of pages.
 */
export interface Bands {
  readonly before: (count: number) => number;
  readonly after: (count: number) => number;
  /** True if the number of pages changed: keys whose counts did not change may be in another band, too. */
  readonly resized: boolean;
}

/**
 * Returns the ids of keys that a change moved from one band to another. Keys that are new or gone may be missing, since ids are reused; every
 * page that has or had them is part of the change. Visits only the changed keys unless the number of pages changed.
 */
export function keysWithChangedBand(counts: Counts, change: CountChange, { before, after, resized }: Bands): number[] {
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

/** The empty list of keys. */
export const noKeys: PageKeys = new Int32Array(0);

/** Hash set of `distinctKeys`, reused by all calls: ids plus one, by open addressing. */
let seen = new Int32Array(0);

/** Returns the ids of a page's keys without -1 and without duplicates, in the order of first occurrence. */
export function distinctKeys(ids: PageKeys): Int32Array {
  const mask = (2 << (32 - Math.clz32(ids.length))) - 1;
  if (seen.length <= mask) seen = new Int32Array(mask + 1);
  else seen.fill(0, 0, mask + 1);
  const distinct = new Int32Array(ids.length);
  let size = 0;
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at]!;
    if (id < 0) continue;
    let slot = id & mask;
    while (seen[slot] !== 0 && seen[slot] !== id + 1) slot = (slot + 1) & mask;
    if (seen[slot] !== 0) continue;
    seen[slot] = id + 1;
    distinct[size++] = id;
  }
  return distinct.subarray(0, size);
}

/** By some bits of a key, its index in the page that `replace` works on, to skip most lookups of repeated keys. Entries may be stale. */
const RECENT_MASK = (1 << 10) - 1;
const recent = new Int32Array(RECENT_MASK + 1);

/**
 * Document frequencies: in how many pages each key occurs, and in which. A page adds at most one to the count of a key, however often it has
 * the key. Replacing a page changes only the counts of keys that differ.
 */
export class PageCounts {
  /** The value of a key is the word that identifies its set in `#pages`; the count is the size of the set. */
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

  /** Number of pages that have a key. */
  count(id: number): number {
    return this.#table.count(id);
  }

  /** Visits every key by id, with its count. */
  forEachKey(visit: (id: number, count: number) => void): void {
    this.#table.forEach(visit);
  }

  /** Visits every page that has a key, in no particular order. */
  forEachPage(id: number, visit: (page: number) => void): void {
    const count = this.#table.count(id);
    if (count > 0) this.#pages.forEach(this.#table.value(id), count, visit);
  }

  /** First lane of a key. */
  keyLo(id: number): number {
    return this.#table.lo(id);
  }

  /** Second lane of a key. */
  keyHi(id: number): number {
    return this.#table.hi(id);
  }

  /** The keys (pairs of lanes) of ids; a pair of zeros for -1. */
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
   * Replaces the keys of a page and returns their ids.
   * @param page number of the page; numbers must be small and dense, see `PageSets`
   * @param before the result of the last call for this page
   * @param lanes the new keys (pairs of lanes), of which a pair of zeros is skipped; undefined to remove the page
   * @param change collects the keys whose counts changed
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

  /** Adds a page to the set of a key; false if it is there already. */
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

  /** Removes a page from the sets of keys that it had before and no longer has. */
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
