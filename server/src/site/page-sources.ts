import type { PageSource } from '../core/fixes/page-source.ts';
import type { SiteIndex } from './site-index.ts';

/** Pages with the texts that their trees are of. */
export class PageSources {
  readonly #site: SiteIndex;
  readonly #known = new Map<string, PageSource>();
  outOfDate = false;

  constructor(site: SiteIndex) {
    this.#site = site;
  }

  of(page: string): PageSource | undefined {
    const known = this.#known.get(page);
    if (known) return known;
    const source = this.#site.model.has(page) ? this.#site.source(page) : undefined;
    if (source === undefined) {
      this.outOfDate = true;
      return undefined;
    }
    const loaded = { page, source, tree: this.#site.model.tree(page) };
    this.#known.set(page, loaded);
    return loaded;
  }
}
