/** Shorter runs are not worth the bytes that say where they are. */
const SHORTEST = 4;
/** A run is found again up to so many bytes after it began. */
const FARTHEST = 0xffff;
/** Half of a byte says how many bytes are as they are, the other half how long the run is; the largest value: the rest follows. */
const HALF_BITS = 4;
const HALF = (1 << HALF_BITS) - 1;

const TABLE_BITS = 12;
/** By a hash of four bytes, where they were last, plus one. */
const lastAt = new Int32Array(1 << TABLE_BITS);
/** Room for what is packed, in the lower bytes of code units; the upper ones are 0. And for what is unpacked. */
let units = new Uint8Array(0);
let room = new Uint8Array(0);
const decoder = new TextDecoder('utf-16le');

/**
 * The first `length` bytes, where each run that was there before is written as its distance and its length, in the manner of LZ4. What pages
 * have in common with themselves, such as the items of a list, then takes few bytes. They are the characters of a string, which takes a byte
 * for each and 16 more, where an array takes about 280 more and its bytes are beside the heap, which is never compacted there.
 */
export function withoutRepeats(from: Uint8Array, length: number): string {
  // A run takes no more bytes than it has.
  const most = (length + 2 * NUMBER_BYTES + 1) * 2;
  if (units.length < most) units = new Uint8Array(most * 2);
  const to = units;
  const table = lastAt;
  table.fill(0);
  let next = writeRest(to, 0, length);
  let literals = 0;
  for (let at = 0; at + SHORTEST <= length; ) {
    const word = from[at]! | (from[at + 1]! << 8) | (from[at + 2]! << 16) | (from[at + 3]! << 24);
    const slot = Math.imul(word, 0x9e3779b1) >>> (32 - TABLE_BITS);
    const before = table[slot]! - 1;
    table[slot] = at + 1;
    if (before < 0 || at - before > FARTHEST || !isRun(from, before, at)) {
      at++;
      continue;
    }
    let end = at + SHORTEST;
    while (end < length && from[before + end - at] === from[end]) end++;
    next = writeLiterals(from, literals, at, to, next, end - at - SHORTEST);
    to[next++ * 2] = (at - before) & 255;
    to[next++ * 2] = (at - before) >> 8;
    if (end - at - SHORTEST >= HALF) next = writeRest(to, next, end - at - SHORTEST - HALF);
    literals = at = end;
  }
  next = writeLiterals(from, literals, length, to, next, 0);
  return decoder.decode(to.subarray(0, next * 2));
}

/** What was given to `withoutRepeats`, at the beginning of an array that the next call writes into. */
export function withRepeats(from: string): { readonly bytes: Uint8Array; readonly length: number } {
  readFrom = 0;
  const length = readRest(from);
  let at = readFrom;
  if (room.length < length) room = new Uint8Array(length * 2);
  const to = room;
  let next = 0;
  for (;;) {
    const head = from.charCodeAt(at++);
    let literals = head >> HALF_BITS;
    if (literals === HALF) {
      readFrom = at;
      literals += readRest(from);
      at = readFrom;
    }
    for (const end = at + literals; at < end; at++) to[next++] = from.charCodeAt(at);
    if (next >= length) return { bytes: to, length };
    let before = next - (from.charCodeAt(at) | (from.charCodeAt(at + 1) << 8));
    at += 2;
    let run = head & HALF;
    if (run === HALF) {
      readFrom = at;
      run += readRest(from);
      at = readFrom;
    }
    for (const end = next + run + SHORTEST; next < end; ) to[next++] = to[before++]!;
  }
}

/** Bytes that a number takes at most. */
export const NUMBER_BYTES = 5;

function isRun(from: Uint8Array, before: number, at: number): boolean {
  return (
    from[before] === from[at] &&
    from[before + 1] === from[at + 1] &&
    from[before + 2] === from[at + 2] &&
    from[before + 3] === from[at + 3]
  );
}

/** Writes bytes that are as they are, and the beginning of the length of the run after them; gives the number of bytes written in all. */
function writeLiterals(from: Uint8Array, first: number, end: number, to: Uint8Array, start: number, run: number): number {
  const literals = end - first;
  let next = start;
  to[next++ * 2] = (Math.min(literals, HALF) << HALF_BITS) | Math.min(run, HALF);
  if (literals >= HALF) next = writeRest(to, next, literals - HALF);
  for (let at = first; at < end; at++) to[next++ * 2] = from[at]!;
  return next;
}

/** Writes a number, seven bits a byte. */
function writeRest(to: Uint8Array, start: number, number: number): number {
  let next = start;
  let rest = number;
  for (; rest > 127; rest >>>= 7) to[next++ * 2] = (rest & 127) | 128;
  to[next++ * 2] = rest;
  return next;
}

/** Where `readRest` goes on. */
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
