import type { PageSource } from '../core/findings/fixes/page-source.ts';
import type { SiteIndex } from './site-index.ts';

/** Loads pages with their texts and trees for edits. One instance answers one question. */
export class PageSources {
  readonly #site: SiteIndex;
  readonly #known = new Map<string, PageSource>();
  /** True once a page could not be loaded because its file changed since it was indexed. */
  outOfDate = false;

  constructor(site: SiteIndex) {
    this.#site = site;
  }

  /** Returns a page to copy from: while it is being typed, its file; otherwise the same as `of`. */
  example(page: string): PageSource | undefined {
    if (!this.#site.store.get(page)?.halfTyped) return this.of(page);
    const source = this.#site.indexedText(page);
    return source === undefined ? undefined : { page, source, tree: this.#site.model.tree(page) };
  }

  /** Returns a page to edit, as its editor shows it; undefined, and `outOfDate`, if it changed or is not in the model. */
  of(page: string): PageSource | undefined {
    const known = this.#known.get(page);
    if (known) return known;
    const source = this.#site.model.has(page) ? this.#site.source(page) : undefined;
    if (source === undefined) {
      this.outOfDate = true;
      return undefined;
    }
    const loaded = { page, source, tree: this.#site.model.shown(page).tree };
    this.#known.set(page, loaded);
    return loaded;
  }
}
