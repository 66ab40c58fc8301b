import { pageHash } from '../../core/layouts/group-id.ts';

/** Pages in a pseudo-random order that depends only on their paths; the first ones are a sample (bottom-k sampling). */
export class PageOrder<Page extends { readonly name: string }> {
  readonly #entries: { hash: number; page: Page }[] = [];

  get size(): number {
    return this.#entries.length;
  }

  add(page: Page): void {
    const hash = pageHash(page.name);
    this.#entries.splice(this.#position(hash, page.name), 0, { hash, page });
  }

  delete({ name }: Page): void {
    this.#entries.splice(this.#position(pageHash(name), name), 1);
  }

  /** At most `count` pages from the start of the order. */
  first(count: number): Page[] {
    return this.#entries.slice(0, count).map(({ page }) => page);
  }

  /** Index at which a page is, or would be inserted. */
  #position(hash: number, name: string): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const entry = this.#entries[middle]!;
      if (entry.hash < hash || (entry.hash === hash && entry.page.name < name)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
