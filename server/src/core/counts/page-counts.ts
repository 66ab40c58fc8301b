import { enlarged } from '../page/enlarged.ts';
import { KeyTable } from './key-table.ts';

/** What one page holds in a `PageCounts`. */
export interface PageKeys {
  /** Id of every key that was given, in the same order; -1 where the key was left out (both lanes 0). */
  readonly ids: Int32Array;
  /** Its distinct keys' ids, and the posting of each. */
  readonly distinct: Int32Array;
  readonly postings: Int32Array;
}

/** Keys whose page count an update changed, by one each. Keys that no page holds any more are not among them. */
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
export const noKeys: PageKeys = { ids: new Int32Array(0), distinct: new Int32Array(0), postings: new Int32Array(0) };

/**
 * Document frequencies: in how many pages every key occurs, and in which. A page adds at most one to a key, however often it holds it.
 * Replacing a page touches only the keys that differ.
 */
export class PageCounts {
  #table = new KeyTable();
  /** Four words a key: its first posting plus one, the mark of the last update that met it, and, during one, its kept posting plus one. */
  #keys = new Int32Array(2048);
  #round = 0;
  /** Four words a posting: the page, and the next and previous posting of its key, plus one. */
  #postings = new Int32Array(2048);
  #free: number[] = [];
  #top = 0;
  #scratch = new Int32Array(1024);

  /** Number of keys. */
  get size(): number {
    return this.#table.size;
  }

  /** Number of pages that hold a key. */
  count(id: number): number {
    return this.#table.count(id);
  }

  /** Calls back with every key and its count. */
  forEachKey(visit: (id: number, count: number) => void): void {
    this.#table.forEach(visit);
  }

  /** Calls back with every page that holds a key. */
  forEachPage(id: number, visit: (page: number) => void): void {
    for (let posting = this.#keys[id * 4]! - 1; posting >= 0; posting = this.#postings[posting * 4 + 1]! - 1)
      visit(this.#postings[posting * 4]!);
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
   * Puts a page's keys (pairs of lanes; a pair of zeros is left out) in the place of what it held before.
   * @param change collects the keys whose counts changed, where anybody wants to know.
   */
  replace(page: number, before: PageKeys | undefined, lanes: Int32Array | undefined, change?: CountChange): PageKeys {
    const old = before ?? noKeys;
    const held = ++this.#round;
    const kept = ++this.#round;
    for (const id of old.distinct) this.#keys[id * 4 + 1] = held;
    const length = lanes ? lanes.length >> 1 : 0;
    const ids = new Int32Array(length);
    let distinct = 0;
    if (this.#scratch.length < length) this.#scratch = new Int32Array(length * 2);
    for (let at = 0; at < length; at++) {
      const lo = lanes![at * 2]!;
      const hi = lanes![at * 2 + 1]!;
      if (lo === 0 && hi === 0) {
        ids[at] = -1;
        continue;
      }
      const id = this.#table.locate(lo, hi);
      if (id * 4 >= this.#keys.length) this.#keys = enlarged(this.#keys, this.#keys.length * 4);
      if (this.#keys[id * 4 + 1]! < held) {
        if (this.#table.count(id) === 0) this.#keys[id * 4] = 0;
        this.#table.incrementId(id);
        this.#keys[id * 4 + 1] = kept;
        this.#scratch[distinct++] = id;
        change?.raised.push(id);
      } else if (this.#keys[id * 4 + 1] === held) {
        this.#keys[id * 4 + 1] = kept;
        this.#scratch[distinct++] = id;
      }
      ids[at] = id;
    }
    return this.#settle(page, old, ids, this.#scratch.slice(0, distinct), kept, change);
  }

  #settle(page: number, old: PageKeys, ids: Int32Array, distinct: Int32Array, kept: number, change?: CountChange): PageKeys {
    const postings = new Int32Array(distinct.length);
    for (let at = 0; at < old.distinct.length; at++) {
      const id = old.distinct[at]!;
      const posting = old.postings[at]!;
      if (this.#keys[id * 4 + 1] === kept) this.#keys[id * 4 + 2] = posting + 1;
      else {
        this.#unlink(id, posting);
        if (this.#table.decrement(id) > 0) change?.lowered.push(id);
        else this.#keys[id * 4 + 1] = 0;
      }
    }
    for (let at = 0; at < distinct.length; at++) {
      const id = distinct[at]!;
      const carried = this.#keys[id * 4 + 2]!;
      postings[at] = carried ? carried - 1 : this.#link(id, page);
      this.#keys[id * 4 + 2] = 0;
    }
    return { ids, distinct, postings };
  }

  #link(id: number, page: number): number {
    const posting = this.#free.pop() ?? this.#top++;
    if (posting * 4 >= this.#postings.length) this.#postings = enlarged(this.#postings, this.#postings.length * 4);
    const postings = this.#postings;
    const head = this.#keys[id * 4]!;
    postings[posting * 4] = page;
    postings[posting * 4 + 1] = head;
    postings[posting * 4 + 2] = 0;
    if (head) postings[(head - 1) * 4 + 2] = posting + 1;
    this.#keys[id * 4] = posting + 1;
    return posting;
  }

  #unlink(id: number, posting: number): void {
    const postings = this.#postings;
    const next = postings[posting * 4 + 1]!;
    const previous = postings[posting * 4 + 2]!;
    if (previous) postings[(previous - 1) * 4 + 1] = next;
    else this.#keys[id * 4] = next;
    if (next) postings[(next - 1) * 4 + 2] = previous;
    this.#free.push(posting);
  }
}
