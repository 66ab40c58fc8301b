import { MemberCounts } from './member-counts.ts';
import type { Work } from './work.ts';

/** The values that at least half of the pages have as main ones, and the pages that have none of them. */
export class MainValues<Value> {
  readonly #pages = new Map<number, { readonly values: ReadonlySet<Value>; readonly main: ReadonlySet<Value> }>();
  /** Pages of which a value is a main one. */
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

  /** Brings all up to date. Gives the pages, put in or not, that newly have none of the common main values, or one. */
  settle(): number[] {
    const common = this.#main.atLeast(this.#pages.size / 2);
    const isSame = common.size === this.#common.size && [...common].every(value => this.#common.has(value));
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
