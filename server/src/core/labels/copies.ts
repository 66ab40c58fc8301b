import type { PackedTree } from '../../html/packed-tree.ts';
import { OPAQUE, type PageTree, TEXT } from '../../html/tree.ts';
import type { PackedKeys } from '../counts/packed-keys.ts';
import type { CountChange, PageCounts, PageKeys } from '../counts/page-counts.ts';
import { addTo, removeFrom } from '../counts/sets-by-key.ts';
import { thresholds } from './thresholds.ts';

/** The data of a page that copies are found by. */
interface CopiedPage {
  readonly id: number;
  readonly packed: PackedTree;
  readonly nodes: PackedKeys;
}

/** The counts of node keys that copies are found by. */
interface CountedPages {
  readonly count: (key: number) => number;
  readonly forEachPage: (key: number, visit: (page: number) => void) => void;
}

/** Changes of the site since the last `settle`. */
interface CopiesChange {
  /** Pages that were added or replaced. */
  readonly put: Iterable<number>;
  /** Node keys whose page counts changed; incomplete if `all` is set. */
  readonly nodes: CountChange;
  /** True if every page may be affected. */
  readonly all: boolean;
}

const none: readonly number[] = [];

/**
 * Finds pages that repeat another page. A copy has nearly all of the page's rare text, which is text on at most three pages. Nodes that only
 * a page and its copies have say nothing about the layout, so copies do not count when the page is labelled. A page has at most two copies.
 * The result depends on the set of pages only, not on the order of changes.
 */
export class Copies {
  readonly #counts: PageCounts;
  readonly #page: (id: number) => CopiedPage;
  readonly #pages: () => Iterable<number>;
  /** By page, the ids of its copies, ascending; and by copy, its originals. Pages without an entry have none. */
  readonly #copies = new Map<number, readonly number[]>();
  readonly #copyOf = new Map<number, Set<number>>();

  /**
   * @param counts page counts of the node keys
   * @param page returns a page of the site
   * @param pages returns the ids of all pages of the site
   */
  constructor(counts: PageCounts, page: (id: number) => CopiedPage, pages: () => Iterable<number>) {
    this.#counts = counts;
    this.#page = page;
    this.#pages = pages;
  }

  /** Number of entries, to detect leaks: 0 for a site without copies. */
  get size(): number {
    return this.#copies.size + this.#copyOf.size;
  }

  /** True if the page has copies. */
  has(page: number): boolean {
    return this.#copies.has(page);
  }

  /** Returns the copies of a page, with their node keys. */
  copiesOf(page: number): { id: number; nodes: PageKeys }[] {
    return (this.#copies.get(page) ?? none).map(id => ({ id, nodes: this.#page(id).nodes.keys }));
  }

  /** Returns the pages that a page is a copy of. */
  originalsOf(page: number): Iterable<number> {
    return this.#copyOf.get(page) ?? none;
  }

  /** Forgets the copies of a page that leaves the site. The pages that it is a copy of list it until the next `settle`. */
  delete(page: number): void {
    this.#replace(page, none);
  }

  /** Applies the changes. Returns the pages whose copies were added, removed or replaced, and the number of nodes visited. */
  settle({ put, nodes, all }: CopiesChange): { changed: Set<number>; work: number } {
    const changed = new Set<number>();
    let work = 0;
    for (const id of all ? this.#pages() : this.#affected(put, nodes)) {
      const { packed, nodes: keys } = this.#page(id);
      const copies = findCopies({ id, tree: packed.tree, nodes: keys.keys }, this.#counts);
      work += this.#page(id).packed.size;
      if (copies.join() === (this.#copies.get(id) ?? none).join()) continue;
      this.#replace(id, copies);
      changed.add(id);
    }
    for (const id of put) for (const page of this.originalsOf(id)) changed.add(page);
    return { changed, work };
  }

  /** Pages that were put, and pages with a text that is or was rare and whose page count changed. */
  #affected(put: Iterable<number>, { raised, lowered }: CountChange): Set<number> {
    const pages = new Set(put);
    const delta = new Map<number, number>();
    for (const key of raised) delta.set(key, (delta.get(key) ?? 0) + 1);
    for (const key of lowered) delta.set(key, (delta.get(key) ?? 0) - 1);
    for (const [key, difference] of delta) {
      const count = this.#counts.count(key);
      if (count > 0 && Math.min(count, count - difference) <= thresholds.copiedPages)
        this.#counts.forEachPage(key, page => pages.add(page));
    }
    return pages;
  }

  #replace(page: number, copies: readonly number[]): void {
    for (const copy of this.#copies.get(page) ?? none) removeFrom(this.#copyOf, copy, page);
    if (copies.length === 0) this.#copies.delete(page);
    else this.#copies.set(page, copies);
    for (const copy of copies) addTo(this.#copyOf, copy, page);
  }
}

/** Returns the ids of the copies of a page, ascending. */
export function findCopies(
  { id, tree, nodes }: { readonly id: number; readonly tree: PageTree; readonly nodes: PageKeys },
  counts: CountedPages,
): number[] {
  const seen = new Set<number>();
  const common = new Map<number, number>();
  let all = 0;
  for (let node = 0; node < tree.size; node++) {
    const key = nodes[node]!;
    if (key < 0 || tree.kind[node] !== TEXT || tree.flags[node]! & OPAQUE) continue;
    if (counts.count(key) > thresholds.copiedPages || seen.has(key)) continue;
    seen.add(key);
    const length = tree.textLength[node]!;
    all += length;
    counts.forEachPage(key, page => {
      if (page !== id) common.set(page, (common.get(page) ?? 0) + length);
    });
  }
  if (all < thresholds.copiedText) return [];
  const copies = [...common].filter(([, length]) => length >= thresholds.copiedShare * all).map(([page]) => page);
  return copies.sort((a, b) => a - b);
}
