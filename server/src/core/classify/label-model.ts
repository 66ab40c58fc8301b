import type { NodeLabels } from '../page/node-labels.ts';
import type { PageTree } from '../page/tree.ts';
import { bestCut } from './best-cut.ts';
import { type FeatureRows, featureNames } from './features.ts';
import { smoothUpwards } from './smoothing.ts';

/** Questions a tree asks. */
export const DEPTH = 6;

/**
 * Boosted symmetric trees over `featureNames`, as flat arrays. Tree `t` asks `DEPTH` questions: is column `column[t * DEPTH + l]` greater
 * than `threshold[t * DEPTH + l]`? The answers, as bits from the lowest, choose one of its `2 ** DEPTH` values. The sum of these and of
 * `bias` is the log-odds that a node is template.
 */
export interface LabelModel {
  readonly bias: number;
  /** Least probability, after smoothing, from which a node is called template; see `bestCut`. */
  readonly cut: number;
  readonly column: readonly number[];
  readonly threshold: readonly number[];
  readonly value: readonly number[];
}

/** A model in typed arrays, ready to be applied. */
export interface CompiledModel {
  readonly bias: number;
  readonly cut: number;
  readonly column: Uint8Array;
  readonly threshold: Int32Array;
  readonly value: Float64Array;
  /** 1 for the columns that it looks at. */
  readonly columnsUsed: Uint8Array;
}

export function compileModel(model: LabelModel): CompiledModel {
  const columnsUsed = new Uint8Array(featureNames.length);
  for (const column of model.column) columnsUsed[column] = 1;
  return {
    bias: model.bias,
    cut: model.cut,
    column: Uint8Array.from(model.column),
    threshold: Int32Array.from(model.threshold),
    value: Float64Array.from(model.value),
    columnsUsed,
  };
}

/** Log-odds that each row's node is template. The sign of a difference is an answer without a branch. */
export function predict(model: CompiledModel, { nodes, values }: FeatureRows): Float64Array {
  const { bias, column, threshold: limits, value } = model;
  const rows = nodes.length;
  const sums = new Float64Array(rows).fill(bias);
  for (let at = 0, base = 0; at < column.length; at += DEPTH, base += 1 << DEPTH) {
    const c0 = column[at]! * rows;
    const c1 = column[at + 1]! * rows;
    const c2 = column[at + 2]! * rows;
    const c3 = column[at + 3]! * rows;
    const c4 = column[at + 4]! * rows;
    const c5 = column[at + 5]! * rows;
    const l0 = limits[at]!;
    const l1 = limits[at + 1]!;
    const l2 = limits[at + 2]!;
    const l3 = limits[at + 3]!;
    const l4 = limits[at + 4]!;
    const l5 = limits[at + 5]!;
    for (let row = 0; row < rows; row++) {
      const leaf =
        ((l0 - values[c0 + row]!) >>> 31) |
        (((l1 - values[c1 + row]!) >>> 31) << 1) |
        (((l2 - values[c2 + row]!) >>> 31) << 2) |
        (((l3 - values[c3 + row]!) >>> 31) << 3) |
        (((l4 - values[c4 + row]!) >>> 31) << 4) |
        (((l5 - values[c5 + row]!) >>> 31) << 5);
      sums[row]! += value[base + leaf]!;
    }
  }
  return sums;
}

/**
 * Labels of a page out of the log-odds of its rows: as probabilities, smoothed so that what holds template is template.
 */
export function labelRows(model: CompiledModel, tree: PageTree, rows: FeatureRows, logOdds: Float64Array): NodeLabels {
  const probabilities = logOdds.map(value => 1 / (1 + Math.exp(-value)));
  const smooth = smoothUpwards(tree, rows.nodes, probabilities);
  const cut = bestCut(smooth, model.cut);
  const label = new Uint8Array(tree.size);
  const score = new Float64Array(tree.size);
  let row = 0;
  for (let node = 0; node < tree.size; node++) {
    if (rows.nodes[row] === node) {
      score[node] = smooth[row++]!;
      label[node] = score[node]! >= cut ? 1 : 0;
      continue;
    }
    // Comments and blank texts are as what they stand in; beside the root, and implied elements, are the frame of the page.
    const parent = tree.parent[node]!;
    label[node] = parent < 0 ? 1 : label[parent]!;
    score[node] = parent < 0 ? 1 : score[parent]!;
  }
  return { label, score };
}
