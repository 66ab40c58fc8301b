import { folded, packedNumbers, scratch, unfolded, unpackedNumbers } from '../page/packed-numbers.ts';
import { Unpacked } from '../page/unpacked.ts';
import { noKeys, type PageKeys } from './page-counts.ts';

const unpacked = new Unpacked<PackedKeys>(32, evicted => evicted.forget());

/**
 * The keys of a page; packed when enough others were unpacked since. Ids are given out in the order of nodes, so most are the one before and
 * one more.
 */
export class PackedKeys {
  readonly #length: number;
  /** Made when the keys are dropped, so that those that are replaced before are never packed. */
  #packed: string | undefined;
  #keys: PageKeys | undefined;

  constructor(keys: PageKeys = noKeys) {
    this.#length = keys.length;
    this.#keys = keys;
    unpacked.add(this);
  }

  #pack(): string {
    this.#packed ??= packed(this.#keys!);
    return this.#packed;
  }

  /** Bytes of the packed keys. */
  get bytes(): number {
    return this.#pack().length;
  }

  /** The keys. Kept by nobody for longer than it works on the page. */
  get keys(): PageKeys {
    if (this.#keys) return this.#keys;
    const keys = new Int32Array(this.#length);
    const from = unpackedNumbers(this.#packed!);
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
    if (!this.#keys) return;
    this.#pack();
    this.#keys = undefined;
  }

  /** Frees them. Asking for the keys afterwards throws. */
  release(): void {
    this.#keys = undefined;
    this.#packed = undefined;
  }
}

function packed(keys: PageKeys): string {
  const to = scratch(keys.length);
  let expected = 0;
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]!;
    to[at] = key < 0 ? 0 : folded(key - expected) + 1;
    if (key >= 0) expected = key + 1;
  }
  return packedNumbers(to, keys.length);
}
