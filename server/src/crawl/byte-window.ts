import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** A part of a regular file in memory, which moves forward with the reader. */
export class ByteWindow {
  readonly size: number;
  /** The first four bytes of the file, or all if there are fewer. */
  readonly magic: Buffer;
  readonly #step: number;
  readonly #file: number;
  #buffer = Buffer.alloc(0);
  /** Offset in the file of the buffer's first byte. */
  #start = 0;

  /** Throws the system's error if the file cannot be opened, and an error with a reason if it is no regular file. @param step bytes that are read at a time */
  constructor(path: string, step = 1 << 20) {
    this.#step = step;
    this.#file = openSync(path, 'r');
    const found = fstatSync(this.#file);
    if (!found.isFile()) {
      this.close();
      throw new Error('it is not a regular file');
    }
    this.size = found.size;
    this.magic = Buffer.from(this.at(0, 4).subarray(0, 4));
  }

  /** The bytes from an offset on: at least `least`, or all up to the end of the file. Valid until the next call. */
  at(offset: number, least: number): Buffer {
    const wanted = Math.min(least, Math.max(0, this.size - offset));
    const have = this.#start + this.#buffer.length;
    if (offset < this.#start || offset + wanted > have) this.#load(offset, wanted);
    return this.#buffer.subarray(offset - this.#start);
  }

  close(): void {
    closeSync(this.#file);
  }

  #load(offset: number, least: number): void {
    const length = Math.min(Math.max(least, this.#step), Math.max(0, this.size - offset));
    const buffer = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      const read = readSync(this.#file, buffer, filled, length - filled, offset + filled);
      if (read === 0) break;
      filled += read;
    }
    this.#buffer = buffer.subarray(0, filled);
    this.#start = offset;
  }
}
