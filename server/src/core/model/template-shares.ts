import { type LabelCount, shareOfTemplate } from '../labels/page-labels.ts';

/** The share of template among the nodes of pages. A page's nodes are counted when that is asked, and once until its labels change. */
export class TemplateShares<Page> {
  readonly #count: (page: Page) => LabelCount;
  readonly #counted = new Map<Page, LabelCount>();
  readonly #due = new Set<Page>();

  constructor(count: (page: Page) => LabelCount) {
    this.#count = count;
  }

  /** Pages that are not counted. */
  get due(): number {
    return this.#due.size;
  }

  /** The labels of a page may have changed. */
  lower(page: Page): void {
    this.#counted.delete(page);
    this.#due.add(page);
  }

  delete(page: Page): void {
    this.#counted.delete(page);
    this.#due.delete(page);
  }

  /** Counts so many pages of those that are due. */
  slice(budget: number): void {
    let left = budget;
    for (const page of this.#due) {
      if (left-- === 0) return;
      this.#take(page);
    }
  }

  /** See `shareOfTemplate`. */
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
