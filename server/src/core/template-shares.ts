/** Nodes of a page that have labels, and how many of these are template. */
export interface LabelCount {
  readonly template: number;
  readonly labelled: number;
}

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

  /** In [0,1]; 0 where no node has a label. */
  of(pages: Iterable<Page>): number {
    let template = 0;
    let labelled = 0;
    for (const page of pages) {
      const count = this.#counted.get(page) ?? this.#take(page);
      template += count.template;
      labelled += count.labelled;
    }
    return labelled === 0 ? 0 : template / labelled;
  }

  #take(page: Page): LabelCount {
    const count = this.#count(page);
    this.#counted.set(page, count);
    this.#due.delete(page);
    return count;
  }
}
