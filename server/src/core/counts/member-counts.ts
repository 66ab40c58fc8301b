import { FrequentKeys } from './frequent-keys.ts';
import type { Work } from './work.ts';

/** How many pages have each of some things, and which of them many have. */
export class MemberCounts<Thing> {
  readonly #counts = new Map<Thing, number>();
  readonly #frequent: FrequentKeys<Thing>;

  constructor(work: Work) {
    const count = (thing: Thing): number => this.#counts.get(thing) ?? 0;
    const forEachKey = (visit: (thing: Thing, count: number) => void): void => {
      for (const [thing, count] of this.#counts) visit(thing, count);
    };
    this.#frequent = new FrequentKeys({ count, forEachKey }, work);
  }

  /** A page with these things came. */
  add(things: Iterable<Thing>): void {
    for (const thing of things) {
      this.#counts.set(thing, (this.#counts.get(thing) ?? 0) + 1);
      this.#frequent.raised(thing);
    }
  }

  /** A page with these things went. */
  delete(things: Iterable<Thing>): void {
    for (const thing of things) {
      const pages = this.#counts.get(thing)! - 1;
      if (pages === 0) this.#counts.delete(thing);
      else this.#counts.set(thing, pages);
    }
  }

  /** The things that so many pages have at least. */
  atLeast(pages: number): Set<Thing> {
    const found = new Set<Thing>();
    this.#frequent.forEach(Math.floor(pages), thing => {
      if ((this.#counts.get(thing) ?? 0) >= pages) found.add(thing);
    });
    return found;
  }
}
