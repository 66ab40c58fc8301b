import { isStable, isTrimmable } from './hash.ts';
import { simpleReference } from './normalise.ts';
import { isSpace } from './white-space.ts';

// HalfSipHash-1-3 with 64 bits (Aumasson and Bernstein, SipHash: a fast short-input PRF, 2012, and its reference code; with as many rounds
// as hash tables use). Without the key, nobody can make two texts with the same hash.

/** The two lanes of the last result, as in `hash.ts`. */
export let keyedLo = 0;
export let keyedHi = 0;

/** A secret key of 64 random bits, drawn once for an index: two numbers of 32 bits. */
export interface HashKey {
  readonly k0: number;
  readonly k1: number;
}

/** The code units to hash; reused by every call. */
let units = new Uint16Array(1 << 10);

/** Makes `units` large enough. */
function reserve(length: number): void {
  if (units.length >= length) return;
  units = new Uint16Array(length * 2);
}

/** Hashes the code units of a text; the result is in `keyedLo` and `keyedHi`. */
export function hashWithKey(text: string, key: HashKey): void {
  reserve(text.length);
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  hashTaken(text.length, key);
}

/**
 * Hashes the normal form (`normalText`) of the text at `start..end` of a page's source without making a string, if it follows from N1 and
 * N2 character by character: a text without digits, template-language code, characters that NFC may change, and references other than
 * those of `simpleReference`.
 * @returns false, with nothing hashed, for other texts
 */
export function hashPlainWithKey(source: string, start: number, end: number, key: HashKey): boolean {
  while (start < end && isTrimmable(source.charCodeAt(start))) start++;
  while (start < end && isTrimmable(source.charCodeAt(end - 1))) end--;
  reserve(end - start);
  let taken = 0;
  for (let i = start; i < end; i++) {
    let c = source.charCodeAt(i);
    if (c <= 57) {
      if (c >= 48) return false;
      if (c === AMPERSAND) {
        const reference = simpleReference(source, i);
        if (reference === 0) return false;
        c = reference & 0xffff;
        i += (reference >>> 16) - 1;
      } else if (isSpace(c)) {
        while (isSpace(source.charCodeAt(i + 1))) i++;
        c = 32;
      }
    } else if (c === LESS_THAN || c === BRACE || (c > 0x2ff && !isStable(c))) return false;
    units[taken++] = c;
  }
  hashTaken(taken, key);
  return true;
}

const AMPERSAND = 38;
const LESS_THAN = 60;
const BRACE = 123;

/** Hashes the first `length` of `units`, each as two bytes, the lower one first. The rounds are inlined: calls would cost more than they do. */
function hashTaken(length: number, { k0, k1 }: HashKey): void {
  let v0 = k0 | 0;
  let v1 = k1 ^ 0xee;
  let v2 = 0x6c796765 ^ k0;
  let v3 = 0x74656462 ^ k1;
  // The last word holds the remaining code unit, if any, and the length in bytes.
  for (let at = 0; at <= length; at += 2) {
    const word = at + 1 < length ? units[at]! | (units[at + 1]! << 16) : (length << 25) | (at < length ? units[at]! : 0);
    v3 ^= word;
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
    v0 ^= word;
  }
  v2 ^= 0xee;
  for (let round = 0; round < 6; round++) {
    if (round === 3) {
      keyedLo = v1 ^ v3;
      v1 ^= 0xdd;
    }
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
  }
  keyedHi = v1 ^ v3;
}
