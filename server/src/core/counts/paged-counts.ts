const chunkBits = 8;
const chunkSize = 1 << chunkBits;

/** Counts by small integer ids that come in clusters: chunks of 256, made when first counted in and dropped when all are zero again. */
export class PagedCounts {
  #chunks: (Int32Array | undefined)[] = [];
  #live: number[] = [];

  /** Count of an id; 0 for one never counted. */
  count(id: number): number {
    return this.#chunks[id >> chunkBits]?.[id & (chunkSize - 1)] ?? 0;
  }

  /** Calls back with every id whose count is not zero. */
  forEachKey(visit: (id: number, count: number) => void): void {
    this.#chunks.forEach((chunk, index) => {
      chunk?.forEach((count, at) => {
        if (count > 0) visit(index * chunkSize + at, count);
      });
    });
  }

  increment(id: number): void {
    const index = id >> chunkBits;
    while (this.#chunks.length <= index) {
      this.#chunks.push(undefined);
      this.#live.push(0);
    }
    let chunk = this.#chunks[index];
    if (!chunk) {
      chunk = new Int32Array(chunkSize);
      this.#chunks[index] = chunk;
    }
    if (chunk[id & (chunkSize - 1)]!++ === 0) this.#live[index]!++;
  }

  /** Takes one from a count that is not zero. */
  decrement(id: number): void {
    const index = id >> chunkBits;
    const chunk = this.#chunks[index]!;
    if (--chunk[id & (chunkSize - 1)]! === 0 && --this.#live[index]! === 0) this.#chunks[index] = undefined;
  }
}
