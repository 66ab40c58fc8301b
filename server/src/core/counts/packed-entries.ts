import { folded, packedNumbers, scratch, unfolded, unpackedNumbers } from '../../html/packed-numbers.ts';
import type { KeyTable } from './key-table.ts';

/** Keys (pairs of lanes), and a number beside each. */
export interface Entries {
  readonly lanes: Int32Array;
  readonly numbers: Int32Array;
}

/** The same with the ids that the keys have in a table. */
export interface EntriesById {
  readonly ids: Int32Array;
  readonly numbers: Int32Array;
}

/** A step of less than this from one number to the next is kept beside the id; else the rest of it follows. */
const STEP_BITS = 3;
const FAR = (1 << STEP_BITS) - 1;

/**
 * Lists of entries in few bytes. Their keys are counted in a table that the pages of a site share, and kept as ids: these are given out in
 * the order in which pages have them, so most follow the one before. The numbers are best when each is near the one before, as nodes are.
 */
export class PackedEntries {
  readonly #table: KeyTable;
  readonly #lengths: readonly number[];
  readonly #packed: string;

  /** Counts the keys in, until `release`. */
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
        const step = folded(numbers[at]! - before);
        to[next++] = (folded(id - expected) << STEP_BITS) | Math.min(step, FAR);
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

  get bytes(): number {
    return this.#packed.length;
  }

  /** Kept by nobody for longer than it works on the page. */
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
        before += unfolded(step);
        numbers[at] = before;
        ids[at] = expected + unfolded(word >>> STEP_BITS);
        expected = ids[at]! + 1;
      }
      return { ids, numbers };
    });
  }

  /** What was packed. */
  get entries(): Entries[] {
    return this.lists.map(list => this.#withLanes(list));
  }

  /** One of the lists that were packed. */
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

  /** Counts the keys out; nothing may be asked for after it. */
  release(): void {
    for (const { ids } of this.lists) for (let at = 0; at < ids.length; at++) this.#table.decrement(ids[at]!);
  }
}
