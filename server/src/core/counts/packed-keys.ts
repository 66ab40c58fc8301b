import { Packable } from '../../html/packable.ts';
import { packedNumbers, scratch, unpackedNumbers, zigzagDecode, zigzagEncode } from '../../html/packed-numbers.ts';
import { UnpackedRing } from '../../html/unpacked-ring.ts';
import { noKeys, type PageKeys } from './page-counts.ts';

const unpacked = new UnpackedRing<Packable<PageKeys>>(32, evicted => evicted.packNow());

/**
 * The keys of a page, which are packed again once 32 other pages were unpacked. A page's keys get ids in the order of nodes, so most ids are
 * the previous one plus one and pack well.
 */
export class PackedKeys extends Packable<PageKeys> {
  readonly #length: number;

  constructor(keys: PageKeys = noKeys) {
    super({ value: keys });
    this.#length = keys.length;
  }

  /** Unpacks the keys. Callers do not keep the result, since it is large. */
  get keys(): PageKeys {
    return this.value;
  }

  protected get unpacked() {
    return unpacked;
  }

  protected pack(keys: PageKeys): string {
    const to = scratch(keys.length);
    let expected = 0;
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at]!;
      to[at] = key < 0 ? 0 : zigzagEncode(key - expected) + 1;
      if (key >= 0) expected = key + 1;
    }
    return packedNumbers(to, keys.length);
  }

  protected unpack(packed: string): PageKeys {
    const keys = new Int32Array(this.#length);
    const from = unpackedNumbers(packed);
    let expected = 0;
    for (let at = 0; at < keys.length; at++) {
      keys[at] = from[at] === 0 ? -1 : expected + zigzagDecode(from[at]! - 1);
      if (keys[at]! >= 0) expected = keys[at]! + 1;
    }
    return keys;
  }
}
