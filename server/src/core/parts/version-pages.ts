import type { Work } from '../counts/work.ts';
import { limits } from './thresholds.ts';

/** A page by id, with the 53-bit hash of its path. */
interface Entry {
  readonly id: number;
  readonly hash: number;
}

/** Ids of the pages that have a version, in no order. */
export interface PageIds extends Iterable<number> {
  readonly size: number;
  /** The page whose path has the smallest hash. It is the example of the version. */
  readonly first: Entry;
}

/**
 * The pages of a version in one language. Keeps a few pages with the smallest hashes in order, so that `first` visits all pages only after all of
 * these were deleted.
 */
export class VersionPages implements PageIds {
  readonly #hash: (id: number) => number;
  readonly #work: Work;
  readonly #ids = new Set<number>();
  /** The pages with the smallest hashes, in order; empty if they must be searched again. */
  #first: Entry[] = [];

  /** @param hash returns the 53-bit hash of a page's path */
  constructor(hash: (id: number) => number, work: Work) {
    this.#hash = hash;
    this.#work = work;
  }

  get size(): number {
    return this.#ids.size;
  }

  [Symbol.iterator](): Iterator<number> {
    return this.#ids.values();
  }

  add(id: number): void {
    if (this.#ids.has(id)) return;
    const isWhole = this.#first.length === this.#ids.size;
    this.#ids.add(id);
    // A page after the last of `#first` is not inserted: pages that are not in `#first` may come before it.
    const entry = { id, hash: this.#hash(id) };
    if (isWhole || (this.#first.length > 0 && compare(entry, this.#first.at(-1)!) < 0)) this.#insert(entry);
  }

  delete(id: number): void {
    this.#ids.delete(id);
    const at = this.#first.findIndex(entry => entry.id === id);
    if (at >= 0) this.#first.splice(at, 1);
  }

  get first(): Entry {
    if (this.#first.length === 0) {
      this.#work.add(this.#ids.size);
      for (const id of this.#ids) this.#insert({ id, hash: this.#hash(id) });
    }
    return this.#first[0]!;
  }

  /** Inserts a page into `#first`, if there is room or it precedes the last one. */
  #insert(entry: Entry): void {
    const first = this.#first;
    let at = first.length;
    while (at > 0 && compare(entry, first[at - 1]!) < 0) at--;
    if (at === limits.orderedPages) return;
    first.splice(at, 0, entry);
    if (first.length > limits.orderedPages) first.pop();
  }
}

/** Disjoint union of sets of pages: the pages of one version in several languages. */
export class JoinedPages implements PageIds {
  readonly #sets: readonly PageIds[];

  constructor(sets: readonly PageIds[]) {
    this.#sets = sets.flatMap(set => (set instanceof JoinedPages ? set.#sets : [set]));
  }

  get size(): number {
    return this.#sets.reduce((sum, { size }) => sum + size, 0);
  }

  *[Symbol.iterator](): Iterator<number> {
    for (const set of this.#sets) yield* set;
  }

  get first(): Entry {
    return this.#sets.map(({ first }) => first).reduce((first, other) => (compare(other, first) < 0 ? other : first));
  }
}

/** Orders pages by hash, then by id. */
function compare(a: Entry, b: Entry): number {
  return a.hash - b.hash || a.id - b.id;
}
