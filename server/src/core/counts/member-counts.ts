import { FrequentKeys } from './frequent-keys.ts';
import type { Work } from './work.ts';

/** Counts in how many pages each value occurs, and finds the values that many pages have. */
export class MemberCounts<Value> {
  readonly #counts = new Map<Value, number>();
  readonly #frequent: FrequentKeys<Value>;

  constructor(work: Work) {
    const count = (value: Value): number => this.count(value);
    const forEachKey = (visit: (value: Value, count: number) => void): void => {
      for (const [value, count] of this.#counts) visit(value, count);
    };
    this.#frequent = new FrequentKeys({ count, forEachKey }, work);
  }

  /** Counts a page with these values, each given once. */
  add(values: Iterable<Value>): void {
    for (const value of values) {
      this.#counts.set(value, this.count(value) + 1);
      this.#frequent.noteIncrease(value);
    }
  }

  /** Removes a page that was added with these values. */
  delete(values: Iterable<Value>): void {
    for (const value of values) {
      const pages = this.#counts.get(value)! - 1;
      if (pages === 0) this.#counts.delete(value);
      else this.#counts.set(value, pages);
    }
  }

  /** Number of pages that have a value. */
  count(value: Value): number {
    return this.#counts.get(value) ?? 0;
  }

  /** The values that at least `pages` pages have. */
  atLeast(pages: number): Set<Value> {
    const found = new Set<Value>();
    this.#frequent.forEach(Math.floor(pages), value => {
      if (this.count(value) >= pages) found.add(value);
    });
    return found;
  }
}
