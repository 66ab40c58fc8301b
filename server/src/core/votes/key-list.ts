import { bytesOf, numbersOf, scratch } from '../page/packed-numbers.ts';
import { Unpacked } from '../page/unpacked.ts';

/** The lists unpacked last are kept unpacked: those of the pages of a folder are asked for one key after another. */
const unpacked = new Unpacked<KeyList>(512, evicted => evicted.forget());

/** Distinct ids of keys, ascending. */
export class KeyList {
  readonly #length: number;
  /** The distances between them; undefined where the ids are always kept. */
  readonly #bytes: Uint8Array | undefined;
  #ids: Int32Array | undefined;

  /** @param isPacked the list takes few bytes until it is asked for, and again when others were. */
  constructor(ids: Int32Array, isPacked = false) {
    this.#length = ids.length;
    if (!isPacked) {
      this.#ids = ids;
      return;
    }
    const to = scratch(ids.length);
    for (let at = 0; at < ids.length; at++) to[at] = ids[at]! - (at === 0 ? 0 : ids[at - 1]!);
    this.#bytes = bytesOf(to, ids.length);
  }

  /** Kept by nobody for longer than it works on the list. */
  get ids(): Int32Array {
    if (this.#ids) return this.#ids;
    const from = numbersOf(this.#bytes!);
    const ids = new Int32Array(this.#length);
    let id = 0;
    for (let at = 0; at < ids.length; at++) {
      id += from[at]!;
      ids[at] = id;
    }
    this.#ids = ids;
    unpacked.add(this);
    return ids;
  }

  has(key: number): boolean {
    const { ids } = this;
    let low = 0;
    let high = ids.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (ids[middle] === key) return true;
      if (ids[middle]! < key) low = middle + 1;
      else high = middle - 1;
    }
    return false;
  }

  /** Drops the unpacked ids. */
  forget(): void {
    if (this.#bytes) this.#ids = undefined;
  }
}

/** Is a key in one of the lists? */
export function holds(lists: readonly KeyList[], key: number): boolean {
  for (const list of lists) if (list.has(key)) return true;
  return false;
}
