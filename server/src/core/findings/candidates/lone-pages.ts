import type { Work } from '../../counts/work.ts';
import type { Scope } from '../facts/page-scopes.ts';
import { thresholds } from '../thresholds.ts';

/** The pages that share their templates with no others, on a site where others do; kept while pages come, change and go. */
export class LonePages {
  readonly #pagesOf: (layout: string) => Iterable<number>;
  readonly #layoutOf: (page: number) => string | undefined;
  readonly #sharedShare: (page: number) => number;
  readonly #work: Work;
  /** Layouts with enough pages to show that the site has templates. */
  readonly #large = new Set<string>();
  /** The pages of layouts with one page. */
  readonly #only = new Map<string, number>();
  readonly #alone = new Set<number>();
  #hadTemplates = false;

  /**
   * @param pagesOf the voting pages of a layout
   * @param layoutOf undefined for a page that is gone
   * @param sharedShare share, in [0,1], of a page's nodes that other pages have, too
   */
  constructor(
    pagesOf: (layout: string) => Iterable<number>,
    layoutOf: (page: number) => string | undefined,
    sharedShare: (page: number) => number,
    work: Work,
  ) {
    this.#pagesOf = pagesOf;
    this.#layoutOf = layoutOf;
    this.#sharedShare = sharedShare;
    this.#work = work;
  }

  has(page: number): boolean {
    return this.#alone.has(page);
  }

  /**
   * Brings all up to date.
   * @param touched those whose pages may be others than before; scopes that are no layouts do not matter.
   * @param changed pages that may share more or less than before.
   * @param affected takes up the pages that newly are alone, or are so no longer; some may be gone.
   */
  update(touched: Iterable<Scope>, changed: Iterable<number>, affected: Set<number>): void {
    const due = new Set(changed);
    for (const layout of touched) {
      if (typeof layout !== 'string') continue;
      for (const page of [this.#only.get(layout), this.#note(layout)]) if (page !== undefined) due.add(page);
    }
    const hasTemplates = this.#large.size > 0;
    if (hasTemplates !== this.#hadTemplates) for (const page of this.#only.values()) due.add(page);
    this.#hadTemplates = hasTemplates;
    for (const page of due) {
      const isAlone = hasTemplates && this.#isAlone(page);
      if (isAlone === this.#alone.has(page)) continue;
      if (isAlone) this.#alone.add(page);
      else this.#alone.delete(page);
      affected.add(page);
    }
  }

  #isAlone(page: number): boolean {
    if (this.#only.get(this.#layoutOf(page) ?? '') !== page) return false;
    this.#work.add(1);
    return this.#sharedShare(page) < thresholds.byChance;
  }

  /** Notes how many pages a layout has; gives the page of one that has no other. */
  #note(layout: string): number | undefined {
    const first: number[] = [];
    for (const page of this.#pagesOf(layout)) if (first.push(page) === thresholds.fewestPages) break;
    if (first.length === thresholds.fewestPages) this.#large.add(layout);
    else this.#large.delete(layout);
    if (first.length === 1) this.#only.set(layout, first[0]!);
    else this.#only.delete(layout);
    return this.#only.get(layout);
  }
}
