import type { Work } from './work.ts';

/** A set of pages. */
interface PageSet {
  readonly pages: { readonly size: number };
  /** The smallest hash of its pages; undefined for an empty set. */
  readonly first: number | undefined;
}

type Rank = readonly [pages: number, first: number];

/** The sets with the most pages, those with the smaller hash first among equals; kept while pages come and go. */
export class LargestSets<P extends PageSet> {
  readonly #most: number;
  readonly #reserve: number;
  readonly #all: () => Iterable<P>;
  readonly #work: Work;
  /** In order; all that are not here come after `#left`. */
  #kept: P[] = [];
  #left: Rank | undefined;

  /**
   * @param most that are asked for, out of all that have pages
   * @param reserve factor: so many times `most` are kept, so that those that leave are replaced without a look at all
   */
  constructor(most: number, reserve: number, all: () => Iterable<P>, work: Work) {
    this.#most = most;
    this.#reserve = reserve;
    this.#all = all;
    this.#work = work;
  }

  /**
   * The sets in order.
   * @param changed those that came, went, or whose pages changed since the last call; each has its `first`
   */
  update(changed: ReadonlySet<P>): readonly P[] {
    this.#work.add(changed.size);
    if (changed.size > this.#most) this.#sort();
    else {
      // All out before any comes in: the order holds for those that did not change.
      this.#kept = this.#kept.filter(set => !changed.has(set));
      for (const set of changed) if (set.pages.size > 0) this.#insert(set);
      if (this.#left && this.#kept.length < this.#most) this.#sort();
    }
    return this.#kept.slice(0, this.#most);
  }

  #insert(set: P): void {
    const rank = rankOf(set);
    if (this.#left && !isBefore(rank, this.#left)) return;
    let [low, high] = [0, this.#kept.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(rankOf(this.#kept[middle]!), rank)) low = middle + 1;
      else high = middle;
    }
    this.#kept.splice(low, 0, set);
    if (this.#kept.length > this.#most * this.#reserve) this.#left = rankOf(this.#kept.pop()!);
  }

  #sort(): void {
    const all = [...this.#all()];
    this.#work.add(all.length);
    all.sort((a, b) => (isBefore(rankOf(a), rankOf(b)) ? -1 : 1));
    this.#kept = all.slice(0, this.#most * this.#reserve);
    const left = all[this.#kept.length];
    this.#left = left && rankOf(left);
  }
}

function rankOf({ pages, first }: PageSet): Rank {
  return [pages.size, first!];
}

function isBefore([pages, first]: Rank, [otherPages, otherFirst]: Rank): boolean {
  return pages > otherPages || (pages === otherPages && first < otherFirst);
}
