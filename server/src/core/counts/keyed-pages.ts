import { addTo, removeFrom } from './sets-by-key.ts';

const none: ReadonlySet<never> = new Set();

/** Pages with keys; the pages of a key and the keys of a page are both found at once. */
export class KeyedPages<Page, Key> {
  readonly #pages = new Map<Key, Set<Page>>();
  readonly #keys = new Map<Page, Set<Key>>();

  add(page: Page, key: Key): void {
    addTo(this.#pages, key, page);
    addTo(this.#keys, page, key);
  }

  /** Removes a page with all its keys. */
  delete(page: Page): void {
    for (const key of this.keysOf(page)) removeFrom(this.#pages, key, page);
    this.#keys.delete(page);
  }

  keysOf(page: Page): ReadonlySet<Key> {
    return this.#keys.get(page) ?? none;
  }

  pagesOf(key: Key): ReadonlySet<Page> {
    return this.#pages.get(key) ?? none;
  }

  /** The keys that pages have. */
  get keys(): Iterable<Key> {
    return this.#pages.keys();
  }
}
