import { limits } from './thresholds.ts';
import { Work } from './work.ts';

/** A page that can be sampled. */
export interface SampledPage {
  /** Hash of the path, which orders pages. */
  readonly hash: number;
  /** Path of the page; orders pages with equal hashes. */
  readonly name: string;
}

/** Returns the pages with the smallest hashes, at most `most`, sorted. The order of `pages` does not matter. */
export function samplePages<P extends SampledPage>(pages: Iterable<P>, most: number): P[] {
  const least: P[] = [];
  for (const page of pages) {
    if (least.length === most && !isBefore(page, least[most - 1]!)) continue;
    let at = least.length;
    while (at > 0 && isBefore(page, least[at - 1]!)) at--;
    least.splice(at, 0, page);
    if (least.length > most) least.pop();
  }
  return least;
}

/** True if page `a` sorts before page `b`: by hash, then by name. */
function isBefore(a: SampledPage, b: SampledPage): boolean {
  return a.hash < b.hash || (a.hash === b.hash && a.name < b.name);
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
  constructor(all: () => Iterable<P>, most: number) {
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
