import { Work } from '../counts/work.ts';
import { isBefore, samplePages } from './pooled-scores.ts';
import { limits, thresholds } from './thresholds.ts';

/** A page that can be sampled. */
interface SampledPage {
  /** Hash of the path, which orders pages. */
  readonly hash: number;
  /** Path of the page; orders pages with equal hashes. */
  readonly name: string;
}

/** Keeps the result of `samplePages` up to date while pages are added and deleted. */
export class PageSample<P extends SampledPage> {
  readonly #all: () => Iterable<P>;
  readonly #most: number;
  /** The sample and its reserve: the pages with the smallest hashes, in order. */
  #least: P[] = [];
  #size = 0;
  readonly #work = new Work();

  /**
   * @param all returns the pages that were added and not deleted
   * @param most size of the sample
   */
  constructor(all: () => Iterable<P>, most: number = thresholds.pooledPages) {
    this.#all = all;
    this.#most = most;
  }

  /** The sample, sorted by hash. */
  get pages(): P[] {
    if (this.#least.length < Math.min(this.#most, this.#size)) {
      this.#work.add(this.#size);
      this.#least = samplePages(this.#all(), this.#most * limits.sampleReserve);
    }
    return this.#least.slice(0, this.#most);
  }

  /** Adds a page, which must not be in the set. */
  add(page: P): void {
    this.#work.add(1);
    this.#size++;
    const isAll = this.#least.length === this.#size - 1;
    const last = this.#least.at(-1);
    if (!isAll && (last === undefined || !isBefore(page, last))) return;
    this.#least = samplePages([...this.#least, page], this.#most * limits.sampleReserve);
  }

  /** Deletes a page, which must be in the set. */
  delete(page: P): void {
    this.#work.add(1);
    this.#size--;
    const at = this.#least.indexOf(page);
    if (at >= 0) this.#least.splice(at, 1);
  }

  /** Returns the number of pages visited since the last call. */
  takeWork(): number {
    return this.#work.take();
  }
}
