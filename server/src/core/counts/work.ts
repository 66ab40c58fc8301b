/** Counts loops, so that tests can bound the work of a change; never time. */
export class Work {
  #count = 0;

  add(count: number): void {
    this.#count += count;
  }

  /** What was counted since the last call. */
  take(): number {
    const count = this.#count;
    this.#count = 0;
    return count;
  }
}
