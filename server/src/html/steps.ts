import { limits } from './thresholds.ts';

// Step counts bound the work that a page can cause. A step is a unit of work whose amount can grow faster than the page: an open element,
// attribute or pair of children that is looked at, a character that is scanned again. Steps are counted, not time, so that a page is
// skipped on every machine or on none.

/** Steps taken so far, by all pages. */
let taken = 0;
/** The value of `taken` at the beginning of the current phase, and the largest one that it allows. */
let start = 0;
let limit = Number.POSITIVE_INFINITY;

/** Thrown if a page takes more steps in one phase than its length allows. `selector` is the CSS selector that took them, if any. */
export class TooManySteps extends Error {
  constructor(selector?: string) {
    const most = `takes more than ${(limit - start).toLocaleString('en')} steps`;
    super(selector === undefined ? `it is built so that it ${most}` : `with the selector "${selector}" it ${most}`);
  }
}

/** Counts steps of the current phase. Throws `TooManySteps` if they exceed its limit. */
export function step(count = 1): void {
  taken += count;
  if (taken > limit) throw new TooManySteps();
}

/** Raises the limit of the current phase for another page, which has `units` UTF-16 code units. */
export function extendStepLimit(units: number): void {
  limit += limits.stepsPerUnit * units;
}

/** Calls `work` and returns the number of steps that it takes. */
export function countSteps(work: () => void): number {
  const before = taken;
  work();
  return taken - before;
}

/** The steps that one phase, such as parsing or labelling a page, may take. A phase may consist of several calls of `spend`. */
export class StepBudget {
  #all: number;
  #spent = 0;

  /** @param units number of UTF-16 code units of the pages in the phase, together */
  constructor(units: number) {
    this.#all = limits.steps + limits.stepsPerUnit * units;
  }

  /** Calls `work`, a piece of the phase, and returns its result. Throws `TooManySteps` if the steps are used up. */
  spend<T>(work: () => T): T {
    const outer = { start, limit };
    const began = taken;
    start = began - this.#spent;
    limit = start + this.#all;
    try {
      return work();
    } finally {
      this.#all = limit - start;
      this.#spent += taken - began;
      // The steps taken inside do not count for the outer phase.
      start = outer.start + taken - began;
      limit = outer.limit + taken - began;
    }
  }
}

/**
 * Calls `work` as one phase with a step limit, and returns its result. A phase inside another has its own limit.
 * @param units number of UTF-16 code units of the pages in the phase, together
 */
export function withStepLimit<T>(units: number, work: () => T): T {
  return new StepBudget(units).spend(work);
}
