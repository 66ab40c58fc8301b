import { compress, decompress, NUMBER_BYTES } from './compress.ts';

// Lists of 32-bit numbers as bytes: variable-length integers (LEB128), seven bits of a number a byte, the lowest first.

/** Memory that calls reuse. */
let numbers = new Int32Array(0);
let bytes = new Uint8Array(0);

/** Returns the array that all calls share, with room for at least `length` numbers. The next call, and each decoding, overwrites it. */
export function scratch(length: number): Int32Array {
  if (numbers.length < length) numbers = new Int32Array(length * 2);
  return numbers;
}

/** Zigzag encoding: makes the sign the lowest bit, so that numbers near zero, negative ones too, take few bytes. */
export function zigzagEncode(value: number): number {
  return (value << 1) ^ (value >> 31);
}

/** The reverse of `zigzagEncode`. */
export function zigzagDecode(value: number): number {
  return (value >>> 1) ^ -(value & 1);
}

/** The first `length` numbers of an array as bytes. */
export function encodeVarints(from: Int32Array, length: number): Uint8Array {
  const end = write(from, length);
  return bytes.slice(0, end);
}

/** The first `length` numbers of an array as a compressed string, for `unpackedNumbers`. */
export function packedNumbers(from: Int32Array, length: number): string {
  const end = write(from, length);
  return compress(bytes, end);
}

/** Encodes numbers into `bytes`; returns how many bytes they take. */
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

/** Decodes the result of `encodeVarints` to the beginning of the array of `scratch`, which is longer and which the next call overwrites. */
export function decodeVarints(from: Uint8Array): Int32Array {
  return read(from, from.length);
}

/** Decodes the result of `packedNumbers` to the beginning of the array of `scratch`, which is longer and which the next call overwrites. */
export function unpackedNumbers(packed: string): Int32Array {
  const { bytes, length } = decompress(packed);
  return read(bytes, length);
}

/** Decodes the numbers in the first `length` bytes, into the array of `scratch`. */
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
