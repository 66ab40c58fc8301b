import { enlarged } from '../../html/enlarged.ts';
import { KeyTable } from '../counts/key-table.ts';

const FIRST = 8;

/** Things that one page alone says something about, by key (53 bits), with the number of the page and what it says; in few bytes. */
export class LoneThings {
  /** Has the page as value. */
  readonly #table = new KeyTable();
  /** By id of the table, what is said. */
  #values = new Float64Array(FIRST);

  /** Adds a thing that is not there. */
  add(key: number, page: number, value: number): void {
    const id = this.#table.increment(lowOf(key), highOf(key));
    this.#table.setValue(id, page);
    if (id >= this.#values.length) this.#values = enlarged(this.#values, id + 1 + (id >> 2));
    this.#values[id] = value;
  }

  /** Takes a thing out, and gives its page and what that says; undefined where it is not there. */
  take(key: number): { page: number; value: number } | undefined {
    const id = this.#table.find(lowOf(key), highOf(key));
    if (id < 0) return undefined;
    const said = { page: this.#table.value(id), value: this.#values[id]! };
    this.#table.decrement(id);
    return said;
  }
}

function lowOf(key: number): number {
  return key | 0;
}

function highOf(key: number): number {
  return (key / 2 ** 32) | 0;
}
