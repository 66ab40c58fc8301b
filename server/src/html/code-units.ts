const encoder = new TextEncoder();

/**
 * Turns texts into arrays of UTF-16 code units, in memory that the next text reuses. Reading an array element is several times faster than
 * `charCodeAt`.
 */
export class CodeUnits {
  #bytes = new Uint8Array(1 << 16);
  #units = new Uint16Array(1 << 16);

  /** The code units of a text, valid until the next call; the array may be longer than the text. */
  load(text: string): Uint16Array {
    const length = text.length;
    if (length > this.#units.length) {
      this.#bytes = new Uint8Array(length * 2);
      this.#units = new Uint16Array(length * 2);
    }
    const bytes = this.#bytes.subarray(0, length);
    const { read, written } = encoder.encodeInto(text, bytes);
    // As many bytes as code units: the text is ASCII.
    if (read === length && written === length) this.#units.set(bytes);
    else for (let i = 0; i < length; i++) this.#units[i] = text.charCodeAt(i);
    return this.#units;
  }
}
