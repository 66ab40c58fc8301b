import { FEWEST_PAGES, isMajority } from '../counts/majority.ts';
import { PagedCounts } from '../counts/paged-counts.ts';

interface Member {
  /** Ids of the keys that the page votes for, ascending. */
  keys: Int32Array;
  /** Ids of all that it holds, ascending. */
  held: Int32Array;
  /** Ids of template keys that the page does not hold. */
  readonly lacking: Set<number>;
}

/** Pages that vote together: what most of them hold is template, and what each of them lacks of it is kept up to date. */
export class Cohort {
  readonly #support: number;
  readonly #counts = new PagedCounts();
  readonly #members = new Map<number, Member>();
  readonly #template = new Set<number>();
  /** Keys counted in or out since the last `settle`, and their counts before. */
  readonly #touched = new Map<number, number>();
  readonly #dirty = new Set<number>();
  /** So many pages changed since the last `settle` that all keys are reviewed; they are not noted one by one. */
  #allTouched = false;
  #sizeBefore = 0;

  constructor(support: number) {
    this.#support = support;
  }

  /** Number of pages. */
  get size(): number {
    return this.#members.size;
  }

  get pages(): Iterable<number> {
    return this.#members.keys();
  }

  /** Are there enough pages to judge one by? */
  get judges(): boolean {
    return this.#members.size >= FEWEST_PAGES;
  }

  /** Pages that hold a key. */
  count(key: number): number {
    return this.#counts.count(key);
  }

  has(page: number): boolean {
    return this.#members.has(page);
  }

  isTemplate(key: number): boolean {
    return this.#template.has(key);
  }

  /** Does a page vote, and not hold a key? */
  lacks(page: number, key: number): boolean {
    const member = this.#members.get(page);
    return member !== undefined && !holds(member.held, key);
  }

  /** Keys that would be template if there were so many pages. */
  agreedBy(pages: number): Set<number> {
    const agreed = new Set<number>();
    this.#counts.forEachKey(key => {
      if (isMajority(this.#counts.count(key), pages, this.#support)) agreed.add(key);
    });
    return agreed;
  }

  /** Template keys that a page does not hold. */
  lacking(page: number): ReadonlySet<number> {
    return this.#members.get(page)?.lacking ?? nothing;
  }

  /** Since the last `settle`, did a key come or go that so many pages have, or had? */
  touchesCommon(pages: number): boolean {
    if (this.#allTouched || this.#members.size !== this.#sizeBefore) return true;
    for (const [key, before] of this.#touched) if (Math.max(before, this.#counts.count(key)) >= pages) return true;
    return false;
  }

  /** Keys that the majority has. */
  get template(): ReadonlySet<number> {
    return this.#template;
  }

  /** Adds a page, or replaces it. `keys` are ids, ascending; so are those of all that it holds. */
  put(page: number, keys: Int32Array, held: Int32Array): void {
    const member = this.#members.get(page);
    if (this.#dirty.size * 2 >= this.#members.size) this.#allTouched = true;
    this.#recount(member?.keys ?? noKeys, keys);
    if (member) Object.assign(member, { keys, held });
    else this.#members.set(page, { keys, held, lacking: new Set() });
    this.#dirty.add(page);
  }

  delete(page: number): void {
    const member = this.#members.get(page);
    if (!member) return;
    this.#recount(member.keys, noKeys);
    this.#members.delete(page);
    this.#dirty.delete(page);
  }

  /** Counts the keys that only one of two ascending lists has. */
  #recount(before: Int32Array, after: Int32Array): void {
    for (let i = 0, j = 0; i < before.length || j < after.length; ) {
      const old = before[i] ?? Number.POSITIVE_INFINITY;
      const now = after[j] ?? Number.POSITIVE_INFINITY;
      if (old < now) {
        this.#touch(old);
        this.#counts.decrement(old);
      } else if (now < old) {
        this.#touch(now);
        this.#counts.increment(now);
      }
      if (old <= now) i++;
      if (now <= old) j++;
    }
  }

  #touch(key: number): void {
    if (!this.#allTouched && !this.#touched.has(key)) this.#touched.set(key, this.#counts.count(key));
  }

  /**
   * Brings template and gaps up to date. Gives the pages that changed, lack other keys than before, or keys that another number of pages
   * hold; and whether there are other pages, or any lacks other keys; and whether other keys are template.
   */
  settle(): { affected: Set<number>; reordered: boolean; changed: boolean } {
    const changed = new Set<number>();
    const pages = this.#members.size;
    const resized = pages !== this.#sizeBefore;
    for (const key of this.#touched.keys()) this.#review(key, pages, true, changed);
    if (resized || this.#allTouched) {
      for (const key of [...this.#template]) this.#review(key, pages, false, changed);
      this.#counts.forEachKey(key => this.#review(key, pages, false, changed));
    }
    const affected = new Set(this.#dirty);
    let reordered = resized;
    const members = resized || this.#allTouched || changed.size > 0 ? this.#members.keys() : this.#dirty;
    for (const page of members) {
      const member = this.#members.get(page)!;
      let differs = (resized || this.#allTouched) && member.lacking.size > 0;
      if (this.#allTouched || this.#dirty.has(page) || changed.size * 8 > member.keys.length)
        differs = this.#recompute(member, changed) || differs;
      else differs = this.#update(member, changed) || differs;
      if (!differs) continue;
      affected.add(page);
      reordered = true;
    }
    const everything = resized || this.#allTouched;
    this.#touched.clear();
    this.#dirty.clear();
    this.#allTouched = false;
    this.#sizeBefore = pages;
    return { affected, reordered, changed: everything || changed.size > 0 };
  }

  /** @param recounted the key's count may have changed: report those that lack it. */
  #review(key: number, pages: number, recounted: boolean, changed: Set<number>): void {
    const was = this.#template.has(key);
    const is = isMajority(this.#counts.count(key), pages, this.#support);
    if (is) this.#template.add(key);
    else this.#template.delete(key);
    if (was !== is || (recounted && is)) changed.add(key);
  }

  /** Gives whether the page lacks other keys than before, or keys that changed. */
  #recompute(member: Member, changed: ReadonlySet<number>): boolean {
    const before = new Set(member.lacking);
    member.lacking.clear();
    for (const key of this.#template) if (!holds(member.held, key)) member.lacking.add(key);
    if (before.size !== member.lacking.size) return true;
    for (const key of member.lacking) if (!before.has(key) || changed.has(key)) return true;
    return false;
  }

  #update(member: Member, changed: ReadonlySet<number>): boolean {
    let affected = false;
    for (const key of changed) {
      affected = member.lacking.delete(key) || affected;
      if (!this.#template.has(key) || holds(member.held, key)) continue;
      member.lacking.add(key);
      affected = true;
    }
    return affected;
  }
}

const nothing: ReadonlySet<number> = new Set();
const noKeys = new Int32Array(0);

/** Is a key among ascending ones? */
export function holds(keys: Int32Array, key: number): boolean {
  let low = 0;
  let high = keys.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (keys[middle] === key) return true;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
