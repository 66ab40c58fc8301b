import { pageHash } from '../../core/layouts/group-id.ts';

/** Pages in an order that is as good as chance and depends on their paths alone; the first ones are a sample (bottom-k sampling). */
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

  first(count: number): Page[] {
    return this.#entries.slice(0, count).map(({ page }) => page);
  }

  /** Where a page is, or would stand. */
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
