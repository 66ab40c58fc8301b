import type { NodeLabels } from '../extractors/extractor.ts';
import type { PageTree } from '../page/tree.ts';
import { type FeatureRows, featureNames } from './features.ts';
import { smoothUpwards } from './smoothing.ts';

/**
 * Boosted decision trees over `featureNames`, as flat arrays: node `i` is a leaf with `value[i]` where `feature[i]` is -1; else a row goes
 * to `left[i]` when its value is at most `threshold[i]`, to `left[i] + 1` when not. The sum of the leaves and `bias` is the log-odds that
 * a node is template.
 */
export interface LabelModel {
  readonly bias: number;
  /** Probability, after smoothing, from which a node is called template. */
  readonly cut: number;
  /** First node of every tree. */
  readonly roots: readonly number[];
  readonly feature: readonly number[];
  readonly threshold: readonly number[];
  readonly left: readonly number[];
  readonly value: readonly number[];
}

/** A model in typed arrays, ready to be applied. */
export interface CompiledModel {
  readonly bias: number;
  readonly cut: number;
  readonly roots: Int32Array;
  readonly feature: Int16Array;
  readonly threshold: Float32Array;
  readonly left: Int32Array;
  readonly value: Float64Array;
}

export function compileModel(model: LabelModel): CompiledModel {
  return {
    bias: model.bias,
    cut: model.cut,
    roots: Int32Array.from(model.roots),
    feature: Int16Array.from(model.feature),
    threshold: Float32Array.from(model.threshold),
    left: Int32Array.from(model.left),
    value: Float64Array.from(model.value),
  };
}

/** Probability that each row's node is template, in [0,1]. */
function predict(model: CompiledModel, values: Float32Array): Float64Array {
  const { roots, feature, threshold, left, value } = model;
  const columns = featureNames.length;
  const probabilities = new Float64Array(values.length / columns);
  for (let row = 0, at = 0; row < probabilities.length; row++, at += columns) {
    let sum = model.bias;
    for (let tree = 0; tree < roots.length; tree++) {
      let node = roots[tree]!;
      for (let column = feature[node]!; column >= 0; column = feature[node]!) {
        node = left[node]! + (values[at + column]! <= threshold[node]! ? 0 : 1);
      }
      sum += value[node]!;
    }
    probabilities[row] = 1 / (1 + Math.exp(-sum));
  }
  return probabilities;
}

/** Labels of a page out of its evidence: the model's probabilities, smoothed so that what holds template is template. */
export function labelRows(model: CompiledModel, tree: PageTree, rows: FeatureRows): NodeLabels {
  const smooth = smoothUpwards(tree, rows.nodes, predict(model, rows.values));
  const label = new Uint8Array(tree.size);
  const score = new Float64Array(tree.size);
  let row = 0;
  for (let node = 0; node < tree.size; node++) {
    if (rows.nodes[row] === node) {
      score[node] = smooth[row++]!;
      label[node] = score[node]! >= model.cut ? 1 : 0;
      continue;
    }
    // Comments and blank texts are as what they stand in; beside the root, and implied elements, are the frame of the page.
    const parent = tree.parent[node]!;
    label[node] = parent < 0 ? 1 : label[parent]!;
    score[node] = parent < 0 ? 1 : score[parent]!;
  }
  return { label, score };
}
