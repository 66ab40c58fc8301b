import { addTo, removeFrom } from '../../core/counts/sets-by-key.ts';
import type { UngroupedPage } from '../../core/labels/group-page.ts';
import type { Links } from '../features.ts';
import { completeSubdigraph, type SubdigraphSearch } from '../links/complete-subdigraph.ts';
import { LinkGraph } from '../links/link-graph.ts';
import { type Link, orderLinks } from '../links/link-order.ts';
import type { CandidateChoice } from './candidate-sets.ts';

/**
 * Chooses pages that the key page links to and that link to one another, as the pages of a menu do: the first `count` of them in the order of
 * `orderLinks`. A search is kept until the links of the key page, or of a page that the search visited, change their targets.
 */
export class LinkCandidates implements CandidateChoice {
  readonly #count: number;
  readonly #graph = new LinkGraph();
  readonly #searches = new Map<number, SubdigraphSearch>();
  /** Key pages in `#searches` by the pages that their searches visited. */
  readonly #processedBy = new Map<number, Set<number>>();
  readonly #changed = new Set<number>();

  constructor(count: number) {
    this.#count = count;
  }

  put({ id, name, packed, features }: UngroupedPage<Links>): number {
    this.#drop(id);
    let visited = 0;
    const page = {
      name,
      links: features.links,
      get tree() {
        return packed.tree;
      },
    };
    for (const linker of this.#graph.put(id, page)) visited += this.#invalidate(linker);
    return visited;
  }

  delete(id: number): number {
    this.#drop(id);
    let visited = this.#invalidate(id);
    for (const linker of this.#graph.delete(id)) visited += this.#invalidate(linker);
    this.#changed.delete(id);
    return visited;
  }

  candidates(id: number): readonly number[] {
    const known = this.#searches.get(id);
    if (known) return known.found;
    const { name, tree } = this.#graph.page(id);
    const ordered = orderLinks(name, tree, this.#graph.links(id));
    const search = completeSubdigraph(this.#idsOf(ordered), page => this.#graph.linkedPages(page), this.#count);
    this.#searches.set(id, search);
    for (const page of search.visited) addTo(this.#processedBy, page, id);
    return search.found;
  }

  takeChanged(): Set<number> {
    const changed = new Set(this.#changed);
    this.#changed.clear();
    return changed;
  }

  *#idsOf(links: Iterable<Link>): Generator<number> {
    for (const { page } of links) yield this.#graph.id(page);
  }

  /** Drops the search of a page whose links changed, and all searches that visited the page. Returns the number of their key pages. */
  #invalidate(id: number): number {
    const keys = [id, ...(this.#processedBy.get(id) ?? [])];
    for (const key of keys) this.#drop(key);
    return keys.length;
  }

  #drop(key: number): void {
    const search = this.#searches.get(key);
    if (!search) return;
    this.#searches.delete(key);
    this.#changed.add(key);
    for (const page of search.visited) removeFrom(this.#processedBy, page, key);
  }
}
