// Gradient boosting of decision trees on binned columns (logistic loss, second-order gains). Deterministic for a seed.
import { type LabelModel, TREE_DEPTH } from '../../core/labels/label-model.ts';
import { randomNumbers } from '../random-numbers.ts';
import { training } from '../thresholds.ts';

export interface TrainingRows {
  /** By column: the value of column `c` in row `r` is `values[c * targets.length + r]`. */
  values: Uint8Array;
  columns: number;
  /** 1 = template. */
  targets: Uint8Array;
  weights: Float64Array;
}

export interface BoostingOptions {
  trees: number;
  learningRate: number;
  /** L2 penalty on leaf values, in units of hessian. */
  penalty: number;
  /** Least hessian in a leaf. */
  leafWeight: number;
  /** Share of the columns that a tree may look at. */
  columnShare: number;
  seed: number;
}

const { bins } = training;

/** Returns the thresholds that divide the values of each column into bins, at its quantiles. A value greater than a threshold is in a higher bin. */
function cutPoints({ values, columns, targets }: TrainingRows): Uint8Array[] {
  const rows = targets.length;
  return Array.from({ length: columns }, (_, column) => {
    const sorted = values.slice(column * rows, (column + 1) * rows).sort();
    const distinct = [...new Set(sorted)];
    const chosen =
      distinct.length <= bins
        ? distinct
        : [...new Set(Array.from({ length: bins }, (_, bin) => sorted[Math.floor((rows * bin) / bins)]!))];
    return Uint8Array.from(chosen.slice(1), (value, at) => (value + chosen[at]!) >> 1);
  });
}

/** Returns the bin of every value: the number of thresholds of its column that are less than it. */
function binned({ values, targets }: TrainingRows, cuts: readonly Uint8Array[]): Uint8Array {
  const rows = targets.length;
  const codes = new Uint8Array(values.length);
  cuts.forEach((points, column) => {
    const codeOf = Uint8Array.from({ length: 256 }, (_, value) =>
      points.reduce((code, point) => code + (value > point ? 1 : 0), 0),
    );
    for (let at = column * rows; at < (column + 1) * rows; at++) codes[at] = codeOf[values[at]!]!;
  });
  return codes;
}

/**
 * Trains symmetric trees: all nodes of a level ask the same question, the one with the greatest summed gain. The model's `cut` is 0.5.
 */
export function trainBoostedTrees(data: TrainingRows, options: BoostingOptions): LabelModel {
  const { columns, targets, weights } = data;
  const rows = targets.length;
  const cuts = cutPoints(data);
  const codes = binned(data, cuts);
  const random = randomNumbers(options.seed);
  let positive = 0;
  let total = 0;
  for (let row = 0; row < rows; row++) {
    total += weights[row]!;
    positive += weights[row]! * targets[row]!;
  }
  const bias = Math.log(positive / (total - positive));
  const sums = new Float64Array(rows).fill(bias);
  const gradient = new Float32Array(rows);
  const hessian = new Float32Array(rows);
  const leaf = new Uint8Array(rows);
  const model = { bias, cut: 0.5, column: [] as number[], threshold: [] as number[], value: [] as number[] };
  const leaves = 2 ** TREE_DEPTH;
  // Single precision keeps it in the processor's fastest cache.
  const histogram = new Float32Array(leaves * bins * 2);

  /** Adds to the gain of every cut point of a column what the leaves of a level gain by it. */
  const addGains = (column: number, level: number, gains: Float64Array) => {
    histogram.fill(0, 0, 2 ** level * bins * 2);
    for (let row = 0, at = column * rows; row < rows; row++, at++) {
      const cell = (leaf[row]! * bins + codes[at]!) * 2;
      histogram[cell]! += gradient[row]!;
      histogram[cell + 1]! += hessian[row]!;
    }
    const points = cuts[column]!.length;
    for (let from = 0; from < 2 ** level * bins * 2; from += bins * 2) {
      let sumG = 0;
      let sumH = 0;
      for (let bin = 0; bin <= points; bin++) {
        sumG += histogram[from + bin * 2]!;
        sumH += histogram[from + bin * 2 + 1]!;
      }
      let g = 0;
      let h = 0;
      const whole = (sumG * sumG) / (sumH + options.penalty);
      for (let bin = 0; bin < points; bin++) {
        g += histogram[from + bin * 2]!;
        h += histogram[from + bin * 2 + 1]!;
        if (h < options.leafWeight || sumH - h < options.leafWeight) continue;
        gains[bin]! += (g * g) / (h + options.penalty) + (sumG - g) ** 2 / (sumH - h + options.penalty) - whole;
      }
    }
  };

  const bestSplit = (level: number, usable: readonly number[]) => {
    let best = { column: usable[0]!, bin: 0, gain: -1 };
    const gains = new Float64Array(bins);
    for (const column of usable) {
      gains.fill(0);
      addGains(column, level, gains);
      for (let bin = 0; bin < cuts[column]!.length; bin++) if (gains[bin]! > best.gain) best = { column, bin, gain: gains[bin]! };
    }
    return best;
  };

  for (let tree = 0; tree < options.trees; tree++) {
    for (let row = 0; row < rows; row++) {
      const p = 1 / (1 + Math.exp(-sums[row]!));
      gradient[row] = weights[row]! * (p - targets[row]!);
      hessian[row] = weights[row]! * Math.max(p * (1 - p), 1e-6);
    }
    const usable = Array.from({ length: columns }, (_, column) => column).filter(
      column => cuts[column]!.length > 0 && random() < options.columnShare,
    );
    leaf.fill(0);
    for (let level = 0; level < TREE_DEPTH; level++) {
      const { column, bin } = bestSplit(level, usable);
      model.column.push(column);
      model.threshold.push(cuts[column]![bin]!);
      for (let row = 0; row < rows; row++) if (codes[column * rows + row]! > bin) leaf[row]! |= 1 << level;
    }
    const sumG = new Float64Array(leaves);
    const sumH = new Float64Array(leaves);
    for (let row = 0; row < rows; row++) {
      sumG[leaf[row]!]! += gradient[row]!;
      sumH[leaf[row]!]! += hessian[row]!;
    }
    const values = Array.from(sumG, (g, at) =>
      Number(((-options.learningRate * g) / (sumH[at]! + options.penalty)).toPrecision(5)),
    );
    model.value.push(...values);
    for (let row = 0; row < rows; row++) sums[row]! += values[leaf[row]!]!;
  }
  return model;
}
