import { PageSample } from '../counts/page-sample.ts';
import { Work } from '../counts/work.ts';
import { thresholds } from './thresholds.ts';

const noRules: ReadonlySet<number> = new Set();

/** Selects the pages that labels learn from: for each rule, the `teachingPages` pages with the smallest hashes among those that it matches on. */
export class TeachingPages<P extends { readonly hash: number; readonly name: string }> {
  readonly #byRule = new Map<number, { pages: Set<P>; sample: PageSample<P> }>();
  readonly #rulesOf = new Map<P, ReadonlySet<number>>();
  readonly #work = new Work();

  /** The selected pages of all rules. */
  get pages(): Set<P> {
    const selected = new Set<P>();
    for (const { sample } of this.#byRule.values()) {
      for (const page of sample.pages) selected.add(page);
      this.#work.add(sample.takeWork());
    }
    this.#work.add(selected.size);
    return selected;
  }

  /**
   * Adds a page, or replaces it.
   * @param rules indices of the rules that match a node of the page; if empty, the page is removed
   */
  put(page: P, rules: Iterable<number>): void {
    const before = this.#rulesOf.get(page) ?? noRules;
    const current = new Set(rules);
    for (const left of before) if (!current.has(left)) this.#delete(left, page);
    for (const added of current) if (!before.has(added)) this.#add(added, page);
    if (current.size > 0) this.#rulesOf.set(page, current);
    else this.#rulesOf.delete(page);
  }

  /** Returns the number of pages visited since the last call. */
  takeWork(): number {
    return this.#work.take();
  }

  #add(rule: number, page: P): void {
    const known = this.#byRule.get(rule);
    const pages = known?.pages ?? new Set<P>();
    const sample = known?.sample ?? new PageSample<P>(() => pages, thresholds.teachingPages);
    this.#byRule.set(rule, { pages, sample });
    pages.add(page);
    sample.add(page);
  }

  #delete(rule: number, page: P): void {
    const { pages, sample } = this.#byRule.get(rule)!;
    pages.delete(page);
    sample.delete(page);
    if (pages.size === 0) this.#byRule.delete(rule);
  }
}
