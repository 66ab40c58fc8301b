/** A logistic regression with named inputs. */
export interface LogisticModel {
  readonly bias: number;
  readonly weights: Readonly<Record<string, number>>;
  /** Mean of each input in the training data. */
  readonly means: Readonly<Record<string, number>>;
}

/** Returns the log-odds of the inputs; an input without a weight has no effect. */
export function logOdds({ bias, weights }: LogisticModel, values: Readonly<Record<string, number>>): number {
  let sum = bias;
  for (const name in values) sum += (weights[name] ?? 0) * values[name]!;
  return sum;
}

/** Returns the contribution of each input to the log-odds, relative to its mean in the training data; the largest first, without zeros. */
export function effects(
  { weights, means }: LogisticModel,
  values: Readonly<Record<string, number>>,
): { name: string; effect: number; isHigh: boolean }[] {
  return Object.entries(values)
    .map(([name, value]) => {
      const above = value - (means[name] ?? 0);
      return { name, effect: Math.round((weights[name] ?? 0) * above * 100) / 100, isHigh: above > 0 };
    })
    .filter(({ effect }) => effect !== 0)
    .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect) || (a.name < b.name ? -1 : 1));
}

export function probability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
