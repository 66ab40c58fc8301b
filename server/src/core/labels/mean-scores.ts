import { enlarged } from '../../html/enlarged.ts';
import { limits } from './thresholds.ts';

/** Marks entries in `#before` that did not change since `takeChanged`. */
const UNTOUCHED = -0x8000;
/** Mean of an entry without scores. */
const NONE = -0x7fff;

/**
 * Rounded means of scores by key. Keys are integers of at least 0. Scores are integers, so that sums do not depend on the order of changes. A
 * hash table in flat arrays, since labelling reads a mean for every node.
 */
export class MeanScores {
  /** Size of the step that means are rounded to, in units of the scores. */
  readonly #unitsOfStep: number;
  /** Hash table with linear probing: index of the entry plus 1; 0 for a free slot. */
  #slots = new Int32Array(limits.meanScores * 2);
  #keys = new Int32Array(limits.meanScores);
  #sums = new Int32Array(limits.meanScores);
  #counts = new Int32Array(limits.meanScores);
  /** Means in steps, now and at the last `takeChanged`. */
  #means = new Int16Array(limits.meanScores);
  #before = new Int16Array(limits.meanScores).fill(UNTOUCHED);
  #touched: number[] = [];
  /** Number of entries, and of those that have scores. */
  #top = 0;
  #size = 0;

  constructor(unitsOfStep: number) {
    this.#unitsOfStep = unitsOfStep;
  }

  /** Number of keys that have scores. */
  get size(): number {
    return this.#size;
  }

  /** Returns the mean of a key's scores in steps, or `otherwise` if it has no scores. */
  mean(key: number, otherwise: number): number {
    if (key < 0) return otherwise;
    const entry = this.#slots[this.#slotOf(key)]! - 1;
    if (entry < 0) return otherwise;
    const mean = this.#means[entry]!;
    return mean === NONE ? otherwise : mean;
  }

  /** Visits the keys that have scores, with their means. */
  forEach(visit: (key: number, mean: number) => void): void {
    for (let entry = 0; entry < this.#top; entry++) if (this.#counts[entry]! > 0) visit(this.#keys[entry]!, this.#means[entry]!);
  }

  /** Adds a score to a key (1), or removes it (-1). */
  count(key: number, score: number, by: 1 | -1): void {
    const entry = this.#entryOf(key);
    if (this.#before[entry] === UNTOUCHED) {
      this.#before[entry] = this.#means[entry]!;
      this.#touched.push(entry);
    }
    this.#sums[entry]! += by * score;
    const before = this.#counts[entry]!;
    const count = before + by;
    this.#counts[entry] = count;
    if (before === 0) this.#size++;
    if (count === 0) this.#size--;
    this.#means[entry] = count === 0 ? NONE : Math.round(this.#sums[entry]! / count / this.#unitsOfStep);
  }

  /** Returns the keys whose means changed since the last call. */
  takeChanged(): number[] {
    const changed: number[] = [];
    for (const entry of this.#touched) {
      if (this.#means[entry] !== this.#before[entry]) changed.push(this.#keys[entry]!);
      this.#before[entry] = UNTOUCHED;
    }
    this.#touched = [];
    if ((this.#top - this.#size) * 2 > this.#top) this.#rebuild();
    return changed;
  }

  #entryOf(key: number): number {
    let slot = this.#slotOf(key);
    const known = this.#slots[slot]! - 1;
    if (known >= 0) return known;
    if ((this.#top + 1) * 2 > this.#slots.length) {
      this.#enlarge();
      slot = this.#slotOf(key);
    }
    const entry = this.#top++;
    this.#slots[slot] = entry + 1;
    this.#keys[entry] = key;
    this.#means[entry] = NONE;
    return entry;
  }

  /** Returns the slot of a key in the hash table, or the free slot for it. */
  #slotOf(key: number): number {
    const slots = this.#slots;
    const keys = this.#keys;
    const mask = slots.length - 1;
    let slot = (Math.imul(key, 0x9e3779b1) >>> 7) & mask;
    while (slots[slot] !== 0 && keys[slots[slot]! - 1] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  #enlarge(): void {
    const entries = this.#top * 2;
    this.#keys = enlarged(this.#keys, entries);
    this.#sums = enlarged(this.#sums, entries);
    this.#counts = enlarged(this.#counts, entries);
    this.#means = enlarged(this.#means, entries);
    this.#before = enlarged(this.#before, entries).fill(UNTOUCHED, this.#top);
    this.#slots = new Int32Array(entries * 2);
    for (let entry = 0; entry < this.#top; entry++) this.#slots[this.#slotOf(this.#keys[entry]!)] = entry + 1;
  }

  /** Rebuilds the table without the keys that have no scores. */
  #rebuild(): void {
    const all = Array.from(this.#keys.subarray(0, this.#top), (key, entry) => ({
      key,
      sum: this.#sums[entry]!,
      count: this.#counts[entry]!,
      mean: this.#means[entry]!,
    })).filter(({ count }) => count > 0);
    let entries: number = limits.meanScores;
    while (entries < all.length * 1.5) entries *= 2;
    this.#slots = new Int32Array(entries * 2);
    this.#keys = new Int32Array(entries);
    this.#sums = new Int32Array(entries);
    this.#counts = new Int32Array(entries);
    this.#means = new Int16Array(entries);
    this.#before = new Int16Array(entries).fill(UNTOUCHED);
    this.#top = 0;
    for (const { key, sum, count, mean } of all) {
      const entry = this.#entryOf(key);
      this.#sums[entry] = sum;
      this.#counts[entry] = count;
      this.#means[entry] = mean;
    }
  }
}
