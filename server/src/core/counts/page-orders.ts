import { limits } from './thresholds.ts';
import type { Work } from './work.ts';

interface Entry {
  readonly id: number;
  /** Hash of the page's path: the order of pages with the same rank. */
  readonly hash: number;
  readonly rank: number;
}

/** Pages that have something in common. */
interface Pages {
  readonly pages: Iterable<number>;
  has(id: number): boolean;
}

/** The pages of a set in order. */
interface Order {
  readonly sorted: Entry[];
  /** The entries in it, by page. */
  readonly entries: Map<number, Entry>;
  readonly stale: Set<number>;
}

/** The pages of sets by rank, then by the hashes of their paths; kept while that changes. */
export class PageOrders {
  readonly #work: Work;
  readonly #entryOf: (id: number) => Entry;
  /** Those that were asked for. */
  readonly #orders = new WeakMap<Pages, Order>();

  /** @param entryOf what is known now of a page that is in a set. */
  constructor(entryOf: (id: number) => Entry, work: Work) {
    this.#entryOf = entryOf;
    this.#work = work;
  }

  /** The pages of a set in order. */
  of(set: Pages): readonly Entry[] {
    let order = this.#orders.get(set);
    if (!order || order.stale.size > order.sorted.length * limits.stalePages) {
      order = this.#sort(set);
      this.#orders.set(set, order);
    }
    for (const id of order.stale) this.#place(id, set, order);
    order.stale.clear();
    return order.sorted;
  }

  /** To be called when a page joins or leaves a set, or may have a new rank in it. */
  touch(id: number, set: Pages): void {
    this.#orders.get(set)?.stale.add(id);
  }

  #sort(set: Pages): Order {
    const entries = new Map<number, Entry>();
    for (const id of set.pages) entries.set(id, this.#entryOf(id));
    this.#work.add(entries.size);
    return { sorted: [...entries.values()].sort(compare), entries, stale: new Set() };
  }

  #place(id: number, set: Pages, { sorted, entries }: Order): void {
    const before = entries.get(id);
    const now = set.has(id) ? this.#entryOf(id) : undefined;
    this.#work.add(1);
    if (before && now && compare(before, now) === 0) return;
    if (before) sorted.splice(placeOf(before, sorted), 1);
    if (now) sorted.splice(placeOf(now, sorted), 0, now);
    if (now) entries.set(id, now);
    else entries.delete(id);
  }
}

function compare(a: Entry, b: Entry): number {
  return a.rank - b.rank || a.hash - b.hash || a.id - b.id;
}

/** Index of the first entry that does not come before another one. */
function placeOf(entry: Entry, sorted: readonly Entry[]): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(sorted[middle]!, entry) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
