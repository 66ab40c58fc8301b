import { equalSets } from './equal-lists.ts';
import { MemberCounts } from './member-counts.ts';
import type { Work } from './work.ts';

/** Knows the main values that at least half of the pages have, and which pages have none of these. */
export class MainValues<Value> {
  readonly #pages = new Map<number, { readonly values: ReadonlySet<Value>; readonly main: ReadonlySet<Value> }>();
  /** Counts the pages that have a value as a main one. */
  readonly #main: MemberCounts<Value>;
  readonly #work: Work;
  #common: ReadonlySet<Value> = new Set();
  readonly #apart = new Set<number>();
  /** Pages put in since the last `settle`. */
  readonly #changed = new Set<number>();

  constructor(work: Work) {
    this.#work = work;
    this.#main = new MemberCounts(work);
  }

  /** @param main those of the values that are its main ones */
  put(page: number, values: Iterable<Value>, main: Iterable<Value>): void {
    this.delete(page);
    const of = { values: new Set(values), main: new Set(main) };
    this.#pages.set(page, of);
    this.#main.add(of.main);
    this.#changed.add(page);
  }

  delete(page: number): void {
    this.#main.delete(this.#pages.get(page)?.main ?? []);
    this.#pages.delete(page);
    this.#changed.delete(page);
    this.#apart.delete(page);
  }

  /** Applies all changes since the last call. Returns the pages that lost their last common main value, or got a first one. */
  settle(): number[] {
    const common = this.#main.atLeast(this.#pages.size / 2);
    const isSame = equalSets(common, this.#common);
    this.#common = common;
    const affected: number[] = [];
    this.#work.add(isSame ? this.#changed.size : this.#pages.size);
    for (const page of isSame ? this.#changed : this.#pages.keys()) {
      const { values } = this.#pages.get(page)!;
      const isApart = common.size > 0 && ![...common].some(value => values.has(value));
      if (isApart === this.#apart.has(page)) continue;
      if (isApart) this.#apart.add(page);
      else this.#apart.delete(page);
      affected.push(page);
    }
    this.#changed.clear();
    return affected;
  }

  /** True if a page has none of the common main values, and this value is not one of its own. */
  isApart(page: number, value: Value): boolean {
    return this.#apart.has(page) && !this.#pages.get(page)!.main.has(value);
  }
}
