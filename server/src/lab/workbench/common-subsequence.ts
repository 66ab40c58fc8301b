import { commonEnds } from '../../html/common-ends.ts';

/**
 * Length of the longest common subsequence. Bit-parallel (Hyyrö, *Bit-parallel LCS-length computation revisited*, 2004): computes 32 cells of
 * the dynamic-programming table at once, `|a| |b| / 32` steps. Skips the common prefix and suffix.
 */
export function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  const { start, end } = commonEnds(a, b);
  return start + end + lcs(a.slice(start, a.length - end), b.slice(start, b.length - end));
}

function lcs(a: readonly string[], b: readonly string[]): number {
  const positions = new Map<string, number[]>();
  for (const [at, word] of a.entries()) {
    const known = positions.get(word);
    if (known) known.push(at);
    else positions.set(word, [at]);
  }
  // Bit i is 0 if a[i] makes the common subsequence with the words of b so far longer.
  const rows = new Uint32Array(Math.ceil(a.length / 32)).fill(0xffffffff);
  const matches = new Uint32Array(rows.length);
  for (const word of b) {
    const at = positions.get(word);
    if (!at) continue;
    for (const bit of at) matches[bit >>> 5]! |= 1 << (bit & 31);
    // rows = (rows + (rows & matches)) | (rows & ~matches), with a carry between the 32-bit words.
    let carry = 0;
    for (let i = matchFrom(at); i < rows.length; i++) {
      const row = rows[i]!;
      const match = matches[i]!;
      const sum = row + ((row & match) >>> 0) + carry;
      carry = sum > 0xffffffff ? 1 : 0;
      rows[i] = sum | (row & ~match);
    }
    for (const bit of at) matches[bit >>> 5] = 0;
  }
  let length = 0;
  for (let i = 0; i < a.length; i++) if (!(rows[i >>> 5]! & (1 << (i & 31)))) length++;
  return length;
}

/** Index of the first 32-bit word that a match changes. */
function matchFrom(positions: readonly number[]): number {
  return positions[0]! >>> 5;
}
