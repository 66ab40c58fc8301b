import type { Work } from '../../counts/work.ts';
import type { Scope } from '../facts/page-scopes.ts';
import { thresholds } from '../thresholds.ts';

/** The pages that share their templates with no others, on a site where others do; kept while pages come, change and go. */
export class LonePages {
  readonly #pagesOf: (layout: string) => Iterable<number>;
  readonly #sharedShare: (page: number) => number;
  readonly #work: Work;
  /** Layouts with enough pages to show that the site has templates. */
  readonly #large = new Set<string>();
  /** The pages of layouts with one page, and those of them that share little. */
  readonly #only = new Map<string, number>();
  readonly #layoutOf = new Map<number, string>();
  readonly #sharingLittle = new Set<number>();
  #hasTemplates = false;

  /**
   * @param pagesOf the voting pages of a layout
   * @param sharedShare share, in [0,1], of a page's nodes that other pages have, too
   */
  constructor(pagesOf: (layout: string) => Iterable<number>, sharedShare: (page: number) => number, work: Work) {
    this.#pagesOf = pagesOf;
    this.#sharedShare = sharedShare;
    this.#work = work;
  }

  has(page: number): boolean {
    return this.#hasTemplates && this.#sharingLittle.has(page);
  }

  /**
   * Brings all up to date.
   * @param touched those whose pages may be others than before; scopes that are no layouts do not matter.
   * @param changed pages that may share more or less than before.
   * @param affected takes up the pages that newly are alone, or are so no longer; some may be gone.
   */
  update(touched: Iterable<Scope>, changed: ReadonlySet<number>, affected: Set<number>): void {
    const before = new Map<number, boolean>();
    const due = new Set<number>();
    const note = (page: number): void => {
      before.set(page, before.get(page) ?? this.has(page));
      due.add(page);
    };
    for (const layout of touched) {
      if (typeof layout !== 'string') continue;
      const page = this.#only.get(layout);
      if (page !== undefined) note(page);
      const now = this.#note(layout);
      if (now !== undefined) note(now);
    }
    for (const page of changed) if (this.#layoutOf.has(page)) note(page);
    const had = this.#hasTemplates;
    this.#hasTemplates = this.#large.size > 0;
    for (const page of due) {
      this.#work.add(1);
      if (this.#layoutOf.has(page) && this.#sharedShare(page) < thresholds.byChance) this.#sharingLittle.add(page);
      else this.#sharingLittle.delete(page);
    }
    for (const [page, was] of before) if (was !== this.has(page)) affected.add(page);
    if (had !== this.#hasTemplates) for (const page of this.#sharingLittle) affected.add(page);
  }

  /** Notes how many pages a layout has; gives the page of one that has no other. */
  #note(layout: string): number | undefined {
    const before = this.#only.get(layout);
    if (before !== undefined && this.#layoutOf.get(before) === layout) this.#layoutOf.delete(before);
    const first: number[] = [];
    for (const page of this.#pagesOf(layout)) if (first.push(page) === thresholds.fewestPages) break;
    if (first.length === thresholds.fewestPages) this.#large.add(layout);
    else this.#large.delete(layout);
    this.#only.delete(layout);
    if (first.length !== 1) return undefined;
    this.#only.set(layout, first[0]!);
    this.#layoutOf.set(first[0]!, layout);
    return first[0];
  }
}
