/** Work of one kind on the pages of a site; the phases stand in a row, and each hands pages on to the next. */
export interface Phase {
  /** Pieces of work that wait: mostly pages. */
  readonly due: number;
  /**
   * Does some of it, about `budget` pages, those that are open in an editor first. Gives the pages that go on to the next phase; it finds
   * what became of them in the store.
   */
  slice(budget: number): readonly string[] | Promise<readonly string[]>;
  /** What the phase worked out of the page is out of date. */
  lower(page: string): void;
}
