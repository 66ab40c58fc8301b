/*
 * Compression in the manner of LZ4: a run of bytes that occurred before is written as its distance and its length. The result is a string
 * with a byte in each character: V8 stores it in as many bytes and 16 more, while an array has about 280 more and lies outside the heap,
 * in memory that is never compacted.
 */

const format = {
  /** Bytes of the shortest run: shorter ones take as much space as their distance and length. */
  shortest: 4,
  /** Largest distance of a run: it is written in two bytes. */
  farthest: 0xffff,
  /** Bits of each half of a head byte: the upper half is the number of literal bytes, the lower half the run's length. Its maximum means more. */
  halfBits: 4,
  /** Bits of a hash of four bytes. */
  tableBits: 12,
} as const;
const { shortest, farthest, halfBits, tableBits } = format;
const largestHalf = (1 << halfBits) - 1;

/** By a hash of four bytes, the offset at which they occurred last, plus one. */
const lastAt = new Int32Array(1 << tableBits);
/** Memory for a compressed string: UTF-16 code units as pairs of bytes, of which the upper one is always 0. */
let compressed = new Uint8Array(0);
/** Memory for decompressed bytes. */
let decompressed = new Uint8Array(0);
const decoder = new TextDecoder('utf-16le');

/** Compresses the first `length` bytes of an array. Returns a string for `decompress`. */
export function compress(from: Uint8Array, length: number): string {
  // A run may take one byte more than before, if more than `128 + largestHalf` literal bytes precede it: their number then takes two bytes more.
  const most = (length + (length >> 7) + 2 * NUMBER_BYTES + 1) * 2;
  if (compressed.length < most) compressed = new Uint8Array(most * 2);
  const to = compressed;
  const table = lastAt;
  table.fill(0);
  let next = writeRest(to, 0, length);
  let literals = 0;
  for (let at = 0; at + shortest <= length; ) {
    const word = from[at]! | (from[at + 1]! << 8) | (from[at + 2]! << 16) | (from[at + 3]! << 24);
    const slot = Math.imul(word, 0x9e3779b1) >>> (32 - tableBits);
    const before = table[slot]! - 1;
    table[slot] = at + 1;
    if (before < 0 || at - before > farthest || !isRun(from, before, at)) {
      at++;
      continue;
    }
    let end = at + shortest;
    while (end < length && from[before + end - at] === from[end]) end++;
    next = writeLiterals(from, literals, at, to, next, end - at - shortest);
    to[next++ * 2] = (at - before) & 255;
    to[next++ * 2] = (at - before) >> 8;
    if (end - at - shortest >= largestHalf) next = writeRest(to, next, end - at - shortest - largestHalf);
    literals = at = end;
  }
  next = writeLiterals(from, literals, length, to, next, 0);
  return decoder.decode(to.subarray(0, next * 2));
}

/** Decompresses what `compress` returned: the first `length` of the bytes. The next call overwrites the array. */
export function decompress(from: string): { readonly bytes: Uint8Array; readonly length: number } {
  readFrom = 0;
  const length = readRest(from);
  let at = readFrom;
  if (decompressed.length < length) decompressed = new Uint8Array(length * 2);
  const to = decompressed;
  let next = 0;
  for (;;) {
    const head = from.charCodeAt(at++);
    let literals = head >> halfBits;
    if (literals === largestHalf) {
      readFrom = at;
      literals += readRest(from);
      at = readFrom;
    }
    for (const end = at + literals; at < end; at++) to[next++] = from.charCodeAt(at);
    if (next >= length) return { bytes: to, length };
    let before = next - (from.charCodeAt(at) | (from.charCodeAt(at + 1) << 8));
    at += 2;
    let run = head & largestHalf;
    if (run === largestHalf) {
      readFrom = at;
      run += readRest(from);
      at = readFrom;
    }
    for (const end = next + run + shortest; next < end; ) to[next++] = to[before++]!;
  }
}

/** Largest number of bytes that a 32-bit number takes in varint encoding (seven bits a byte). */
export const NUMBER_BYTES = 5;

/** True if the four bytes at `before` and at `at` are equal. */
function isRun(from: Uint8Array, before: number, at: number): boolean {
  return (
    from[before] === from[at] &&
    from[before + 1] === from[at + 1] &&
    from[before + 2] === from[at + 2] &&
    from[before + 3] === from[at + 3]
  );
}

/** Writes the head and the literal bytes `first..end` before a run whose length is `run` above the shortest. Returns the next offset. */
function writeLiterals(from: Uint8Array, first: number, end: number, to: Uint8Array, start: number, run: number): number {
  const literals = end - first;
  let next = start;
  to[next++ * 2] = (Math.min(literals, largestHalf) << halfBits) | Math.min(run, largestHalf);
  if (literals >= largestHalf) next = writeRest(to, next, literals - largestHalf);
  for (let at = first; at < end; at++) to[next++ * 2] = from[at]!;
  return next;
}

/** Writes a number, seven bits a byte, and returns the next offset. */
function writeRest(to: Uint8Array, start: number, number: number): number {
  let next = start;
  let rest = number;
  for (; rest > 127; rest >>>= 7) to[next++ * 2] = (rest & 127) | 128;
  to[next++ * 2] = rest;
  return next;
}

/** Offset at which `readRest` reads. */
let readFrom = 0;

/** Reads a number that `writeRest` wrote. */
function readRest(from: string): number {
  let number = 0;
  for (let shift = 0, byte = 128; byte > 127; shift += 7) {
    byte = from.charCodeAt(readFrom++);
    number |= (byte & 127) << shift;
  }
  return number;
}
