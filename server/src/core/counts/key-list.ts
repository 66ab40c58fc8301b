import { packedNumbers, scratch, unpackedNumbers } from '../../html/packed-numbers.ts';
import { UnpackedRing } from '../../html/unpacked-ring.ts';
import { lowerBound } from './lower-bound.ts';

/** The lists unpacked last are kept unpacked: those of the pages of a folder are asked for one key after another. */
const unpacked = new UnpackedRing<KeyList>(512, evicted => evicted.forget());

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
    return ids[lowerBound(ids, key)] === key;
  }

  /** Drops the unpacked ids. */
  forget(): void {
    this.#ids = undefined;
  }
}
