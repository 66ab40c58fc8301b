import { ChunkedCounts } from './chunked-counts.ts';
import { equalSets } from './equal-lists.ts';
import { FrequentKeys } from './frequent-keys.ts';
import type { KeyList } from './key-list.ts';
import { isMajority } from './majority.ts';
import { addTo, removeFrom } from './sets-by-key.ts';
import { thresholds } from './thresholds.ts';
import { Work } from './work.ts';

/** The keys that a page votes for, and those that it holds elsewhere: these are not lacking. */
export interface HeldKeys {
  readonly keys: KeyList;
  readonly elsewhere: KeyList | undefined;
}

/** Is a key among them? */
function holds({ keys, elsewhere }: HeldKeys, key: number): boolean {
  return keys.has(key) || elsewhere?.has(key) === true;
}

/** What a `settle` changed. */
interface CohortChange {
  /** Pages that changed, lack other keys than before, or keys that another number of pages hold. */
  readonly affected: Set<number>;
  /** There are other pages, or a page lacks other keys. */
  readonly reordered: boolean;
  /** Other keys are template, or another number of pages hold one. */
  readonly changed: boolean;
}

/**
 * Pages that vote together: what most of them hold is template, and what each of them lacks of it is kept up to date. A page that comes,
 * changes or goes costs its keys, the keys that most pages hold, and the pages that lack some of these; not the pages that there are.
 */
export class Cohort {
  readonly #support: number;
  readonly #work: Work;
  readonly #indexed: (pages: number) => number;
  #counts = new ChunkedCounts();
  /** Made when there are enough pages to judge. */
  #frequent: FrequentKeys<number> | undefined;
  readonly #members = new Map<number, HeldKeys>();
  readonly #template = new Set<number>();
  /** Pages that lack a template key, and the template keys that a page lacks. */
  readonly #lackers = new Map<number, Set<number>>();
  readonly #lacking = new Map<number, Set<number>>();
  /** Keys counted in or out since the last `settle`. */
  readonly #touched = new Set<number>();
  readonly #dirty = new Set<number>();
  /** So many pages changed since the last `settle` that all keys are reviewed; they are not noted one by one. */
  #allTouched = false;
  #sizeBefore = 0;
  /** The last answer of `agreedBy`, while no page changes. */
  #agreed: { readonly pages: number; readonly keys: ReadonlySet<number> } | undefined;

  /** @param indexed so many of some pages must have a key that `forEachFrequent` gives; at most `majorityShare` of them. */
  constructor(support: number, work = new Work(), indexed = (pages: number) => thresholds.majorityShare * pages) {
    this.#support = support;
    this.#work = work;
    this.#indexed = indexed;
  }

  /** Another one with the same pages, in the same state. */
  copy(): Cohort {
    const copy = new Cohort(this.#support, this.#work, this.#indexed);
    copy.#counts = this.#counts.copy();
    for (const [page, held] of this.#members) copy.#members.set(page, held);
    for (const key of this.#template) copy.#template.add(key);
    for (const [key, pages] of this.#lackers) copy.#lackers.set(key, new Set(pages));
    for (const [page, keys] of this.#lacking) copy.#lacking.set(page, new Set(keys));
    for (const key of this.#touched) copy.#touched.add(key);
    for (const page of this.#dirty) copy.#dirty.add(page);
    copy.#allTouched = this.#allTouched;
    copy.#sizeBefore = this.#sizeBefore;
    return copy;
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
    return this.#members.size >= thresholds.minimumPages;
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
    return member !== undefined && !holds(member, key);
  }

  /** Keys that would be template if there were so many pages. */
  agreedBy(pages: number): ReadonlySet<number> {
    if (this.#agreed?.pages === pages) return this.#agreed.keys;
    const keys = new Set<number>();
    this.forEachFrequent(pages, key => {
      if (isMajority(this.#counts.count(key), pages, this.#support)) keys.add(key);
    });
    this.#agreed = { pages, keys };
    return keys;
  }

  /** Calls back with every key that many of so many pages hold, and perhaps with others. */
  forEachFrequent(pages: number, visit: (key: number) => void): void {
    this.#frequent ??= new FrequentKeys(this.#counts, this.#work);
    this.#frequent.forEach(Math.floor(this.#indexed(pages)), visit);
  }

  /** Keys counted in or out since the last `settle`; undefined where so many pages changed that it may be any. */
  get touched(): ReadonlySet<number> | undefined {
    return this.#allTouched ? undefined : this.#touched;
  }

  /** Are there more or fewer pages than at the last `settle`? */
  get isResized(): boolean {
    return this.#members.size !== this.#sizeBefore;
  }

  /** Template keys that a page does not hold. */
  lacking(page: number): ReadonlySet<number> {
    return this.#lacking.get(page) ?? nothing;
  }

  /** Keys that the majority has. */
  get template(): ReadonlySet<number> {
    return this.#template;
  }

  /** Adds a page, or replaces it. */
  put(page: number, held: HeldKeys): void {
    const before = this.#members.get(page);
    if (this.#dirty.size * 2 >= this.#members.size) this.#allTouched = true;
    this.#recount(before?.keys.ids ?? noKeys, held.keys.ids);
    this.#members.set(page, held);
    this.#dirty.add(page);
  }

  delete(page: number): void {
    const member = this.#members.get(page);
    if (!member) return;
    this.#recount(member.keys.ids, noKeys);
    this.#setLacking(page, nothing);
    this.#members.delete(page);
    this.#dirty.delete(page);
  }

  /** Counts the keys that only one of two ascending lists has. */
  #recount(before: Int32Array, after: Int32Array): void {
    this.#work.add(before.length + after.length);
    this.#agreed = undefined;
    for (let i = 0, j = 0; i < before.length || j < after.length; ) {
      const old = before[i] ?? Number.POSITIVE_INFINITY;
      const now = after[j] ?? Number.POSITIVE_INFINITY;
      if (old < now) {
        this.#touch(old);
        this.#counts.decrement(old);
      } else if (now < old) {
        this.#touch(now);
        this.#counts.increment(now);
        this.#frequent?.noteIncrease(now);
      }
      if (old <= now) i++;
      if (now <= old) j++;
    }
  }

  #touch(key: number): void {
    if (!this.#allTouched) this.#touched.add(key);
  }

  /** Brings template and gaps up to date. */
  settle(): CohortChange {
    const pages = this.#members.size;
    const resized = pages !== this.#sizeBefore;
    const everything = resized || this.#allTouched;
    const { came, went, kept } = this.#reviewed(pages);
    const affected = new Set(this.#dirty);
    let reordered = resized;
    const report = (page: number): void => {
      affected.add(page);
      reordered = true;
    };
    if (!this.#allTouched) {
      for (const key of came) for (const page of this.#withoutKey(key)) report(page);
      for (const key of went) for (const page of this.#forgetKey(key)) report(page);
      for (const key of kept) for (const page of this.#lackers.get(key) ?? nothing) report(page);
    }
    for (const page of this.#allTouched ? this.#members.keys() : this.#dirty) if (this.#recompute(page)) report(page);
    // Findings say of how many pages they speak.
    if (everything) for (const page of this.#lacking.keys()) report(page);
    this.#work.add(affected.size);
    this.#touched.clear();
    this.#dirty.clear();
    this.#allTouched = false;
    this.#sizeBefore = pages;
    return { affected, reordered, changed: everything || came.length + went.length + kept.length > 0 };
  }

  /** Keys that came to be template or ceased to be, and those of which another number of pages have one that stays. */
  #reviewed(pages: number): { came: number[]; went: number[]; kept: number[] } {
    const came: number[] = [];
    const went: number[] = [];
    const kept: number[] = [];
    const review = (key: number, isRecounted: boolean): void => {
      const was = this.#template.has(key);
      const is = isMajority(this.#counts.count(key), pages, this.#support);
      if (is) this.#template.add(key);
      else this.#template.delete(key);
      if (was !== is) (is ? came : went).push(key);
      else if (is && isRecounted) kept.push(key);
    };
    for (const key of this.#touched) review(key, true);
    if (this.#allTouched) for (const key of [...this.#template]) review(key, false);
    this.#work.add(this.#touched.size + (this.#allTouched ? this.#template.size : 0));
    const most = Math.max(pages, this.#sizeBefore);
    const least = this.#allTouched ? pages : Math.min(pages, this.#sizeBefore);
    if (most >= thresholds.minimumPages && (this.#allTouched || most > least))
      this.forEachFrequent(least, key => review(key, false));
    return { came, went, kept };
  }

  /** Notes and gives the pages that lack a key that came to be template. */
  #withoutKey(key: number): ReadonlySet<number> {
    if (this.#counts.count(key) === this.#members.size) return nothing;
    const lackers = new Set<number>();
    this.#work.add(this.#members.size);
    for (const [page, held] of this.#members) {
      if (holds(held, key)) continue;
      addTo(this.#lacking, page, key);
      lackers.add(page);
    }
    if (lackers.size > 0) this.#lackers.set(key, lackers);
    return lackers;
  }

  /** Gives the pages that lacked a key that is template no longer. */
  #forgetKey(key: number): ReadonlySet<number> {
    const lackers = this.#lackers.get(key) ?? nothing;
    for (const page of lackers) removeFrom(this.#lacking, page, key);
    this.#lackers.delete(key);
    return lackers;
  }

  /** Works out what a page lacks; says whether that changed. */
  #recompute(page: number): boolean {
    const held = this.#members.get(page)!;
    const before = this.lacking(page);
    const lacking = new Set<number>();
    this.#work.add(this.#template.size);
    for (const key of this.#template) if (!holds(held, key)) lacking.add(key);
    const isSame = equalSets(before, lacking);
    if (!isSame) this.#setLacking(page, lacking);
    return !isSame;
  }

  #setLacking(page: number, lacking: ReadonlySet<number>): void {
    for (const key of this.lacking(page)) removeFrom(this.#lackers, key, page);
    this.#lacking.delete(page);
    for (const key of lacking) {
      addTo(this.#lackers, key, page);
      addTo(this.#lacking, page, key);
    }
  }
}

const nothing: ReadonlySet<number> = new Set();
const noKeys = new Int32Array(0);
