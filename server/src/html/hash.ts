import { isSpace } from './white-space.ts';

// 64-bit hashing in two 32-bit lanes, with multipliers of MurmurHash3 (A, B) and xxHash (C, D). The functions put their result into module
// state, because returning a pair would allocate.

/** The two lanes of the last result. Read them right after a call: the next one overwrites them. */
export let lo = 0;
export let hi = 0;
/** Number of code points that the last call of `hashPlainText` hashed. */
export let hashedCodePoints = 0;

const AMPERSAND = 38;
const A = 0x85ebca6b | 0;
const B = 0xc2b2ae35 | 0;
const C = 0x27d4eb2f | 0;
const D = 0x165667b1 | 0;

/** Mixes two lanes into the result: every bit of it depends on every bit of both. */
function finish(a: number, b: number): void {
  a = Math.imul(a ^ (a >>> 15), A);
  b = Math.imul(b ^ (b >>> 13) ^ a, B);
  a = Math.imul(a ^ (a >>> 13) ^ b, C);
  lo = a ^ (b >>> 16);
  hi = b ^ (a >>> 15);
}

/** Combines two hashes; the order matters. */
export function combine(lo1: number, hi1: number, lo2: number, hi2: number): void {
  finish(Math.imul(lo1, D) + lo2, Math.imul(hi1, A) + hi2);
}

/** Two lanes as one integer of 53 bits: all of the lane `a`, and the upper 21 bits of `b`. */
export function number53(a: number, b: number): number {
  return (b >>> 11) * 2 ** 32 + (a >>> 0);
}

/** The 53-bit hash of two 53-bit hashes in order. */
export function combine53(a: number, b: number): number {
  combine(a | 0, (a / 2 ** 32) | 0, b | 0, (b / 2 ** 32) | 0);
  return number53(lo, hi);
}

/** The 53-bit hash of a text. */
export function hash53(text: string): number {
  hashString(text, 0, text.length, 0);
  return number53(lo, hi);
}

/** Hashes the UTF-16 code units `start..end` of a text; `salt` gives values of different kinds different hashes. */
export function hashString(text: string, start: number, end: number, salt: number): void {
  let a = salt | 0;
  let b = ~salt;
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, A);
    b = (b + a) | 0;
  }
  finish(a, b ^ (end - start));
}

/** Hashes code units like `hashString`. With `from`, continues that unfinished hash, whose salt counts in place of `salt`. */
export function hashUnits(units: Uint16Array, start: number, end: number, salt: number, from?: HashState): void {
  let a = from ? from.a : salt | 0;
  let b = from ? from.b : ~salt;
  for (let i = start; i < end; i++) {
    const c = units[i]!;
    a = Math.imul(a ^ c, A);
    b = (b + a) | 0;
  }
  finish(a, b ^ (end - start + (from ? from.taken : 0)));
}

/** An unfinished hash: both lanes, and the number of code units hashed so far. */
export interface HashState {
  readonly a: number;
  readonly b: number;
  readonly taken: number;
}

/** The unfinished hash of a text, from which `hashUnits` and `hashPlainValue` continue. */
export function prefixState(text: string, salt: number): HashState {
  let a = salt | 0;
  let b = ~salt;
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), A);
    b = (b + a) | 0;
  }
  return { a, b, taken: text.length };
}

/**
 * Hashes the source of an attribute's value, or of a text whose white space is kept, like `hashUnits`. Only for values that decoding and NFC
 * cannot change: those without `&`, carriage returns and code units above U+02FF.
 * @returns false, with nothing hashed, for other values
 */
export function hashPlainValue(units: Uint16Array, start: number, end: number, salt: number, from?: HashState): boolean {
  let a = from ? from.a : salt | 0;
  let b = from ? from.b : ~salt;
  for (let i = start; i < end; i++) {
    const c = units[i]!;
    if (c === AMPERSAND || c === 13 || c > 0x2ff) return false;
    a = Math.imul(a ^ c, A);
    b = (b + a) | 0;
  }
  finish(a, b ^ (end - start + (from ? from.taken : 0)));
  return true;
}

/**
 * Hashes text as normalised by N1 and N2: runs of white space count as one space; white space and no-break spaces at the edges do not count.
 * @param decodeAt returns the code unit that the character reference at an offset stands for, plus 65536 times the reference's length; 0 if
 * the reference needs `decodeText`. Undefined for text that is decoded and composed already.
 * @returns false, with nothing hashed, if the text must be decoded first, or composed because of a character that NFC may change
 */
export function hashPlainText(
  units: Uint16Array,
  start: number,
  end: number,
  salt: number,
  decodeAt?: (offset: number) => number,
): boolean {
  while (start < end && isTrimmable(units[start]!)) start++;
  while (start < end && isTrimmable(units[end - 1]!)) end--;
  // A local variable: the loop then does not load the module's one for each code unit.
  const kindOf = kinds;
  let a = salt | 0;
  let b = ~salt;
  const from = start;
  let dropped = 0;
  let low = 0;
  /** Kind of the code unit before: PLAIN, or SPACE. */
  let before = PLAIN;
  for (let i = start; i < end; i++) {
    // Letters and single spaces, four at a time.
    while (i + 4 <= end) {
      const c0 = units[i]!;
      const c1 = units[i + 1]!;
      const c2 = units[i + 2]!;
      const c3 = units[i + 3]!;
      const kind0 = kindOf[c0]!;
      const kind1 = kindOf[c1]!;
      const kind2 = kindOf[c2]!;
      const kind3 = kindOf[c3]!;
      const others = (kind0 | kind1 | kind2 | kind3) >> 1;
      if (others | (before & kind0) | (kind0 & kind1) | (kind1 & kind2) | (kind2 & kind3)) break;
      a = Math.imul(a ^ c0, A);
      b = (b + a) | 0;
      a = Math.imul(a ^ c1, A);
      b = (b + a) | 0;
      a = Math.imul(a ^ c2, A);
      b = (b + a) | 0;
      a = Math.imul(a ^ c3, A);
      b = (b + a) | 0;
      before = kind3;
      i += 4;
    }
    if (i >= end) break;
    let c = units[i]!;
    let kind = kindOf[c]!;
    if ((kind & before) | (kind >> 1)) {
      if (isSpace(c)) {
        if (before === SPACE) {
          dropped++;
          continue;
        }
        c = 32;
        kind = SPACE;
      } else {
        kind = PLAIN;
        if (c === AMPERSAND && decodeAt) {
          const reference = decodeAt(i);
          if (reference === 0) return false;
          c = reference & 0xffff;
          const more = (reference >>> 16) - 1;
          i += more;
          dropped += more;
        } else if ((c & 0xfc00) === 0xdc00) low++;
        else if (c !== AMPERSAND && decodeAt) return false;
      }
    }
    before = kind;
    a = Math.imul(a ^ c, A);
    b = (b + a) | 0;
  }
  const taken = end - from - dropped;
  hashedCodePoints = taken - low;
  finish(a, b ^ taken);
  return true;
}

/** Kinds of code units for `hashPlainText`: hashed as they are, a space, or all others, which need further tests. */
const PLAIN = 0;
const SPACE = 1;
const OTHER = 2;
const kinds = new Uint8Array(0x10000).fill(OTHER);

/** First and last code units of ranges from U+0300 on that NFC leaves unchanged, whatever characters but combining marks surround them. */
const stable = [
  [0x388, 0x482],
  [0x48a, 0x590],
  [0x2010, 0x205e],
  [0x3001, 0x3029],
  [0x3030, 0x3098],
  [0x309b, 0x312f],
  [0x4e00, 0x9fff],
  [0xff01, 0xffef],
] as const;
const highSurrogates = [0xd800, 0xdbff] as const;

// Filled by ranges, since every process and every thread does this when it starts.
for (const [first, last] of [[0, 0x2ff] as const, highSurrogates, ...stable]) kinds.fill(PLAIN, first, last + 1);
for (let c = 0; c < 32; c++) if (isSpace(c)) kinds[c] = OTHER;
kinds[32] = SPACE;
kinds[AMPERSAND] = OTHER;

/** True for white space of HTML, and for the no-break space, which N2 treats as white space at the edges of a text. */
export function isTrimmable(c: number): boolean {
  return c === 0xa0 || isSpace(c);
}

/** True for code units from U+0300 on that NFC leaves unchanged, whatever characters but combining marks surround them. */
export function isStable(c: number): boolean {
  return c > 0x2ff && kinds[c] === PLAIN && (c & 0xfc00) !== 0xd800;
}
