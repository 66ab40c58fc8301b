import type { PageSource } from '../core/findings/fixes/page-source.ts';
import type { SiteIndex } from './site-index.ts';

/** Pages with their texts: as they are shown, to be edited, and as they vote, to be copied from. */
export class PageSources {
  readonly #site: SiteIndex;
  readonly #known = new Map<string, PageSource>();
  outOfDate = false;

  constructor(site: SiteIndex) {
    this.#site = site;
  }

  /** What other pages may copy from: of a page that is being typed, its file. */
  example(page: string): PageSource | undefined {
    const source = this.#site.savedSource(page);
    return source === undefined ? this.of(page) : { page, source, tree: this.#site.model.tree(page) };
  }

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
