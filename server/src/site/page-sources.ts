import type { PageSource } from '../core/edits/page-source.ts';
import type { SiteIndex } from './site-index.ts';

/** Loads pages with their texts and trees for edits, and keeps them. Make a new instance for each query. */
export class PageSources {
  readonly #site: SiteIndex;
  readonly #known = new Map<string, PageSource>();
  /** True once a page could not be loaded because it is not in the model or its file changed since it was indexed. */
  outOfDate = false;

  constructor(site: SiteIndex) {
    this.#site = site;
  }

  /** Returns a page to copy from: its current text or, while its text in the editor is half-typed, its file. */
  example(page: string): PageSource | undefined {
    if (!this.#site.store.get(page)?.halfTyped) return this.editable(page);
    const source = this.#site.indexedText(page);
    return source === undefined ? undefined : { page, source, tree: this.#site.model.tree(page) };
  }

  /** Returns a page to edit, from its editor or its file. Returns undefined and sets `outOfDate` if the file changed or the model lacks it. */
  editable(page: string): PageSource | undefined {
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
