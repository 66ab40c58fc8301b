import { knownNames, lookUpName } from './names.ts';
import { detached } from './strings.ts';

const none: readonly string[] = [];

/** Ids of the element names of one page: known names have their index in `knownNames`, others the ids after these. */
export class ElementNames {
  #others: string[] = [];
  #ids = new Map<string, number>();

  reset(): void {
    if (this.#others.length === 0) return;
    this.#others = [];
    this.#ids = new Map();
  }

  /** The names that are not in `knownNames`, in the order of their ids. Read it after the page's last name: later names may be missing. */
  get others(): readonly string[] {
    // `reset` does not replace an empty list, so returning it would let the names of the next page into it.
    return this.#others.length > 0 ? this.#others : none;
  }

  /** Id of the name at `start..end` of the source, in any letter case; `units` are its code units. Once ids reach 65535, further names share it. */
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
