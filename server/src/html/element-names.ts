import { knownNames, lookUpName } from './names.ts';
import { detached } from './strings.ts';

const none: readonly string[] = [];

/** Ids of the element names of one page: those of the table, and after them the page's own. */
export class ElementNames {
  #others: string[] = [];
  #ids = new Map<string, number>();

  reset(): void {
    if (this.#others.length === 0) return;
    this.#others = [];
    this.#ids = new Map();
  }

  /** The names that are not in the table, in the order of their ids. To be read after the last name: later ones may be missing. */
  get others(): readonly string[] {
    // A list without names is not reset: the names of the next page would come into it.
    return this.#others.length > 0 ? this.#others : none;
  }

  /** Id of the name at `start..end` of the source, whose code units are given, in any letter case. */
  idAt(source: string, units: Uint16Array, start: number, end: number): number {
    const known = lookUpName(units, start, end);
    if (known >= 0) return known;
    const name = source.slice(start, end).toLowerCase();
    let id = this.#ids.get(name);
    if (id === undefined) {
      id = Math.min(knownNames.length + this.#others.length, 0xffff);
      this.#ids.set(name, id);
      if (id - knownNames.length === this.#others.length) this.#others.push(detached(name));
    }
    return id;
  }
}
