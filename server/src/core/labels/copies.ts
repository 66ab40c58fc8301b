import type { PackedTree } from '../../html/packed-tree.ts';
import { OPAQUE, TEXT } from '../../html/tree.ts';
import type { PackedKeys } from '../counts/packed-keys.ts';
import type { CountChange, PageCounts, PageKeys } from '../counts/page-counts.ts';
import { addTo, takeFrom } from '../counts/sets-by-key.ts';
import { thresholds } from './thresholds.ts';

interface CopiedPage {
  readonly id: number;
  readonly packed: PackedTree;
  readonly nodes: PackedKeys;
}

/** What happened since the last `settle`. */
interface CopiesChange {
  /** Pages that came, or were replaced. */
  readonly put: Iterable<number>;
  /** Keys whose page counts changed; all may have, where `all` is set. */
  readonly nodes: CountChange;
  readonly all: boolean;
}

const none: readonly number[] = [];

/**
 * Pages that repeat another page: of the text that at most three pages have, they have nearly all. What only a page and its copies have
 * says nothing about the layout, so copies do not count when the page is labelled. A page has at most two. A function of the set of pages.
 */
export class Copies {
  readonly #counts: PageCounts;
  readonly #page: (id: number) => CopiedPage;
  readonly #pages: () => Iterable<number>;
  /** Ids of the copies of every page that has some, ascending; and the pages that a page is a copy of. */
  readonly #copies = new Map<number, readonly number[]>();
  readonly #copyOf = new Map<number, Set<number>>();

  /** @param page a page that the counts hold; `pages` are all of them. */
  constructor(counts: PageCounts, page: (id: number) => CopiedPage, pages: () => Iterable<number>) {
    this.#counts = counts;
    this.#page = page;
    this.#pages = pages;
  }

  /** Number of pages held. */
  get size(): number {
    return this.#copies.size + this.#copyOf.size;
  }

  has(page: number): boolean {
    return this.#copies.has(page);
  }

  /** Nodes of the copies of a page, with the id of each. */
  of(page: number): { id: number; nodes: PageKeys }[] {
    return (this.#copies.get(page) ?? none).map(id => ({ id, nodes: this.#page(id).nodes.keys }));
  }

  /** Pages that a page is a copy of. */
  copiedBy(page: number): Iterable<number> {
    return this.#copyOf.get(page) ?? none;
  }

  /** Takes a page out. */
  delete(page: number): void {
    this.#replace(page, none);
  }

  /** Brings copies up to date. Gives the pages whose copies changed, or are other pages than before, and the nodes visited. */
  settle({ put, nodes, all }: CopiesChange): { changed: Set<number>; work: number } {
    const changed = new Set<number>();
    let work = 0;
    for (const id of all ? this.#pages() : this.#affected(put, nodes)) {
      const copies = this.#find(this.#page(id));
      work += this.#page(id).packed.size;
      if (copies.join() === (this.#copies.get(id) ?? none).join()) continue;
      this.#replace(id, copies);
      changed.add(id);
    }
    for (const id of put) for (const page of this.copiedBy(id)) changed.add(page);
    return { changed, work };
  }

  /** Pages that came, and pages with a text that few pages have, or had, and whose pages changed. */
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

  #find({ id, packed, nodes }: CopiedPage): number[] {
    const { tree } = packed;
    const { keys } = nodes;
    const seen = new Set<number>();
    const common = new Map<number, number>();
    let all = 0;
    for (let node = 0; node < tree.size; node++) {
      const key = keys[node]!;
      if (key < 0 || tree.kind[node] !== TEXT || tree.flags[node]! & OPAQUE) continue;
      if (this.#counts.count(key) > thresholds.copiedPages || seen.has(key)) continue;
      seen.add(key);
      const length = tree.textLength[node]!;
      all += length;
      this.#counts.forEachPage(key, page => {
        if (page !== id) common.set(page, (common.get(page) ?? 0) + length);
      });
    }
    if (all < thresholds.copiedText) return [];
    const copies = [...common].filter(([, length]) => length >= thresholds.copiedShare * all).map(([page]) => page);
    return copies.sort((a, b) => a - b);
  }

  #replace(page: number, copies: readonly number[]): void {
    for (const copy of this.#copies.get(page) ?? none) takeFrom(this.#copyOf, copy, page);
    if (copies.length === 0) this.#copies.delete(page);
    else this.#copies.set(page, copies);
    for (const copy of copies) addTo(this.#copyOf, copy, page);
  }
}
