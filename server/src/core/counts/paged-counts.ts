const chunkBits = 6;
const chunkSize = 1 << chunkBits;

/**
 * Counts by small integer ids that come in clusters: chunks of 64, made when first counted in and dropped when all are zero again. A
 * group of one page costs as much as its page, however many keys the site has.
 */
export class PagedCounts {
  /** By the upper bits of the id; the last word of a chunk is the number of its counts that are not zero. */
  readonly #chunks = new Map<number, Int32Array>();
  #lastIndex = -1;
  #last: Int32Array | undefined;

  /** Count of an id; 0 for one never counted. */
  count(id: number): number {
    return this.#chunk(id >> chunkBits)?.[id & (chunkSize - 1)] ?? 0;
  }

  /** Calls back with every id whose count is not zero. */
  forEachKey(visit: (id: number, count: number) => void): void {
    for (const [index, chunk] of this.#chunks) {
      for (let at = 0; at < chunkSize; at++) if (chunk[at]! > 0) visit(index * chunkSize + at, chunk[at]!);
    }
  }

  increment(id: number): void {
    const index = id >> chunkBits;
    let chunk = this.#chunk(index);
    if (!chunk) {
      chunk = new Int32Array(chunkSize + 1);
      this.#chunks.set(index, chunk);
      this.#last = chunk;
    }
    if (chunk[id & (chunkSize - 1)]!++ === 0) chunk[chunkSize]!++;
  }

  /** Takes one from a count that is not zero. */
  decrement(id: number): void {
    const index = id >> chunkBits;
    const chunk = this.#chunk(index)!;
    if (--chunk[id & (chunkSize - 1)]! > 0 || --chunk[chunkSize]! > 0) return;
    this.#chunks.delete(index);
    this.#last = undefined;
  }

  #chunk(index: number): Int32Array | undefined {
    if (index === this.#lastIndex) return this.#last;
    this.#lastIndex = index;
    this.#last = this.#chunks.get(index);
    return this.#last;
  }
}
