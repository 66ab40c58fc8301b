import type { KeyTable } from '../../counts/key-table.ts';
import type { Part } from '../../parts/part.ts';

/** First lane of the keys that say that a page has a part; the second is the part's number. */
const PART = 0x70617274;

/** The keys by which pages of a layout agree on the parts that they have. */
export class PartKeys {
  readonly #keys: KeyTable;
  readonly #numbers = new Map<Part, number>();
  readonly #parts = new Map<number, Part>();
  #next = 1;

  constructor(keys: KeyTable) {
    this.#keys = keys;
  }

  /** Counts a key in and gives its id. */
  increment(part: Part): number {
    let number = this.#numbers.get(part);
    if (number === undefined) {
      number = this.#next++;
      this.#numbers.set(part, number);
    }
    const id = this.#keys.increment(PART, number);
    this.#parts.set(id, part);
    return id;
  }

  /** Counts a key out. */
  decrement(id: number): void {
    if (this.#keys.decrement(id) > 0) return;
    this.#numbers.delete(this.#parts.get(id)!);
    this.#parts.delete(id);
  }

  /** The part that a key is about; undefined for keys of nodes. */
  partOf(id: number): Part | undefined {
    return this.#parts.get(id);
  }
}
