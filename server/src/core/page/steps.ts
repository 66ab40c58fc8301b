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

/** A page takes more steps in one phase than its length allows. */
export class TooManySteps extends Error {
  constructor() {
    super(`it is built so that it takes more than ${(limit - start).toLocaleString('en')} steps`);
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

/** Calls `work`, one phase of pages with so many UTF-16 code units together, under their limit; a phase inside another has its own. */
export function withStepLimit<T>(units: number, work: () => T): T {
  const outer = { start, limit };
  const began = taken;
  start = began;
  limit = began + BASE + PER_UNIT * units;
  try {
    return work();
  } finally {
    // What was taken inside is not the outer phase's.
    start = outer.start + taken - began;
    limit = outer.limit + taken - began;
  }
}
