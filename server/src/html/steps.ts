/**
 * Counts the steps of work whose amount a page can drive up: looks at open elements, at attributes beside one another, at pairs of
 * children, at characters that are scanned more than once. Steps and not time, so that a page is skipped on every machine or on none.
 */
let taken = 0;
/** Where the phase began, and where it must end. */
let start = 0;
let limit = Number.POSITIVE_INFINITY;

/** Steps that any page may take in one phase of work, and those for each UTF-16 code unit of its text. Real pages take below 10. */
const BASE = 2_000_000;
const PER_UNIT = 256;

/** A page takes more steps in one phase than its length allows. `selector` is the one that used them up, if one did. */
export class TooManySteps extends Error {
  constructor(selector?: string) {
    const most = `takes more than ${(limit - start).toLocaleString('en')} steps`;
    super(selector === undefined ? `it is built so that it ${most}` : `with the selector "${selector}" it ${most}`);
  }
}

/** Adds to the steps of the phase. Throws `TooManySteps` where they are more than the page's length allows. */
export function step(count = 1): void {
  taken += count;
  if (taken > limit) throw new TooManySteps();
}

/** Another page with so many UTF-16 code units takes part in the phase. */
export function allowFor(units: number): void {
  limit += PER_UNIT * units;
}

/** Calls `work` and gives the steps that it takes. */
export function countSteps(work: () => void): number {
  const before = taken;
  work();
  return taken - before;
}

/** The steps that pages with so many UTF-16 code units together may take in one phase, in one piece of work or several. */
export class StepBudget {
  #all: number;
  #spent = 0;

  constructor(units: number) {
    this.#all = BASE + PER_UNIT * units;
  }

  /** Calls `work`. Throws `TooManySteps` where the steps are used up. */
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
      // What was taken inside is not the outer phase's.
      start = outer.start + taken - began;
      limit = outer.limit + taken - began;
    }
  }
}

/** Calls `work`, one phase of pages with so many UTF-16 code units together, under their limit; a phase inside another has its own. */
export function withStepLimit<T>(units: number, work: () => T): T {
  return new StepBudget(units).spend(work);
}
