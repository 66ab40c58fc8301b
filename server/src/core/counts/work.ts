/** Counts steps of work, so that tests can bound the cost of a change without measuring time. */
export class Work {
  #count = 0;

  add(count: number): void {
    this.#count += count;
  }

  /** Returns the steps counted since the last call, and starts again at zero. */
  take(): number {
    const count = this.#count;
    this.#count = 0;
    return count;
  }
}
