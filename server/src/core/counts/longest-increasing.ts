/** Of pairs ascending in their first number, the longest subsequence that ascends in the second, too: patience sorting (Fredman 1975). */
export function longestIncreasing(pairs: readonly [number, number][]): [number, number][] {
  const tails: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  pairs.forEach(([, value], index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]!]![1] < value) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[index] = tails[low - 1]!;
    tails[low] = index;
  });
  const run: [number, number][] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index]!) run.push(pairs[index]!);
  return run.reverse();
}
