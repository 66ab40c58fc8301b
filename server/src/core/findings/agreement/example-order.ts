import type { Work } from '../../counts/work.ts';
import { thresholds } from '../thresholds.ts';

interface Entry {
  readonly id: number;
  /** Hash of its path. */
  readonly hash: number;
  readonly lacking: number;
}

/** Pages that have something in common. */
interface Pages {
  readonly pages: Iterable<number>;
  has(id: number): boolean;
}

/** The pages of sets by how little they lack, then by the hashes of their paths; kept while that changes. */
export class ExampleOrders {
  readonly #work: Work;
  readonly #entryOf: (id: number) => Entry;
  readonly #orders = new WeakMap<Pages, ExampleOrder>();

  /** @param entryOf what is known now of a page that is in a set. */
  constructor(entryOf: (id: number) => Entry, work: Work) {
    this.#entryOf = entryOf;
    this.#work = work;
  }

  /** The pages of a set in order. */
  of(set: Pages): readonly Entry[] {
    let order = this.#orders.get(set);
    if (!order) {
      order = new ExampleOrder(set, this.#entryOf, this.#work);
      this.#orders.set(set, order);
    }
    return order.pages;
  }

  /** A page of a set may lack more or less than before, or came to the set or left it. */
  touch(id: number, set: Pages): void {
    this.#orders.get(set)?.touch(id);
  }
}

class ExampleOrder {
  readonly #work: Work;
  readonly #set: Pages;
  readonly #entryOf: (id: number) => Entry;
  /** In order; undefined until somebody asks. */
  #sorted: Entry[] | undefined;
  readonly #entries = new Map<number, Entry>();
  readonly #stale = new Set<number>();

  constructor(set: Pages, entryOf: (id: number) => Entry, work: Work) {
    this.#set = set;
    this.#entryOf = entryOf;
    this.#work = work;
  }

  touch(id: number): void {
    if (this.#sorted) this.#stale.add(id);
  }

  /** The pages in order. */
  get pages(): readonly Entry[] {
    if (!this.#sorted || this.#stale.size > this.#sorted.length * thresholds.fewLacked) this.#sorted = this.#sort();
    else for (const id of this.#stale) this.#place(id, this.#sorted);
    this.#stale.clear();
    return this.#sorted;
  }

  #sort(): Entry[] {
    this.#entries.clear();
    for (const id of this.#set.pages) this.#entries.set(id, this.#entryOf(id));
    this.#work.add(this.#entries.size);
    return [...this.#entries.values()].sort(compare);
  }

  #place(id: number, sorted: Entry[]): void {
    const before = this.#entries.get(id);
    const now = this.#set.has(id) ? this.#entryOf(id) : undefined;
    this.#work.add(1);
    if (before && now && compare(before, now) === 0) return;
    if (before) sorted.splice(placeOf(before, sorted), 1);
    if (now) sorted.splice(placeOf(now, sorted), 0, now);
    if (now) this.#entries.set(id, now);
    else this.#entries.delete(id);
  }
}

function compare(a: Entry, b: Entry): number {
  return a.lacking - b.lacking || a.hash - b.hash || a.id - b.id;
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
