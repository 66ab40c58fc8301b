import { type LabelCount, shareOfTemplate } from '../labels/page-labels.ts';

/** Counts the template nodes of pages, on demand, and keeps the counts until the labels of a page change. */
export class TemplateShares<Page> {
  readonly #count: (page: Page) => LabelCount;
  /** Counts that are up to date. */
  readonly #counted = new Map<Page, LabelCount>();
  readonly #due = new Set<Page>();

  constructor(count: (page: Page) => LabelCount) {
    this.#count = count;
  }

  /** Number of pages that are not counted. */
  get due(): number {
    return this.#due.size;
  }

  /** Drops the count of a page: its labels may have changed, or it is new. */
  invalidate(page: Page): void {
    this.#counted.delete(page);
    this.#due.add(page);
  }

  /** Removes a page. */
  delete(page: Page): void {
    this.#counted.delete(page);
    this.#due.delete(page);
  }

  /** Counts the template nodes of at most `budget` pages that are not counted yet. */
  slice(budget: number): void {
    let left = budget;
    for (const page of this.#due) {
      if (left-- === 0) return;
      this.#take(page);
    }
  }

  /** Returns the share of template nodes of pages, see `shareOfTemplate`; counts pages first if necessary. */
  of(pages: readonly Page[]): number {
    return shareOfTemplate(pages.map(page => this.#counted.get(page) ?? this.#take(page)));
  }

  #take(page: Page): LabelCount {
    const count = this.#count(page);
    this.#counted.set(page, count);
    this.#due.delete(page);
    return count;
  }
}
