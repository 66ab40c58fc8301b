import type { Work } from './work.ts';

/** Below this all keys are looked at: there are few pages then, and keys that are not frequent. */
const FEW = 4;
/** The index is made anew when the counts that are asked for are below its least count, or above so many times that. */
const RANGE = 4;

interface CountsOf<Key> {
  count(key: Key): number;
  /** Calls back with every key whose count is not zero. */
  forEachKey(visit: (key: Key, count: number) => void): void;
}

/** An index of the keys with high counts. Where these are a share of the pages, its size depends on the keys of a page, not on the pages. */
export class FrequentKeys<Key> {
  readonly #counts: CountsOf<Key>;
  readonly #work: Work;
  /** Has all keys that at least `#from` pages hold, and some others. */
  readonly #frequent = new Set<Key>();
  #from = Number.POSITIVE_INFINITY;

  constructor(counts: CountsOf<Key>, work: Work) {
    this.#counts = counts;
    this.#work = work;
  }

  /** The key's count was raised. Every raise since the last `reindex` has to be given. */
  raised(key: Key): void {
    if (this.#counts.count(key) >= this.#from) this.#frequent.add(key);
  }

  /** Calls back with every key that at least so many pages hold, and perhaps with others. */
  forEach(least: number, visit: (key: Key) => void): void {
    if (least < this.#from || least > this.#from * RANGE) this.reindex(least);
    const counted = (key: Key): void => {
      this.#work.add(1);
      visit(key);
    };
    if (this.#from === Number.POSITIVE_INFINITY) this.#counts.forEachKey(counted);
    else
      for (const key of this.#frequent) {
        if (this.#counts.count(key) > 0) counted(key);
        else this.#frequent.delete(key);
      }
  }

  /** To be called where raises were not given; `least` as in `forEach`. */
  reindex(least: number): void {
    this.#frequent.clear();
    this.#from = Number.POSITIVE_INFINITY;
    if (least < FEW) return;
    this.#from = least >> 1;
    this.#counts.forEachKey((key, count) => {
      this.#work.add(1);
      if (count >= this.#from) this.#frequent.add(key);
    });
  }
}
