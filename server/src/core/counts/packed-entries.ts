import { packedNumbers, scratch, unpackedNumbers, zigzagDecode, zigzagEncode } from '../../html/packed-numbers.ts';
import type { KeyTable } from './key-table.ts';

/** A list of 64-bit keys with one number each. */
export interface Entries {
  /** Two 32-bit lanes a key. */
  readonly lanes: Int32Array;
  readonly numbers: Int32Array;
}

/** A list of keys, given by their ids in a `KeyTable`, with one number each. */
export interface EntriesById {
  readonly ids: Int32Array;
  readonly numbers: Int32Array;
}

/** Low bits of a packed word that hold the step from the previous number; a step of `FAR` or more continues in the next word. */
const STEP_BITS = 3;
const FAR = (1 << STEP_BITS) - 1;

/**
 * Lists of entries, packed as a string. The keys are counted in a table that the pages of a site share and stored as differences of ids: the
 * table assigns ids in the order of first use, so most ids follow the previous one. Numbers are stored as differences too, which are small
 * for ascending nodes.
 */
export class PackedEntries {
  readonly #table: KeyTable;
  readonly #lengths: readonly number[];
  readonly #packed: string;

  /** Adds one to the count of every key; `release` subtracts it. */
  constructor(lists: readonly Entries[], table: KeyTable) {
    this.#table = table;
    this.#lengths = lists.map(({ numbers }) => numbers.length);
    const to = scratch(this.size * 2);
    let next = 0;
    for (const { lanes, numbers } of lists) {
      let expected = 0;
      let before = 0;
      for (let at = 0; at < numbers.length; at++) {
        const id = table.increment(lanes[at * 2]!, lanes[at * 2 + 1]!);
        const step = zigzagEncode(numbers[at]! - before);
        to[next++] = (zigzagEncode(id - expected) << STEP_BITS) | Math.min(step, FAR);
        if (step >= FAR) to[next++] = step - FAR;
        before = numbers[at]!;
        expected = id + 1;
      }
    }
    this.#packed = packedNumbers(to, next);
  }

  /** Number of entries. */
  get size(): number {
    let size = 0;
    for (const length of this.#lengths) size += length;
    return size;
  }

  /** Size of the packed string, in bytes. */
  get bytes(): number {
    return this.#packed.length;
  }

  /** Unpacks all lists. Callers do not keep the result, since it is large. */
  get lists(): EntriesById[] {
    const from = unpackedNumbers(this.#packed);
    let next = 0;
    return this.#lengths.map(length => {
      const ids = new Int32Array(length);
      const numbers = new Int32Array(length);
      let expected = 0;
      let before = 0;
      for (let at = 0; at < length; at++) {
        const word = from[next++]!;
        let step = word & FAR;
        if (step === FAR) step += from[next++]!;
        before += zigzagDecode(step);
        numbers[at] = before;
        ids[at] = expected + zigzagDecode(word >>> STEP_BITS);
        expected = ids[at]! + 1;
      }
      return { ids, numbers };
    });
  }

  /** Unpacks all lists, with keys in place of ids. */
  get entries(): Entries[] {
    return this.lists.map(list => this.#withLanes(list));
  }

  /** Unpacks one list, with keys in place of ids. */
  list(index: number): Entries {
    return this.#withLanes(this.lists[index]!);
  }

  #withLanes({ ids, numbers }: EntriesById): Entries {
    const lanes = new Int32Array(ids.length * 2);
    for (let at = 0; at < ids.length; at++) {
      lanes[at * 2] = this.#table.lo(ids[at]!);
      lanes[at * 2 + 1] = this.#table.hi(ids[at]!);
    }
    return { lanes, numbers };
  }

  /** Subtracts one from the count of every key; the object must not be used afterwards. */
  release(): void {
    for (const { ids } of this.lists) for (let at = 0; at < ids.length; at++) this.#table.decrement(ids[at]!);
  }
}
