import { folded, packedNumbers, scratch, unfolded, unpackedNumbers } from '../page/packed-numbers.ts';
import { Unpacked } from '../page/unpacked.ts';
import { noKeys, type PageKeys } from './page-counts.ts';

const unpacked = new Unpacked<PackedKeys>(32, evicted => evicted.forget());

/**
 * The keys of a page in few bytes until they are asked for, and again when others were. Ids are given out in the order of nodes, so most are
 * the one before and one more.
 */
export class PackedKeys {
  readonly #length: number;
  readonly #packed: string;
  #keys: PageKeys | undefined;

  constructor(keys: PageKeys = noKeys) {
    this.#length = keys.length;
    const to = scratch(keys.length);
    let expected = 0;
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at]!;
      to[at] = key < 0 ? 0 : folded(key - expected) + 1;
      if (key >= 0) expected = key + 1;
    }
    this.#packed = packedNumbers(to, keys.length);
  }

  /** Bytes of the packed keys. */
  get bytes(): number {
    return this.#packed.length;
  }

  /** The keys. Kept by nobody for longer than it works on the page. */
  get keys(): PageKeys {
    if (this.#keys) return this.#keys;
    const keys = new Int32Array(this.#length);
    const from = unpackedNumbers(this.#packed);
    let expected = 0;
    for (let at = 0; at < keys.length; at++) {
      keys[at] = from[at] === 0 ? -1 : expected + unfolded(from[at]! - 1);
      if (keys[at]! >= 0) expected = keys[at]! + 1;
    }
    this.#keys = keys;
    unpacked.add(this);
    return keys;
  }

  /** Drops the unpacked keys. */
  forget(): void {
    this.#keys = undefined;
  }
}
