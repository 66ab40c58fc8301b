import { KeyTable } from '../counts/key-table.ts';
import { enlarged } from '../page/enlarged.ts';

const FIRST = 8;

/** Things that one page alone says something about, by key (53 bits), with the page and what it says; in few bytes. */
export class LoneThings {
  /** Has the number of the page as value. */
  readonly #table = new KeyTable();
  /** By id of the table, what is said. */
  #values = new Float64Array(FIRST);
  /** Names of pages by number, how many things each has here, and numbers of pages that went. */
  readonly #names: string[] = [];
  readonly #things: number[] = [];
  readonly #free: number[] = [];
  #last = -1;

  /** Adds a thing that is not there. Things of one page are mostly added one after another. */
  add(key: number, page: string, value: number): void {
    if (this.#last < 0 || this.#names[this.#last] !== page) this.#last = this.#newPage(page);
    this.#things[this.#last]!++;
    const id = this.#table.increment(lowOf(key), highOf(key));
    this.#table.setValue(id, this.#last);
    if (id >= this.#values.length) this.#values = enlarged(this.#values, id + 1 + (id >> 1));
    this.#values[id] = value;
  }

  /** Takes a thing out, and gives its page and what that says; undefined where it is not there. */
  take(key: number): { page: string; value: number } | undefined {
    const id = this.#table.find(lowOf(key), highOf(key));
    if (id < 0) return undefined;
    const page = this.#table.value(id);
    const said = { page: this.#names[page]!, value: this.#values[id]! };
    if (--this.#things[page]! === 0) {
      this.#free.push(page);
      if (page === this.#last) this.#last = -1;
    }
    this.#table.decrement(id);
    return said;
  }

  #newPage(page: string): number {
    const number = this.#free.pop() ?? this.#names.length;
    this.#names[number] = page;
    this.#things[number] = 0;
    return number;
  }
}

function lowOf(key: number): number {
  return key | 0;
}

function highOf(key: number): number {
  return (key / 2 ** 32) | 0;
}
