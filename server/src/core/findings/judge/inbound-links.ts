import { kindOfPath } from '../../keys/normal-form/file-of.ts';
import type { LinkTargets } from '../../statements/link-table.ts';
import { isHomePage } from '../home-page.ts';

/** Counts, for each page of a site, the other pages that link to it. The result does not depend on the order of edits. */
export class InboundLinks {
  /** By path of a page from the site's root, the number of other pages that link to it. */
  readonly #counts = new Map<string, number>();
  readonly #known = new Map<string, readonly string[]>();
  /** By page whose count changed since the last `settle`, whether it was linked then. */
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

  /** True if another page links to this page, or if it is the index page of the site. */
  isLinked(page: string): boolean {
    return this.#counts.has(page) || isHomePage(page);
  }

  /** Returns the pages for which `isLinked` changed since the last call. */
  settle(): string[] {
    const changed = [...this.#touched].flatMap(([page, was]) => (was === this.isLinked(page) ? [] : [page]));
    this.#touched.clear();
    return changed;
  }
}

/** The pages that a target may be: itself or, for a route, the index page of the folder and the page with this name. */
function pagesAt(path: string): string[] {
  const kind = kindOfPath(path);
  if (kind === 'route') return [`${path}/index.html`, `${path}/index.htm`, `${path}.html`];
  return kind === 'page' ? [path] : [];
}
