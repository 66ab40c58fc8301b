/** Open elements below the depth limit: leaves of the tree, remembered only so that their end tags close nothing else. */
export class TooDeep {
  #names: number[] = [];
  /** How many have each name. */
  readonly #counts = new Map<number, number>();

  /** Remembers an element by its name, but no more than `most`. */
  push(name: number, most: number): void {
    if (this.#names.length >= most) return;
    this.#names.push(name);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  clear(): void {
    if (this.#names.length === 0) return;
    this.#names = [];
    this.#counts.clear();
  }

  /** Closes the elements up to the innermost one of this name. False if there is none. */
  close(name: number): boolean {
    if (this.#names.length === 0 || !this.#counts.get(name)) return false;
    for (;;) {
      const closed = this.#names.pop()!;
      this.#counts.set(closed, this.#counts.get(closed)! - 1);
      if (closed === name) return true;
    }
  }
}
