// Logistic regression by Newton's method (iteratively reweighted least squares), with an L2 penalty on the weights.
import type { LogisticModel } from '../../server/src/core/counts/logistic.ts';

export interface LogisticRow {
  /** Numbers by name, the same names in each row. */
  readonly values: Readonly<Record<string, number>>;
  /** In [0,1]; a number between says how likely it is. */
  readonly target: number;
  readonly weight: number;
  /** Log-odds that are known without these numbers; 0 by default. */
  readonly offset?: number;
}

/**
 * The model that explains the rows best, less `penalty` for each squared weight; the bias is not penalised. Weights are rounded to three
 * decimals.
 */
export function trainLogistic(rows: readonly LogisticRow[], penalty: number): LogisticModel {
  const names = Object.keys(rows[0]?.values ?? {});
  const size = names.length + 1;
  const inputs = rows.map(({ values }) => [1, ...names.map(name => values[name]!)]);
  let weights = new Array<number>(size).fill(0);
  for (let round = 0; round < 50; round++) {
    const gradient = new Array<number>(size).fill(0);
    const hessian = Array.from({ length: size }, () => new Array<number>(size).fill(0));
    rows.forEach(({ target, weight, offset = 0 }, at) => {
      const input = inputs[at]!;
      const predicted = 1 / (1 + Math.exp(-input.reduce((sum, value, i) => sum + value * weights[i]!, offset)));
      const curvature = weight * Math.max(1e-6, predicted * (1 - predicted));
      for (let i = 0; i < size; i++) {
        if (input[i] === 0) continue;
        gradient[i]! += weight * (target - predicted) * input[i]!;
        for (let j = 0; j < size; j++) hessian[i]![j]! += curvature * input[i]! * input[j]!;
      }
    });
    for (let i = 0; i < size; i++) {
      const own = i === 0 ? 1e-6 : penalty;
      gradient[i]! -= own * weights[i]!;
      hessian[i]![i]! += own;
    }
    const change = solved(hessian, gradient);
    weights = weights.map((weight, i) => weight + change[i]!);
    if (Math.max(...change.map(Math.abs)) < 1e-6) break;
  }
  const rounded = weights.map(weight => Math.round(weight * 1000) / 1000);
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  const mean = (name: string): number => rows.reduce((sum, { values, weight }) => sum + weight * values[name]!, 0) / total;
  return {
    bias: rounded[0]!,
    weights: Object.fromEntries(names.map((name, i) => [name, rounded[i + 1]!])),
    means: Object.fromEntries(names.map(name => [name, Math.round(mean(name) * 1000) / 1000])),
  };
}

/** Solves a symmetric, positive definite system by Gaussian elimination. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!]);
  const size = rows.length;
  for (let i = 0; i < size; i++) {
    let pivot = i;
    for (let j = i + 1; j < size; j++) if (Math.abs(rows[j]![i]!) > Math.abs(rows[pivot]![i]!)) pivot = j;
    [rows[i], rows[pivot]] = [rows[pivot]!, rows[i]!];
    for (let j = i + 1; j < size; j++) {
      const factor = rows[j]![i]! / rows[i]![i]!;
      if (factor !== 0) for (let k = i; k <= size; k++) rows[j]![k]! -= factor * rows[i]![k]!;
    }
  }
  const result = new Array<number>(size).fill(0);
  for (let i = size - 1; i >= 0; i--) {
    let sum = rows[i]![size]!;
    for (let j = i + 1; j < size; j++) sum -= rows[i]![j]! * result[j]!;
    result[i] = sum / rows[i]![i]!;
  }
  return result;
}
