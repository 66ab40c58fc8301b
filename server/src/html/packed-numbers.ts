import { NUMBER_BYTES, withoutRepeats, withRepeats } from './repeats.ts';

let numbers = new Int32Array(0);
let bytes = new Uint8Array(0);

/** Room for so many numbers, until the next call. */
export function scratch(length: number): Int32Array {
  if (numbers.length < length) numbers = new Int32Array(length * 2);
  return numbers;
}

/** A number that may be below zero, as one that is small where it is near zero: its sign is the lowest bit. */
export function folded(value: number): number {
  return (value << 1) ^ (value >> 31);
}

export function unfolded(value: number): number {
  return (value >>> 1) ^ -(value & 1);
}

/** The first `length` numbers (32 bits) as bytes: seven bits of a number, the lowest first, and whether more of it follow. */
export function bytesOf(from: Int32Array, length: number): Uint8Array {
  const end = write(from, length);
  return bytes.slice(0, end);
}

/** The same in fewer bytes, as a string, for `unpackedNumbers`; see `withoutRepeats`. */
export function packedNumbers(from: Int32Array, length: number): string {
  const end = write(from, length);
  return withoutRepeats(bytes, end);
}

/** Writes numbers into `bytes`; gives where they end. */
function write(from: Int32Array, length: number): number {
  if (bytes.length < length * NUMBER_BYTES) bytes = new Uint8Array(length * NUMBER_BYTES * 2);
  const to = bytes;
  let next = 0;
  for (let at = 0; at < length; at++) {
    let rest = from[at]!;
    while (rest > 127 || rest < 0) {
      to[next++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    to[next++] = rest;
  }
  return next;
}

/** The numbers of bytes, in `scratch`. */
export function numbersOf(from: Uint8Array): Int32Array {
  return read(from, from.length);
}

/** The numbers that were packed, in `scratch`. */
export function unpackedNumbers(packed: string): Int32Array {
  const { bytes, length } = withRepeats(packed);
  return read(bytes, length);
}

function read(from: Uint8Array, length: number): Int32Array {
  const to = scratch(length);
  let next = 0;
  for (let at = 0; at < length; at++) {
    let value = from[at]!;
    if (value > 127) {
      value &= 127;
      for (let shift = 7; ; shift += 7) {
        const byte = from[++at]!;
        value |= (byte & 127) << shift;
        if (byte < 128) break;
      }
    }
    to[next++] = value;
  }
  return to;
}
