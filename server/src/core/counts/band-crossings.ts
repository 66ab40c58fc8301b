import { FrequentKeys } from './frequent-keys.ts';
import { type Bands, type CountChange, type Counts, keysWithChangedBand } from './page-counts.ts';
import { Work } from './work.ts';

/**
 * Finds keys whose page counts move from one band to another, where the bounds of bands are shares of the number of pages. A change of that
 * number moves only keys above the lowest bound, so it is enough to visit frequent keys and keys whose counts changed.
 */
export class BandCrossings {
  readonly #counts: Counts;
  readonly #work = new Work();
  readonly #frequent: FrequentKeys<number>;

  constructor(counts: Counts) {
    this.#counts = counts;
    this.#frequent = new FrequentKeys(counts, this.#work);
  }

  /**
   * Returns the same keys as the function `keysWithChangedBand`. The caller must pass every change since the last `reindex`.
   * @param least number of pages; counts below it are in the same band before and after the change
   */
  keysWithChangedBand(change: CountChange, bands: Bands, least: number): number[] {
    for (const id of change.raised) this.#frequent.noteIncrease(id);
    this.#work.add(change.raised.length + change.lowered.length);
    const forEachKey: Counts['forEachKey'] = visit => this.#visit(change, least, visit);
    return keysWithChangedBand({ count: id => this.#counts.count(id), forEachKey }, change, bands);
  }

  /** Rebuilds the index, for callers that did not pass every change; `least` as in `keysWithChangedBand`. */
  reindex(least: number): void {
    this.#frequent.reindex(least);
  }

  /** Returns the number of keys visited since the last call of this method, as a measure of work. */
  takeWork(): number {
    return this.#work.take();
  }

  #visit({ raised, lowered }: CountChange, least: number, visit: (id: number, count: number) => void): void {
    const changed = new Set([...raised, ...lowered]);
    const visitOne = (id: number): void => {
      const count = this.#counts.count(id);
      if (count > 0) visit(id, count);
    };
    this.#work.add(changed.size);
    for (const id of changed) visitOne(id);
    this.#frequent.forEach(least, id => {
      if (!changed.has(id)) visitOne(id);
    });
  }
}
