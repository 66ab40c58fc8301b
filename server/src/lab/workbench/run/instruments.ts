/** What measuring needs of its surroundings, so that tests can give their own. */
export interface Instruments {
  /** Milliseconds, from any origin. */
  now(): number;
  /** Bytes of live objects and buffers. */
  usedBytes(): number;
  /** Hears of every step before it begins, for a watchdog: the page that is worked on, or undefined for all pages together. */
  step(page: string | undefined): void;
}
