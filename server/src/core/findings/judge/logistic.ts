/** A logistic regression: a weight for each named number, and a bias. */
export interface LogisticModel {
  readonly bias: number;
  readonly weights: Readonly<Record<string, number>>;
  /** Mean of each number where the model was trained: what is usual speaks neither for nor against. */
  readonly means: Readonly<Record<string, number>>;
}

/** Sum of weighted numbers (log-odds); a number without a weight counts nothing. */
export function logOdds({ bias, weights }: LogisticModel, values: Readonly<Record<string, number>>): number {
  let sum = bias;
  for (const name in values) sum += (weights[name] ?? 0) * values[name]!;
  return sum;
}

/** What the numbers add to the sum that usual ones would not, the most first; what adds nothing is left out. */
export function effects(
  { weights, means }: LogisticModel,
  values: Readonly<Record<string, number>>,
): { name: string; effect: number }[] {
  return Object.entries(values)
    .map(([name, value]) => ({ name, effect: Math.round((weights[name] ?? 0) * (value - (means[name] ?? 0)) * 100) / 100 }))
    .filter(({ effect }) => effect !== 0)
    .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect) || (a.name < b.name ? -1 : 1));
}

export function probability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
