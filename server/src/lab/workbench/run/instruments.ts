/** Clock, memory meter and watchdog of a measurement; tests pass their own. */
export interface Instruments {
  /** Milliseconds, from any origin. */
  now(): number;
  /** Bytes of live objects and buffers. */
  usedBytes(): number;
  /** Called before each step, for a watchdog, with the page of the step, or undefined for all pages together. */
  step(page: string | undefined): void;
}
