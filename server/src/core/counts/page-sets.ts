import { WordPool } from './word-pool.ts';

/** A set of at most `LISTED` pages is a list; a larger one is a bit set. */
const LIST_BITS = 6;
const LISTED = 1 << LIST_BITS;

/** A bit set has blocks of `1 << BLOCK_PAGES_BITS` pages, only where a page is in, and a directory of them by the upper bits of the page. */
const BLOCK_PAGES_BITS = 10;
const BLOCK_BITS = BLOCK_PAGES_BITS - 5;
const BLOCK_WORDS = 1 << BLOCK_BITS;

/**
 * Compact sets of pages (small dense numbers). The owner of a set stores its word and its size: the word is the page itself for one page, else
 * a block of the pool, with a list of up to 64 pages or a directory of bit blocks.
 */
export class PageSets {
  readonly #pool = new WordPool();

  /** Bytes of its arrays. */
  get bytes(): number {
    return this.#pool.bytes;
  }

  /** The word of a set of one page. */
  single(page: number): number {
    return page;
  }

  /** True if the set with this word and size has the page. */
  has(set: number, size: number, page: number): boolean {
    if (size === 1) return set === page;
    const words = this.#pool.chunk(set);
    const at = this.#pool.offset(set);
    if (size > LISTED) {
      const block = this.#block(set, page);
      return block >= 0 && (this.#pool.chunk(block)[this.#pool.offset(block) + wordOf(page)]! & (1 << page)) !== 0;
    }
    for (let index = at; index < at + size; index++) if (words[index] === page) return true;
    return false;
  }

  /** Adds a page to a set of `size` pages (at least one) that does not have it; returns the set's new word. */
  add(set: number, size: number, page: number): number {
    if (size > LISTED) return this.#addBit(set, page);
    // A list is full when its size is a power of two.
    const list = (size & (size - 1)) === 0 ? this.#moved(set, size) : set;
    if (size === LISTED) return this.#addBit(list, page);
    this.#pool.chunk(list)[this.#pool.offset(list) + size] = page;
    return list;
  }

  /** Removes a page from a set of `size` pages (at least two) that has it; returns the set's new word. */
  delete(set: number, size: number, page: number): number {
    if (size > LISTED) return this.#deleteBit(set, size, page);
    const words = this.#pool.chunk(set);
    const at = this.#pool.offset(set);
    let index = at;
    while (words[index] !== page) index++;
    words[index] = words[at + size - 1]!;
    const left = size - 1;
    if ((left & (left - 1)) !== 0) return set;
    const smaller = left === 1 ? words[at]! : this.#pool.allocate(bitsOf(left));
    if (left > 1) this.#pool.chunk(smaller).set(words.subarray(at, at + left), this.#pool.offset(smaller));
    this.#pool.release(set, bitsOf(size));
    return smaller;
  }

  /** Visits the pages of a set, in no particular order. */
  forEach(set: number, size: number, visit: (page: number) => void): void {
    if (size === 1) return visit(set);
    const words = this.#pool.chunk(set);
    const at = this.#pool.offset(set);
    if (size <= LISTED) {
      for (let index = at; index < at + size; index++) visit(words[index]!);
      return;
    }
    const length = 1 << words[at]!;
    for (let index = 1; index < length; index++) {
      const block = words[at + index]! - 1;
      if (block < 0) continue;
      const bits = this.#pool.chunk(block);
      const from = this.#pool.offset(block);
      for (let word = 0; word < BLOCK_WORDS; word++)
        for (let rest = bits[from + word]!; rest !== 0; rest &= rest - 1)
          visit(((index - 1) << BLOCK_PAGES_BITS) + (word << 5) + 31 - Math.clz32(rest & -rest));
    }
  }

  /** Empties all sets. */
  clear(): void {
    this.#pool.clear();
  }

  /** Moves a full list to a block of twice the size, or turns it into a bit set if it has the greatest length of a list. */
  #moved(set: number, size: number): number {
    if (size === 1) {
      const list = this.#pool.allocate(1);
      this.#pool.chunk(list)[this.#pool.offset(list)] = set;
      return list;
    }
    const bits = bitsOf(size);
    const words = this.#pool.chunk(set);
    const at = this.#pool.offset(set);
    let moved: number;
    if (size === LISTED) {
      moved = this.#directory(1);
      for (let index = at; index < at + size; index++) moved = this.#addBit(moved, words[index]!);
    } else {
      moved = this.#pool.allocate(bits + 1);
      this.#pool.chunk(moved).set(words.subarray(at, at + size), this.#pool.offset(moved));
    }
    this.#pool.release(set, bits);
    return moved;
  }

  /** Makes a directory of `1 << bits` words: first `bits`, then each block plus one, 0 for none. */
  #directory(bits: number): number {
    const directory = this.#pool.allocate(bits);
    const at = this.#pool.offset(directory);
    this.#pool.chunk(directory).fill(0, at, at + (1 << bits))[at] = bits;
    return directory;
  }

  /** The block for a page, or -1 if the directory has none. */
  #block(directory: number, page: number): number {
    const words = this.#pool.chunk(directory);
    const at = this.#pool.offset(directory);
    const index = (page >> BLOCK_PAGES_BITS) + 1;
    return index < 1 << words[at]! ? words[at + index]! - 1 : -1;
  }

  /** Adds a page to a bit set; returns the set's new word. */
  #addBit(set: number, page: number): number {
    let directory = set;
    let block = this.#block(directory, page);
    if (block < 0) {
      const index = (page >> BLOCK_PAGES_BITS) + 1;
      const bits = this.#pool.chunk(set)[this.#pool.offset(set)]!;
      if (index >= 1 << bits) {
        directory = this.#directory(bitsOf(index + 1));
        const at = this.#pool.offset(set);
        const old = this.#pool.chunk(set).subarray(at + 1, at + (1 << bits));
        this.#pool.chunk(directory).set(old, this.#pool.offset(directory) + 1);
        this.#pool.release(set, bits);
      }
      block = this.#pool.allocate(BLOCK_BITS);
      const at = this.#pool.offset(block);
      this.#pool.chunk(block).fill(0, at, at + BLOCK_WORDS);
      this.#pool.chunk(directory)[this.#pool.offset(directory) + index] = block + 1;
    }
    this.#pool.chunk(block)[this.#pool.offset(block) + wordOf(page)]! |= 1 << page;
    return directory;
  }

  /** Removes a page from a bit set of `size` pages; returns the set's new word, that of a list if it is short enough. */
  #deleteBit(set: number, size: number, page: number): number {
    const block = this.#block(set, page);
    const words = this.#pool.chunk(block);
    const at = this.#pool.offset(block);
    words[at + wordOf(page)]! &= ~(1 << page);
    if (size - 1 === LISTED) return this.#list(set);
    if (words.subarray(at, at + BLOCK_WORDS).every(word => word === 0)) {
      this.#pool.chunk(set)[this.#pool.offset(set) + (page >> BLOCK_PAGES_BITS) + 1] = 0;
      this.#pool.release(block, BLOCK_BITS);
    }
    return set;
  }

  /** Turns a bit set whose size has fallen to `LISTED` pages into a list. */
  #list(set: number): number {
    const list = this.#pool.allocate(LIST_BITS);
    let next = this.#pool.offset(list);
    const words = this.#pool.chunk(list);
    this.forEach(set, LISTED + 1, page => {
      words[next++] = page;
    });
    const directory = this.#pool.chunk(set);
    const at = this.#pool.offset(set);
    const bits = directory[at]!;
    for (let index = 1; index < 1 << bits; index++)
      if (directory[at + index]! > 0) this.#pool.release(directory[at + index]! - 1, BLOCK_BITS);
    this.#pool.release(set, bits);
    return list;
  }
}

/** Index of the word of a block that has the bit of a page. */
function wordOf(page: number): number {
  return (page >> 5) & (BLOCK_WORDS - 1);
}

/** Logarithm of the smallest power of two that is at least `size`. */
function bitsOf(size: number): number {
  return 32 - Math.clz32(size - 1);
}
