/** The first of some pages by name, kept while pages come and go; a page that goes and comes back at once costs nothing. */
export class FirstPage {
  #first: string | undefined;

  /** A page came. */
  add(page: string): void {
    if (this.#first === undefined || page < this.#first) this.#first = page;
  }

  /**
   * The first of these, undefined of none; all that came were added. Looks at all of them if the first one went.
   * @param visited is given how many pages were looked at.
   */
  of(pages: ReadonlyMap<string, unknown> | ReadonlySet<string>, visited: (count: number) => void): string | undefined {
    if (this.#first !== undefined && !pages.has(this.#first)) {
      visited(pages.size);
      this.#first = undefined;
      for (const page of pages.keys()) this.add(page);
    }
    return this.#first;
  }
}
