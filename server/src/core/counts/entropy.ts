/** Sorts the values and returns their sum. The order depends on the values alone, so equal multisets give bit-identical sums. */
export function orderedSum(values: number[]): number {
  values.sort((a, b) => a - b);
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

/**
 * Entropy to the base `m` of a distribution given by its counts, in [0,1] for at most `m` counts; 0 if `m` is at most 1. Ignores counts of
 * zero. Computed as `-SUM (c/C) log_m (c/C) = (ln C - (SUM c ln c)/C) / ln m`, where C is the sum of the counts.
 */
export function entropy(counts: Iterable<number>, m: number): number {
  if (m <= 1) return 0;
  let total = 0;
  const terms: number[] = [];
  for (const count of counts) {
    if (count <= 0) continue;
    total += count;
    terms.push(count * Math.log(count));
  }
  return total === 0 ? 0 : Math.max(0, (Math.log(total) - orderedSum(terms) / total) / Math.log(m));
}
