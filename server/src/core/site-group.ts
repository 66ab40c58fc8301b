import { type CountChange, PageCounts } from './counts/page-counts.ts';
import type { GroupChange, GroupCounts, GroupExtractor, GroupPage } from './extractors/extractor.ts';
import { nodeKeys, placeKeys } from './page/page-keys.ts';
import { StyleTree } from './sst/style-tree.ts';

/** The part of a page that does not depend on its group. */
export type UngroupedPage = Omit<GroupPage, 'elements' | 'nodes' | 'places'>;

/** One template group: its pages and what is counted over them. */
export class SiteGroup implements GroupCounts {
  readonly pages = new Map<number, GroupPage>();
  readonly styles = new StyleTree();
  readonly nodes = new PageCounts();
  readonly places = new PageCounts();
  readonly site: GroupCounts['site'];
  readonly #extractor: GroupExtractor;
  #changedPages = new Set<number>();
  #sizeBefore = 0;
  #nodeChange: CountChange = { raised: [], lowered: [] };
  #placeChange: CountChange = { raised: [], lowered: [] };

  constructor(site: GroupCounts['site'], makeExtractor: (counts: GroupCounts) => GroupExtractor) {
    this.site = site;
    this.#extractor = makeExtractor(this);
  }

  /** Adds a page, or replaces it; counts that both have are not touched. Gives the number of tree nodes visited and keys changed. */
  put(page: UngroupedPage): number {
    const old = this.pages.get(page.id);
    const work = this.#work();
    if (old) {
      this.#extractor.removing(old);
      this.styles.remove(old.tree, old.elements);
    }
    const grouped: GroupPage = {
      ...page,
      elements: this.styles.add(page.tree),
      nodes: this.nodes.replace(page.id, old?.nodes, nodeKeys(page.tree), this.#nodeChange),
      places: this.places.replace(page.id, old?.places, placeKeys(page.tree), this.#placeChange),
    };
    this.pages.set(page.id, grouped);
    this.#changedPages.add(page.id);
    this.#extractor.added(grouped);
    return this.#work() - work;
  }

  /** Takes a page out. */
  delete(id: number): number {
    const old = this.pages.get(id);
    if (!old) return 0;
    const work = this.#work();
    this.#extractor.removing(old);
    this.styles.remove(old.tree, old.elements);
    this.nodes.replace(id, old.nodes, undefined, this.#nodeChange);
    this.places.replace(id, old.places, undefined, this.#placeChange);
    this.pages.delete(id);
    this.#changedPages.add(id);
    return this.#work() - work;
  }

  /** Pages of the group whose labels may have changed since the last call. */
  settle(): Set<number> {
    const change: GroupChange = {
      sizeBefore: this.#sizeBefore,
      pages: this.#changedPages,
      nodes: this.#nodeChange,
      places: this.#placeChange,
    };
    const relabel = this.#extractor.settle(change);
    this.#sizeBefore = this.pages.size;
    this.#changedPages = new Set();
    this.#nodeChange = { raised: [], lowered: [] };
    this.#placeChange = { raised: [], lowered: [] };
    for (const id of relabel) if (!this.pages.has(id)) relabel.delete(id);
    return relabel;
  }

  label(id: number) {
    return this.#extractor.label(this.pages.get(id)!);
  }

  #work(): number {
    const changed = [this.#nodeChange, this.#placeChange].reduce(
      (sum, { raised, lowered }) => sum + raised.length + lowered.length,
      0,
    );
    return this.styles.visits + changed;
  }
}
