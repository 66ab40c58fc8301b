// Gradient boosting of decision trees on binned columns (logistic loss, second-order gains). Deterministic for a seed.
import type { LabelModel } from '../../server/src/core/classify/label-model.ts';

export interface TrainingRows {
  /** Row-major values, `columns` a row. */
  values: Float32Array;
  columns: number;
  /** 1 = template. */
  targets: Uint8Array;
  weights: Float64Array;
}

export interface BoostingOptions {
  trees: number;
  depth: number;
  learningRate: number;
  /** L2 penalty on leaf values, in units of hessian. */
  penalty: number;
  /** Least hessian in a leaf. */
  leafWeight: number;
  /** Share of the columns that a tree may look at. */
  columnShare: number;
  seed: number;
}

const bins = 64;

/** Linear congruential generator in [0,1). */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Cut points of every column at its quantiles, at the middle between two values. */
function cutPoints({ values, columns }: TrainingRows): Float32Array[] {
  const rows = values.length / columns;
  const step = Math.max(1, Math.floor(rows / 20000));
  return Array.from({ length: columns }, (_, column) => {
    const sample: number[] = [];
    for (let row = 0; row < rows; row += step) sample.push(values[row * columns + column]!);
    const sorted = Float32Array.from(sample).sort();
    const distinct = [...new Set(sorted)];
    const chosen =
      distinct.length <= bins
        ? distinct
        : [...new Set(Array.from({ length: bins }, (_, bin) => sorted[Math.floor((sorted.length * bin) / bins)]!))];
    return Float32Array.from(chosen.slice(1).map((value, at) => Math.fround((value + chosen[at]!) / 2)));
  });
}

function binned({ values, columns }: TrainingRows, cuts: readonly Float32Array[]): Uint8Array {
  const codes = new Uint8Array(values.length);
  for (let at = 0; at < values.length; at++) {
    const points = cuts[at % columns]!;
    let low = 0;
    let high = points.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[at]! <= points[middle]!) high = middle;
      else low = middle + 1;
    }
    codes[at] = low;
  }
  return codes;
}

/** Trains a model; its `cut` is 0.5. */
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
  const gradient = new Float64Array(rows);
  const hessian = new Float64Array(rows);
  const order = Int32Array.from({ length: rows }, (_, row) => row);
  const model = {
    bias,
    cut: 0.5,
    roots: [] as number[],
    feature: [] as number[],
    threshold: [] as number[],
    left: [] as number[],
    value: [] as number[],
  };
  const histogram = new Float64Array(columns * bins * 2);

  const grow = (node: number, from: number, to: number, level: number, usable: readonly number[]): void => {
    let sumG = 0;
    let sumH = 0;
    for (let at = from; at < to; at++) {
      sumG += gradient[order[at]!]!;
      sumH += hessian[order[at]!]!;
    }
    const split = level < options.depth ? bestSplit(from, to, sumG, sumH, usable) : undefined;
    if (!split) {
      model.value[node] = Number(((-options.learningRate * sumG) / (sumH + options.penalty)).toPrecision(6));
      for (let at = from; at < to; at++) sums[order[at]!]! += model.value[node]!;
      return;
    }
    let middle = from;
    for (let at = from; at < to; at++) {
      if (codes[order[at]! * columns + split.column]! > split.bin) continue;
      const row = order[at]!;
      order[at] = order[middle]!;
      order[middle++] = row;
    }
    const left = addNode();
    addNode();
    model.feature[node] = split.column;
    model.threshold[node] = cuts[split.column]![split.bin]!;
    model.left[node] = left;
    grow(left, from, middle, level + 1, usable);
    grow(left + 1, middle, to, level + 1, usable);
  };

  const addNode = (): number => {
    model.feature.push(-1);
    model.threshold.push(0);
    model.left.push(-1);
    return model.value.push(0) - 1;
  };

  const bestSplit = (from: number, to: number, sumG: number, sumH: number, usable: readonly number[]) => {
    histogram.fill(0);
    for (let at = from; at < to; at++) {
      const row = order[at]!;
      const g = gradient[row]!;
      const h = hessian[row]!;
      for (const column of usable) {
        const cell = (column * bins + codes[row * columns + column]!) * 2;
        histogram[cell]! += g;
        histogram[cell + 1]! += h;
      }
    }
    const whole = (sumG * sumG) / (sumH + options.penalty);
    let best: { column: number; bin: number } | undefined;
    let bestGain = 1e-6;
    for (const column of usable) {
      let g = 0;
      let h = 0;
      for (let bin = 0; bin < cuts[column]!.length; bin++) {
        const cell = (column * bins + bin) * 2;
        g += histogram[cell]!;
        h += histogram[cell + 1]!;
        if (h < options.leafWeight || sumH - h < options.leafWeight) continue;
        const gain = (g * g) / (h + options.penalty) + (sumG - g) ** 2 / (sumH - h + options.penalty) - whole;
        if (gain > bestGain) {
          bestGain = gain;
          best = { column, bin };
        }
      }
    }
    return best;
  };

  for (let tree = 0; tree < options.trees; tree++) {
    for (let row = 0; row < rows; row++) {
      const p = 1 / (1 + Math.exp(-sums[row]!));
      gradient[row] = weights[row]! * (p - targets[row]!);
      hessian[row] = weights[row]! * Math.max(p * (1 - p), 1e-6);
    }
    const usable = Array.from({ length: columns }, (_, column) => column).filter(() => random() < options.columnShare);
    const root = addNode();
    model.roots.push(root);
    grow(root, 0, rows, 0, usable);
  }
  return model;
}
