/** A logistic regression: a weight for each named number, and a bias. */
export interface LogisticModel {
  readonly bias: number;
  readonly weights: Readonly<Record<string, number>>;
}

/** Sum of weighted numbers (log-odds); a number without a weight counts nothing. */
export function logOdds({ bias, weights }: LogisticModel, values: Readonly<Record<string, number>>): number {
  let sum = bias;
  for (const name in values) sum += (weights[name] ?? 0) * values[name]!;
  return sum;
}

export function probability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
