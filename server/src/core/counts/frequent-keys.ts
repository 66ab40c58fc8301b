import { limits } from './thresholds.ts';
import type { Work } from './work.ts';

/** Counts of keys, read only. */
interface CountsOf<Key> {
  count(key: Key): number;
  /** Visits every key whose count is not zero. */
  forEachKey(visit: (key: Key, count: number) => void): void;
}

/**
 * An index of the keys with high counts, so that `forEach` need not visit all keys. If its `least` is a share of the pages, the index is about
 * as large as the set of keys of one page, however many pages there are.
 */
export class FrequentKeys<Key> {
  readonly #counts: CountsOf<Key>;
  readonly #work: Work;
  /** Every key whose count is at least `#leastIndexed`, and possibly others whose count has fallen since. */
  readonly #frequent = new Set<Key>();
  /** Infinity if nothing is indexed. */
  #leastIndexed = Number.POSITIVE_INFINITY;

  constructor(counts: CountsOf<Key>, work: Work) {
    this.#counts = counts;
    this.#work = work;
  }

  /** Notes that the key's count increased. The caller must report every increase since the last `reindex`. */
  noteIncrease(key: Key): void {
    if (this.#counts.count(key) >= this.#leastIndexed) this.#frequent.add(key);
  }

  /** Visits every key whose count is at least `least`, and possibly others. */
  forEach(least: number, visit: (key: Key) => void): void {
    if (least < this.#leastIndexed || least > this.#leastIndexed * limits.indexRange) this.reindex(least);
    const counted = (key: Key): void => {
      this.#work.add(1);
      visit(key);
    };
    if (this.#leastIndexed === Number.POSITIVE_INFINITY) this.#counts.forEachKey(counted);
    else
      for (const key of this.#frequent) {
        if (this.#counts.count(key) > 0) counted(key);
        else this.#frequent.delete(key);
      }
  }

  /** Rebuilds the index, for callers that did not report every increase; `least` as in `forEach`. */
  reindex(least: number): void {
    this.#frequent.clear();
    this.#leastIndexed = Number.POSITIVE_INFINITY;
    if (least < limits.indexedCount) return;
    this.#leastIndexed = least >> 1;
    this.#counts.forEachKey((key, count) => {
      this.#work.add(1);
      if (count >= this.#leastIndexed) this.#frequent.add(key);
    });
  }
}
