import { addTo, removeFrom } from '../../core/counts/sets-by-key.ts';
import type { PageLinks } from '../../core/keys/page-links.ts';
import { linkKeysOfPage, linkKeysOfTarget, pagesOfTarget } from '../../core/keys/target-pages.ts';
import type { PageTree } from '../../html/tree.ts';
import type { Link } from './link-order.ts';

interface LinkedPage {
  /** Path from the site's root. */
  readonly name: string;
  readonly tree: PageTree;
  readonly links: PageLinks;
}

/** The graph of links between the pages of a site. Adding or removing a page can change which page a link refers to. */
export class LinkGraph {
  readonly #pages = new Map<number, LinkedPage>();
  readonly #ids = new Map<string, number>();
  /** Pages by the keys of the targets of their links, see `linkKeysOfTarget`. */
  readonly #linkers = new Map<string, Set<number>>();
  /** Cache of the links to other pages, by page. */
  readonly #resolved = new Map<number, { links: Link[]; pages: Set<number> }>();

  /** Adds or replaces a page. Returns the pages whose links may now lead to other pages than before; the page itself can be among them. */
  put(id: number, page: LinkedPage): Set<number> {
    const known = this.#pages.get(id);
    const changed = known ? new Set<number>() : this.#linkersOf(page.name);
    if (known) this.#forgetTargets(id, known);
    for (const key of keysOf(page)) addTo(this.#linkers, key, id);
    if (!known || !sameTargets(known.links, page.links)) changed.add(id);
    this.#resolved.delete(id);
    for (const linker of changed) this.#resolved.delete(linker);
    this.#pages.set(id, page);
    this.#ids.set(page.name, id);
    return changed;
  }

  /** Removes a page. Returns the remaining pages whose links may now lead to other pages than before. */
  delete(id: number): Set<number> {
    const page = this.#pages.get(id)!;
    this.#forgetTargets(id, page);
    this.#resolved.delete(id);
    this.#pages.delete(id);
    this.#ids.delete(page.name);
    const changed = this.#linkersOf(page.name);
    for (const linker of changed) this.#resolved.delete(linker);
    return changed;
  }

  page(id: number): LinkedPage {
    return this.#pages.get(id)!;
  }

  id(name: string): number {
    return this.#ids.get(name)!;
  }

  /** Links of a page to other pages of the site, in document order, one for each target page. */
  links(id: number): readonly Link[] {
    return this.#resolve(id).links;
  }

  /** Pages that a page links to. */
  linkedPages(id: number): ReadonlySet<number> {
    return this.#resolve(id).pages;
  }

  #resolve(id: number): { links: Link[]; pages: Set<number> } {
    const known = this.#resolved.get(id);
    if (known) return known;
    const resolved = { links: [] as Link[], pages: new Set<number>() };
    const { targets, nodes, servedBelow } = this.page(id).links;
    for (const [index, target] of targets.entries()) {
      const page = pagesOfTarget(target, servedBelow).find(name => this.#ids.has(name));
      const other = page === undefined ? id : this.#ids.get(page)!;
      if (other === id || resolved.pages.has(other)) continue;
      resolved.pages.add(other);
      resolved.links.push({ page: page!, node: nodes[index]! });
    }
    this.#resolved.set(id, resolved);
    return resolved;
  }

  #linkersOf(name: string): Set<number> {
    return new Set(linkKeysOfPage(name).flatMap(key => [...(this.#linkers.get(key) ?? [])]));
  }

  #forgetTargets(id: number, page: LinkedPage): void {
    for (const key of keysOf(page)) removeFrom(this.#linkers, key, id);
  }
}

function keysOf({ links: { targets, servedBelow } }: LinkedPage): Set<string> {
  return new Set(targets.flatMap(target => linkKeysOfTarget(target, servedBelow)));
}

function sameTargets(a: PageLinks, b: PageLinks): boolean {
  return a.servedBelow === b.servedBelow && a.targets.join('\n') === b.targets.join('\n');
}
