/**
 * Length of the longest common subsequence. Bit-parallel (Hyyrö, *Bit-parallel LCS-length computation revisited*, 2004): 32 cells of the
 * table of the dynamic programme at a time, so that long pages take `|a| |b| / 32` steps. Common beginnings and ends are cut off first.
 */
export function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return start + end + lcs(a.slice(start, a.length - end), b.slice(start, b.length - end));
}

function lcs(a: readonly string[], b: readonly string[]): number {
  const places = new Map<string, number[]>();
  for (const [at, word] of a.entries()) {
    const known = places.get(word);
    if (known) known.push(at);
    else places.set(word, [at]);
  }
  // Bit i is 0 where taking in a[i] makes the common subsequence with what was read of b longer.
  const rows = new Uint32Array(Math.ceil(a.length / 32)).fill(0xffffffff);
  const matches = new Uint32Array(rows.length);
  for (const word of b) {
    const at = places.get(word);
    if (!at) continue;
    for (const bit of at) matches[bit >>> 5]! |= 1 << (bit & 31);
    // rows = (rows + (rows & matches)) | (rows & ~matches), with the carry from word to word.
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

/** The first word of bits that a match changes: before it, nothing is added. */
function matchFrom(places: readonly number[]): number {
  return places[0]! >>> 5;
}
