/** Words of a chunk. */
const CHUNK_BITS = 14;
const CHUNK_MASK = (1 << CHUNK_BITS) - 1;
/** Words that a size of blocks takes from the pool at once, at least. */
const SLAB_BITS = 8;

/** Blocks of 2, 4, 8 ... words in chunks that are never copied. A block lies in one chunk; free ones are used again. */
export class WordPool {
  readonly #chunks: Int32Array<ArrayBuffer>[] = [];
  #top = 0;
  /** By the logarithm of the size: the first free block plus one, each of which has the next in its first word; and the rest of a slab. */
  readonly #free: number[] = [];
  readonly #next: number[] = [];
  readonly #end: number[] = [];

  /** Bytes of its arrays. */
  get bytes(): number {
    return this.#chunks.length << (CHUNK_BITS + 2);
  }

  /** The array that a block lies in; it begins there at `offset(block)`. */
  chunk(block: number): Int32Array {
    return this.#chunks[block >> CHUNK_BITS]!;
  }

  offset(block: number): number {
    return block & CHUNK_MASK;
  }

  /** A block of `1 << bits` words with anything in it; at most a chunk. */
  allocate(bits: number): number {
    const free = this.#free[bits] ?? 0;
    if (free > 0) {
      this.#free[bits] = this.chunk(free - 1)[this.offset(free - 1)]!;
      return free - 1;
    }
    let next = this.#next[bits] ?? 0;
    if (next === (this.#end[bits] ?? 0)) {
      const size = 1 << Math.max(bits, SLAB_BITS);
      // Slabs of different sizes: each begins at a multiple of its own.
      next = (this.#top + size - 1) & -size;
      this.#top = next + size;
      this.#end[bits] = this.#top;
      while (this.#chunks.length << CHUNK_BITS < this.#top) this.#chunks.push(new Int32Array(1 << CHUNK_BITS));
    }
    this.#next[bits] = next + (1 << bits);
    return next;
  }

  release(block: number, bits: number): void {
    this.chunk(block)[this.offset(block)] = this.#free[bits] ?? 0;
    this.#free[bits] = block + 1;
  }

  /** Releases all blocks. */
  clear(): void {
    this.#chunks.length = this.#free.length = this.#next.length = this.#end.length = this.#top = 0;
  }
}
