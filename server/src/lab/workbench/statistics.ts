import { measuring } from '../thresholds.ts';

/** Mean of a sample with its deviation and 99 % confidence interval (`low` to `high`), which are null for fewer than two values. */
export interface Estimate {
  /** Number of values. */
  n: number;
  mean: number;
  /** Sample standard deviation (divisor n - 1). */
  deviation: number | null;
  low: number | null;
  high: number | null;
}

/** Estimates the mean as `mean ± z99 s / sqrt(n)`, clipped to the range of values like the published intervals. The mean of no values is 0. */
export function estimate(values: readonly number[], [least, greatest]: readonly [number, number] = [0, 1]): Estimate {
  const n = values.length;
  const mean = n === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / n;
  if (n < 2) return { n, mean, deviation: null, low: null, high: null };
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1));
  const half = (measuring.z99 * deviation) / Math.sqrt(n);
  return { n, mean, deviation, low: Math.max(least, mean - half), high: Math.min(greatest, mean + half) };
}

/** The median; 0 for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle]!;
  return sorted.length === 0 ? 0 : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** A fitted power law: `y` grows as `x ** exponent`. */
export interface Growth {
  exponent: number;
  /** Coefficient of determination of log y, in [0,1]. */
  fit: number;
}

/** Fits `y = a * x ** exponent` by least squares of the logarithms. Null if there are fewer than two different x or a value is not positive. */
export function fitGrowth(points: readonly { x: number; y: number }[]): Growth | null {
  if (points.some(({ x, y }) => !(x > 0 && y > 0))) return null;
  const logs = points.map(({ x, y }) => ({ x: Math.log(x), y: Math.log(y) }));
  const centre = { x: 0, y: 0 };
  for (const { x, y } of logs) {
    centre.x += x / logs.length;
    centre.y += y / logs.length;
  }
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (const { x, y } of logs) {
    xx += (x - centre.x) ** 2;
    xy += (x - centre.x) * (y - centre.y);
    yy += (y - centre.y) ** 2;
  }
  if (!(xx > 1e-12)) return null;
  return { exponent: xy / xx, fit: yy === 0 ? 1 : (xy * xy) / (xx * yy) };
}
