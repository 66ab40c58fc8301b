import { type Bands, type CountChange, type Counts, crossed } from './page-counts.ts';

/** Below this all keys are looked at: there are few pages then, and keys that are not frequent. */
const FEW = 4;
/** The index is made anew when the counts that may move are below its least count, or above so many times that. */
const RANGE = 4;

/**
 * Finds keys whose counts pass from one band to another, where bands depend on a share of the pages. A new number of pages moves only counts
 * near the bounds of bands, and the lowest bound is a share of the pages. So an index of the frequent keys is enough: its size depends on the
 * keys of a page and on that share, not on the site.
 */
export class BandCrossings {
  readonly #counts: Counts;
  /** Has all keys that at least `#from` pages hold, and some others. */
  readonly #frequent = new Set<number>();
  #from = Number.POSITIVE_INFINITY;
  #work = 0;

  constructor(counts: Counts) {
    this.#counts = counts;
  }

  /**
   * As `crossed`. Every change since the last `reindex` has to be given.
   * @param least counts below this have the same band before and after
   */
  crossed(change: CountChange, bands: Bands, least: number): number[] {
    for (const id of change.raised) if (this.#counts.count(id) >= this.#from) this.#frequent.add(id);
    this.#work += change.raised.length + change.lowered.length;
    if (bands.resized && (least < this.#from || least > this.#from * RANGE)) this.reindex(least);
    return crossed({ count: id => this.#counts.count(id), forEachKey: visit => this.#visit(change, visit) }, change, bands);
  }

  /** To be called where changes are not given; `least` as in `crossed`. */
  reindex(least: number): void {
    this.#frequent.clear();
    this.#from = Number.POSITIVE_INFINITY;
    if (least < FEW) return;
    this.#from = least >> 1;
    this.#counts.forEachKey((id, count) => {
      this.#work++;
      if (count >= this.#from) this.#frequent.add(id);
    });
  }

  /** Keys visited since the last call. */
  takeWork(): number {
    const work = this.#work;
    this.#work = 0;
    return work;
  }

  #visit({ raised, lowered }: CountChange, visit: (id: number, count: number) => void): void {
    const counted = (id: number, count: number) => {
      this.#work++;
      visit(id, count);
    };
    if (this.#from === Number.POSITIVE_INFINITY) {
      this.#counts.forEachKey(counted);
      return;
    }
    for (const id of new Set([...this.#frequent, ...raised, ...lowered])) {
      const count = this.#counts.count(id);
      if (count > 0) counted(id, count);
    }
  }
}
