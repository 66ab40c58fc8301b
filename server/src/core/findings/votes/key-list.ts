import { packedNumbers, scratch, unpackedNumbers } from '../../../html/packed-numbers.ts';
import { UnpackedRing } from '../../../html/unpacked-ring.ts';

/** The lists unpacked last are kept unpacked: those of the pages of a folder are asked for one key after another. */
const unpacked = new UnpackedRing<KeyList>(512, evicted => evicted.forget());

/** Keys of a page, by what they are about. */
export interface PageKeyLists {
  readonly structure: KeyList;
  readonly wording: KeyList;
}

/** Distinct ids of keys, ascending; in few bytes until they are asked for, and again when others were. */
export class KeyList {
  readonly #length: number;
  /** The distances between them. */
  readonly #packed: string;
  #ids: Int32Array | undefined;

  constructor(ids: Int32Array) {
    this.#length = ids.length;
    const to = scratch(ids.length);
    for (let at = 0; at < ids.length; at++) to[at] = ids[at]! - (at === 0 ? 0 : ids[at - 1]!);
    this.#packed = packedNumbers(to, ids.length);
  }

  /** Kept by nobody for longer than it works on the list. */
  get ids(): Int32Array {
    if (this.#ids) return this.#ids;
    const from = unpackedNumbers(this.#packed);
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
    this.#ids = undefined;
  }
}

/** The keys that a page votes for, and those that it holds elsewhere: these are not lacking. */
export interface HeldKeys {
  readonly keys: KeyList;
  readonly elsewhere: KeyList | undefined;
}

/** Is a key among them? */
export function holds({ keys, elsewhere }: HeldKeys, key: number): boolean {
  return keys.has(key) || elsewhere?.has(key) === true;
}
