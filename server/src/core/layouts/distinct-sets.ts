import { equalLists } from '../counts/equal-lists.ts';

/** A multiset of sets of numbers (sorted arrays without duplicates): stores each distinct set once, with the number of times it was added. */
export class DistinctSets {
  #entries = new Map<number, { set: Float64Array; hash: number; count: number }>();
  #byHash = new Map<number, number[]>();
  #next = 0;

  /** Adds a set and returns its id. A new set has a count of 1. */
  add(set: Float64Array): number {
    const hash = hashSet(set);
    const candidates = this.#byHash.get(hash);
    for (const id of candidates ?? []) {
      const entry = this.#entries.get(id)!;
      if (!equalLists(entry.set, set)) continue;
      entry.count++;
      return id;
    }
    const id = this.#next++;
    this.#entries.set(id, { set, hash, count: 1 });
    if (candidates) candidates.push(id);
    else this.#byHash.set(hash, [id]);
    return id;
  }

  /** Subtracts one from the count of a set; true if the set is then removed. Ids are not reused. */
  remove(id: number): boolean {
    const entry = this.#entries.get(id)!;
    if (--entry.count > 0) return false;
    this.#entries.delete(id);
    const left = this.#byHash.get(entry.hash)!.filter(other => other !== id);
    if (left.length > 0) this.#byHash.set(entry.hash, left);
    else this.#byHash.delete(entry.hash);
    return true;
  }

  get(id: number): Float64Array {
    return this.#entries.get(id)!.set;
  }

  count(id: number): number {
    return this.#entries.get(id)?.count ?? 0;
  }

  ids(): IterableIterator<number> {
    return this.#entries.keys();
  }

  get size(): number {
    return this.#entries.size;
  }
}

/** Compares sets by their first different elements, then by size. */
export function compareSets(a: Float64Array, b: Float64Array): number {
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
}

/** 32-bit hash of a set's values. */
export function hashSet(set: Float64Array): number {
  let hash = set.length;
  for (const value of set) hash = Math.imul(hash ^ value ^ (value / 2 ** 32), 0x85ebca6b) ^ (hash >>> 15);
  return hash;
}
