/** 64-bit hashing in two 32-bit lanes. Module state holds the last result: `lo` and `hi` are read right after a call. */
export let lo = 0;
export let hi = 0;
/** Code points that the last call of `hashPlainText` or `hashNormalised` took in. */
export let length = 0;

const A = 0x85ebca6b | 0;
const B = 0xc2b2ae35 | 0;
const C = 0x27d4eb2f | 0;
const D = 0x165667b1 | 0;

/** Finishes two lanes: every bit of the result depends on every bit of both (murmur3's finaliser, crossed). */
function finish(a: number, b: number): void {
  a = Math.imul(a ^ (a >>> 16), A);
  a = Math.imul(a ^ (a >>> 13), B) ^ Math.imul(b ^ (b >>> 15), C);
  b = Math.imul(b ^ (b >>> 16), C);
  b = Math.imul(b ^ (b >>> 13), D) ^ Math.imul(a ^ (a >>> 15), A);
  lo = a ^ (a >>> 16);
  hi = b ^ (b >>> 16);
}

/** Combines two hashes; the order matters. */
export function combine(lo1: number, hi1: number, lo2: number, hi2: number): void {
  finish(Math.imul(lo1, A) + Math.imul(hi2, D) + lo2, Math.imul(hi1, B) + Math.imul(lo2, C) + hi2);
}

/** Hashes UTF-16 code units `start..end`; `salt` keeps kinds of values apart. */
export function hashString(text: string, start: number, end: number, salt: number): void {
  let a = salt | 0;
  let b = ~salt;
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul((a << 13) | (a >>> 19), 5) + Math.imul(c, A);
    b = Math.imul(b ^ c, D);
  }
  finish(a, b ^ (end - start));
}

/**
 * Hashes text as N1 and N2 have it: runs of white space are one space, edges (no-break spaces too) trimmed, no letter case folded.
 * @returns false, with nothing hashed, where the text must be decoded or normalised first: it has an `&` or a character that canonical
 * composition may change.
 */
export function hashPlainText(text: string, start: number, end: number, salt: number): boolean {
  let a = salt | 0;
  let b = ~salt;
  let taken = 0;
  let pending = 0;
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c === 32 || (c <= 13 && c >= 9 && c !== 11)) {
      pending = 1;
      continue;
    }
    if (c === 38 || (c > 127 && (c === 0xa0 || !isStable(c)))) return false;
    if (pending) {
      pending = 0;
      if (taken) {
        a = Math.imul((a << 13) | (a >>> 19), 5) + Math.imul(32, A);
        b = Math.imul(b ^ 32, D);
        taken++;
      }
    }
    a = Math.imul((a << 13) | (a >>> 19), 5) + Math.imul(c, A);
    b = Math.imul(b ^ c, D);
    taken++;
  }
  length = taken;
  finish(a, b ^ taken);
  return true;
}

/** Hashes text that `normaliseText` gave: the same as `hashPlainText` of any text that it stands for. */
export function hashNormalised(text: string, salt: number): void {
  hashString(text, 0, text.length, salt);
  length = text.length;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) length--;
}

/** Code units that stand alone in NFC whatever surrounds them (but for combining marks, which are not among them). */
function isStable(c: number): boolean {
  return (
    c < 0x300 ||
    (c >= 0x388 && c <= 0x482) ||
    (c >= 0x48a && c <= 0x590) ||
    (c >= 0x2010 && c <= 0x205e) ||
    (c >= 0x3001 && c <= 0x3029) ||
    (c >= 0x3030 && c <= 0x3098) ||
    (c >= 0x309b && c <= 0x312f) ||
    (c >= 0x4e00 && c <= 0x9fff) ||
    (c >= 0xff01 && c <= 0xffef)
  );
}
