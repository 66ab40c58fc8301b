/** Tolerance of comparisons between real numbers. */
export const EPSILON = 1e-9;

/** Sum in an order that depends on the values alone, so that the same multiset gives the same bits. */
export function orderedSum(values: number[]): number {
  values.sort((a, b) => a - b);
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

/**
 * Entropy to the base `m` of a distribution given by its counts, in [0,1]; 0 for `m` at most 1. Counts of zero do not matter.
 * `-SUM (c/C) log_m (c/C) = (ln C - (SUM c ln c)/C) / ln m`.
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
