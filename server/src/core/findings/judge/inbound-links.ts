import type { LinkTargets } from '../../statements/link-table.ts';

/** Which pages of a site other pages link to. A function of the pages, whatever their order. */
export class InboundLinks {
  /** By path of a page from the site's root, how many other pages have a link that may lead to it. */
  readonly #counts = new Map<string, number>();
  readonly #known = new Map<string, readonly string[]>();
  /** Pages that became linked, or are so no longer, since the last `settle`; with whether they were. */
  readonly #touched = new Map<string, boolean>();

  put(page: string, { paths }: LinkTargets): void {
    this.delete(page);
    const targets = [...new Set(paths.flatMap(pagesAt))].filter(target => target !== page);
    this.#known.set(page, targets);
    for (const target of targets) this.#add(target, 1);
  }

  delete(page: string): void {
    for (const target of this.#known.get(page) ?? []) this.#add(target, -1);
    this.#known.delete(page);
  }

  #add(page: string, by: number): void {
    if (!this.#touched.has(page)) this.#touched.set(page, this.isLinked(page));
    const count = (this.#counts.get(page) ?? 0) + by;
    if (count > 0) this.#counts.set(page, count);
    else this.#counts.delete(page);
  }

  /** Does another page link to this one, or is it the site's index page? */
  isLinked(page: string): boolean {
    return this.#counts.has(page) || /^(?:index|default|home)\.\w+$/i.test(page);
  }

  /** The pages that became linked, or are so no longer, since the last call. */
  settle(): string[] {
    const changed = [...this.#touched].flatMap(([page, was]) => (was === this.isLinked(page) ? [] : [page]));
    this.#touched.clear();
    return changed;
  }
}

/** The pages that an address may lead to: the file, or that of a folder or of an address without an ending. */
function pagesAt(path: string): string[] {
  if (/\.(?:x?html?|shtml)$/i.test(path)) return [path];
  return /\.\w+$/.test(path) ? [] : [`${path}/index.html`, `${path}/index.htm`, `${path}.html`];
}
