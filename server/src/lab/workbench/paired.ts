// Paired comparisons of methods that were measured on the same sites.
import { randomNumbers } from '../random-numbers.ts';
import { measuring } from '../thresholds.ts';

/** The difference of two methods on the sites that both were measured on. */
export interface PairedDifference {
  /** Number of sites. */
  n: number;
  /** Numbers of sites with a positive and with a negative difference. */
  better: number;
  worse: number;
  /** Mean difference over the sites. */
  difference: number;
  /** Bounds of the 95 % percentile interval of the bootstrap; null for fewer than two sites. */
  low: number | null;
  high: number | null;
  /** Two-sided p-value: twice the share of resamples on the side of zero opposite to the difference; null for fewer than two sites. */
  p: number | null;
}

/**
 * Compares pairs of values by the bootstrap (Efron 1979): draws as many pairs with replacement, `resamples` times. The same seed and number of
 * pairs give the same draws, so that several comparisons share them.
 */
export function pairedDifference(
  pairs: readonly (readonly [number, number])[],
  { seed, resamples }: { seed: number; resamples: number },
): PairedDifference {
  const differences = pairs.map(([first, second]) => first - second);
  const n = differences.length;
  const difference = n === 0 ? 0 : differences.reduce((sum, value) => sum + value, 0) / n;
  const counts = { better: differences.filter(value => value > 0).length, worse: differences.filter(value => value < 0).length };
  if (n < 2) return { n, ...counts, difference, low: null, high: null, p: null };
  const means = resampledMeans(differences, seed, resamples);
  const tail = (1 - measuring.pairedConfidence) / 2;
  const atMostZero = means.filter(mean => mean <= 0).length;
  const atLeastZero = means.filter(mean => mean >= 0).length;
  return {
    n,
    ...counts,
    difference,
    low: means[Math.floor(tail * resamples)]!,
    high: means[Math.ceil((1 - tail) * resamples) - 1]!,
    p: Math.min(1, (2 * (Math.min(atMostZero, atLeastZero) + 1)) / (resamples + 1)),
  };
}

/** Means of resamples of the values, sorted. */
function resampledMeans(values: readonly number[], seed: number, resamples: number): Float64Array {
  const random = randomNumbers(seed);
  return Float64Array.from({ length: resamples }, () => {
    let sum = 0;
    for (let drawn = 0; drawn < values.length; drawn++) sum += values[Math.floor(random() * values.length)]!;
    return sum / values.length;
  }).sort();
}

/** The p-values of several tests adjusted by Holm's step-down method (1979), in the same order; null stays and does not count as a test. */
export function holmAdjusted(values: readonly (number | null)[]): (number | null)[] {
  const ranked = values.flatMap((p, at) => (p === null ? [] : [{ p, at }])).sort((a, b) => a.p - b.p);
  const adjusted: (number | null)[] = values.map(() => null);
  let least = 0;
  ranked.forEach(({ p, at }, rank) => {
    least = Math.max(least, Math.min(1, (ranked.length - rank) * p));
    adjusted[at] = least;
  });
  return adjusted;
}
