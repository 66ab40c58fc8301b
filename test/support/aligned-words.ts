/**
 * A longest common subsequence of two lists of words: 1 for each word of `a` that it takes. The rows of the bit-parallel computation (Hyyrö 2004) are kept
 * and traced back, `|a| |b| / 32` words of memory.
 */
export function alignedWords(a: readonly string[], b: readonly string[]): Uint8Array {
  const width = Math.ceil(a.length / 32);
  const positions = new Map<string, number[]>();
  a.forEach((word, at) => {
    const known = positions.get(word);
    if (known) known.push(at);
    else positions.set(word, [at]);
  });
  // Bit i of row j is 0 if a[i] makes the common subsequence with b[0..j] longer.
  const rows = new Uint32Array(width * b.length);
  let previous = new Uint32Array(width).fill(0xffffffff);
  const matches = new Uint32Array(width);
  b.forEach((word, j) => {
    const row = rows.subarray(j * width, (j + 1) * width);
    const at = positions.get(word);
    if (at) {
      for (const bit of at) matches[bit >>> 5]! |= 1 << (bit & 31);
      let carry = 0;
      for (let i = 0; i < width; i++) {
        const match = (previous[i]! & matches[i]!) >>> 0;
        const sum = previous[i]! + match + carry;
        carry = sum > 0xffffffff ? 1 : 0;
        row[i] = sum | (previous[i]! & ~matches[i]!);
      }
      for (const bit of at) matches[bit >>> 5] = 0;
    } else row.set(previous);
    previous = row;
  });
  const isSet = (j: number, i: number): boolean => (rows[j * width + (i >>> 5)]! & (1 << (i & 31))) !== 0;
  const taken = new Uint8Array(a.length);
  for (let i = a.length, j = b.length; i > 0 && j > 0; ) {
    if (isSet(j - 1, i - 1)) i--;
    else {
      j--;
      if (j === 0 || isSet(j - 1, i - 1)) taken[--i] = 1;
    }
  }
  return taken;
}
