import { FrequentKeys } from './frequent-keys.ts';
import { type Bands, type CountChange, type Counts, crossed } from './page-counts.ts';
import { Work } from './work.ts';

/**
 * Finds keys whose counts pass from one band to another, where bands depend on a share of the pages. A new number of pages moves only counts
 * near the bounds of bands, and the lowest bound is a share of the pages. So the frequent keys are enough, and those whose counts changed.
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
   * As `crossed`. Every change since the last `reindex` has to be given.
   * @param least counts below this have the same band before and after
   */
  crossed(change: CountChange, bands: Bands, least: number): number[] {
    for (const id of change.raised) this.#frequent.raised(id);
    this.#work.add(change.raised.length + change.lowered.length);
    const forEachKey: Counts['forEachKey'] = visit => this.#visit(change, least, visit);
    return crossed({ count: id => this.#counts.count(id), forEachKey }, change, bands);
  }

  /** To be called where changes are not given; `least` as in `crossed`. */
  reindex(least: number): void {
    this.#frequent.reindex(least);
  }

  /** Keys visited since the last call. */
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
