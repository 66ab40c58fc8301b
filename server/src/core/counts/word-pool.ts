/** A chunk has `1 << CHUNK_BITS` words. */
const CHUNK_BITS = 14;
const CHUNK_MASK = (1 << CHUNK_BITS) - 1;
/** Blocks of one size are cut from slabs of at least `1 << SLAB_BITS` words. */
const SLAB_BITS = 8;

/**
 * Allocates blocks of 2, 4, 8 ... 32-bit words in chunks that are never copied. A block lies in one chunk and is identified by its offset
 * over all chunks. Released blocks are reused.
 */
export class WordPool {
  readonly #chunks: Int32Array<ArrayBuffer>[] = [];
  #top = 0;
  /** By the logarithm of the size: the first free block plus one; the first word of a free block is the next one plus one. */
  readonly #free: number[] = [];
  /** By the logarithm of the size: where the unused rest of the last slab begins and ends. */
  readonly #next: number[] = [];
  readonly #end: number[] = [];

  /** Bytes of its arrays. */
  get bytes(): number {
    return this.#chunks.length << (CHUNK_BITS + 2);
  }

  /** The chunk that a block lies in, where it begins at `offset(block)`. */
  chunk(block: number): Int32Array {
    return this.#chunks[block >> CHUNK_BITS]!;
  }

  offset(block: number): number {
    return block & CHUNK_MASK;
  }

  /** Allocates a block of `1 << bits` words, at most a chunk, with arbitrary content. */
  allocate(bits: number): number {
    const free = this.#free[bits] ?? 0;
    if (free > 0) {
      this.#free[bits] = this.chunk(free - 1)[this.offset(free - 1)]!;
      return free - 1;
    }
    let next = this.#next[bits] ?? 0;
    if (next === (this.#end[bits] ?? 0)) {
      const size = 1 << Math.max(bits, SLAB_BITS);
      // A slab begins at a multiple of its size, so that no block crosses a chunk.
      next = (this.#top + size - 1) & -size;
      this.#top = next + size;
      this.#end[bits] = this.#top;
      while (this.#chunks.length << CHUNK_BITS < this.#top) this.#chunks.push(new Int32Array(1 << CHUNK_BITS));
    }
    this.#next[bits] = next + (1 << bits);
    return next;
  }

  /** Frees a block of `1 << bits` words. */
  release(block: number, bits: number): void {
    this.chunk(block)[this.offset(block)] = this.#free[bits] ?? 0;
    this.#free[bits] = block + 1;
  }

  /** Releases all blocks. */
  clear(): void {
    this.#chunks.length = this.#free.length = this.#next.length = this.#end.length = this.#top = 0;
  }
}
