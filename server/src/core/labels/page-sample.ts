import { Work } from '../counts/work.ts';
import { isBefore, samplePages } from './pooled-scores.ts';
import { limits, thresholds } from './thresholds.ts';

interface SampledPage {
  readonly hash: number;
  readonly name: string;
}

/** What `samplePages` gives of a set of pages, kept while pages come and go. */
export class PageSample<P extends SampledPage> {
  readonly #all: () => Iterable<P>;
  readonly #most: number;
  /** The pages with the smallest hashes. */
  #least: P[] = [];
  #size = 0;
  readonly #work = new Work();

  /** @param all the pages that are in */
  constructor(all: () => Iterable<P>, most: number = thresholds.pooledPages) {
    this.#all = all;
    this.#most = most;
  }

  /** The sample, in order. */
  get pages(): P[] {
    if (this.#least.length < Math.min(this.#most, this.#size)) {
      this.#work.add(this.#size);
      this.#least = samplePages(this.#all(), this.#most * limits.sampleReserve);
    }
    return this.#least.slice(0, this.#most);
  }

  /** Takes in a page that is not in. */
  add(page: P): void {
    this.#work.add(1);
    this.#size++;
    const isAll = this.#least.length === this.#size - 1;
    const last = this.#least.at(-1);
    if (!isAll && (last === undefined || !isBefore(page, last))) return;
    this.#least = samplePages([...this.#least, page], this.#most * limits.sampleReserve);
  }

  /** Takes out a page that is in. */
  delete(page: P): void {
    this.#work.add(1);
    this.#size--;
    const at = this.#least.indexOf(page);
    if (at >= 0) this.#least.splice(at, 1);
  }

  /** Pages visited since the last call. */
  takeWork(): number {
    return this.#work.take();
  }
}
