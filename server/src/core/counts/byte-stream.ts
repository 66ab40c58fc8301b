/** Largest number that a variable-length integer holds here. */
const LARGEST = 2 ** 53;

/** Thrown if bytes end too early or hold something impossible. */
export class DamagedBytes extends Error {}

/** Writes numbers, texts and arrays into a growing array of bytes; `ByteReader` reads them in the same order. Little endian. */
export class ByteWriter {
  #bytes = new Uint8Array(1 << 12);
  #length = 0;

  /** The bytes written so far. */
  get bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  /** A whole number of at least 0. */
  number(value: number): void {
    const at = this.#room(8);
    let rest = value;
    let next = at;
    while (rest > 127) {
      this.#bytes[next++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[next++] = rest;
    this.#length = next;
  }

  /** Any number. */
  double(value: number): void {
    const at = this.#room(8);
    new DataView(this.#bytes.buffer).setFloat64(at, value, true);
    this.#length = at + 8;
  }

  text(text: string): void {
    this.raw(new TextEncoder().encode(text));
  }

  raw(bytes: Uint8Array): void {
    this.number(bytes.length);
    const at = this.#room(bytes.length);
    this.#bytes.set(bytes, at);
    this.#length = at + bytes.length;
  }

  list<T>(list: readonly T[], write: (each: T) => void): void {
    this.number(list.length);
    for (const each of list) write(each);
  }

  /** Whole numbers in ascending order, from 0 on. */
  ascending(numbers: ArrayLike<number>): void {
    this.number(numbers.length);
    let last = 0;
    for (let at = 0; at < numbers.length; at++) {
      this.number(numbers[at]! - last);
      last = numbers[at]!;
    }
  }

  /** 32-bit numbers of any value. */
  words(words: Int32Array): void {
    this.number(words.length);
    const at = this.#room(words.length * 4);
    const view = new DataView(this.#bytes.buffer);
    for (let word = 0; word < words.length; word++) view.setInt32(at + word * 4, words[word]!, true);
    this.#length = at + words.length * 4;
  }

  #room(bytes: number): number {
    if (this.#length + bytes > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + bytes));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    return this.#length;
  }
}

/** Reads what `ByteWriter` wrote. Every method throws `DamagedBytes` if the bytes do not hold it. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Bytes that were not read. */
  get left(): number {
    return this.#bytes.length - this.#at;
  }

  number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined || factor > LARGEST) throw new DamagedBytes('the bytes end too early');
      value += (byte & 127) * factor;
      if (byte < 128) break;
    }
    return value;
  }

  double(): number {
    const at = this.#take(8);
    return this.#view.getFloat64(at, true);
  }

  text(): string {
    return new TextDecoder().decode(this.raw());
  }

  raw(): Uint8Array {
    const length = this.number();
    const at = this.#take(length);
    return this.#bytes.slice(at, at + length);
  }

  list<T>(read: () => T): T[] {
    // Each entry takes a byte at least.
    return Array.from({ length: this.#length(1) }, read);
  }

  ascending(): Int32Array {
    const numbers = new Int32Array(this.#length(1));
    let last = 0;
    for (let at = 0; at < numbers.length; at++) {
      last += this.number();
      numbers[at] = last;
    }
    return numbers;
  }

  words(): Int32Array {
    const words = new Int32Array(this.#length(4));
    const at = this.#take(words.length * 4);
    for (let word = 0; word < words.length; word++) words[word] = this.#view.getInt32(at + word * 4, true);
    return words;
  }

  /** The length of a list whose entries take at least `bytes`. */
  #length(bytes: number): number {
    const length = this.number();
    if (length * bytes > this.left) throw new DamagedBytes('the bytes end too early');
    return length;
  }

  #take(bytes: number): number {
    if (bytes > this.left) throw new DamagedBytes('the bytes end too early');
    this.#at += bytes;
    return this.#at - bytes;
  }
}
