import { randomNumbers } from '../../server/src/lab/random-numbers.ts';

/** Mean of values, with the 95 % percentile interval of the bootstrap (Efron 1979): 2,000 samples of as many values, with replacement. */
export function bootstrapMean(values: readonly number[], seed = 1): { mean: number; low: number; high: number } {
  const random = randomNumbers(seed);
  const mean = (of: (at: number) => number): number => {
    let sum = 0;
    for (let at = 0; at < values.length; at++) sum += of(at);
    return sum / values.length;
  };
  const means = Float64Array.from({ length: 2000 }, () => mean(() => values[Math.floor(random() * values.length)]!)).sort();
  return { mean: mean(at => values[at]!), low: means[49]!, high: means[1949]! };
}
