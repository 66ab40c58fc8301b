import type { PageTree } from '../../html/tree.ts';
import { type FeatureRows, featureNames } from './features.ts';
import type { NodeLabels } from './node-labels.ts';
import { smoothUpwards } from './smoothing.ts';

/**
 * Returns the probability from which the nodes of a page are labelled template so that the expected F1 is greatest: half of that F1 (Lipton,
 * Elkan, Naryanaswamy, ECML PKDD 2014). It is near 0.5 if the probabilities are certain, and lower otherwise. Iterates without sorting: the
 * nodes above half of any F1 have a greater F1, until it is the greatest (Dinkelbach, Management Science 1967).
 * @param probabilities that each node is template
 * @param least lower bound of the result
 */
export function expectedF1Cut(probabilities: Float64Array, least: number): number {
  const expected = probabilities.reduce((sum, p) => sum + p, 0);
  for (let best = 0; ; ) {
    const half = best / 2;
    let above = 0;
    let count = 0;
    for (let at = 0; at < probabilities.length; at++) {
      if (probabilities[at]! <= half) continue;
      above += probabilities[at]!;
      count++;
    }
    const better = count === 0 ? 0 : (2 * above) / (count + expected);
    if (better <= best) return Math.max(least, half);
    best = better;
  }
}

/** Number of comparisons that a tree makes. */
export const TREE_DEPTH = 6;
/** Mask of the first and third of the four bytes in a word. */
const EACH_SECOND = 0xff00ff;
/** Memory offsets of the bytes of a word, from the lowest byte: processors differ in byte order. */
const [BYTE_0, BYTE_1, BYTE_2, BYTE_3] = new Uint8Array(Int32Array.of(0x03020100).buffer) as unknown as [
  number,
  number,
  number,
  number,
];

/**
 * Boosted symmetric trees over `featureNames`, as flat arrays. Comparison `l` of tree `t` tests if column `column[t * TREE_DEPTH + l]` is greater
 * than `threshold[t * TREE_DEPTH + l]`. The results, as bits from the lowest, are the index of one of the tree's `2 ** TREE_DEPTH` values. The sum of
 * these values and of `bias` is the log-odds that a node is template.
 */
export interface LabelModel {
  readonly bias: number;
  /** Lower bound of the probability, after smoothing, from which a node is labelled template; see `expectedF1Cut`. */
  readonly cut: number;
  readonly column: readonly number[];
  readonly threshold: readonly number[];
  readonly value: readonly number[];
}

/** A `LabelModel` in typed arrays, for `predict`. */
export interface CompiledModel {
  readonly bias: number;
  readonly cut: number;
  readonly column: Uint8Array;
  readonly threshold: Int32Array;
  readonly value: Float64Array;
  /** By column of `featureNames`, 1 if the model reads it. */
  readonly columnsUsed: Uint8Array;
}

/** Converts a model to typed arrays. */
export function compileModel(model: LabelModel): CompiledModel {
  const columnsUsed = new Uint8Array(featureNames.length);
  for (const column of model.column) columnsUsed[column] = 1;
  return {
    bias: model.bias,
    cut: model.cut,
    column: Uint8Array.from(model.column),
    // No byte is greater than 255, and `predict` relies on that.
    threshold: Int32Array.from(model.threshold, threshold => Math.min(threshold, 255)),
    value: Float64Array.from(model.value),
    columnsUsed,
  };
}

/**
 * Returns the log-odds, by row, that a node is template. Processes four rows at a time: a word holds the bytes of four rows, and every second
 * byte is widened to 16 bits. Adding 255 minus the threshold to it sets bit 8 if the byte is greater than the threshold.
 */
export function predict(model: CompiledModel, { nodes, values, stride }: FeatureRows): Float64Array {
  const { bias, column, threshold, value } = model;
  const words = new Int32Array(values.buffer, values.byteOffset, values.length >> 2);
  const wordsOfColumn = stride >> 2;
  const sums = new Float64Array(stride).fill(bias);
  for (let at = 0, base = 0; at < column.length; at += TREE_DEPTH, base += 1 << TREE_DEPTH) {
    const c0 = column[at]! * wordsOfColumn;
    const c1 = column[at + 1]! * wordsOfColumn;
    const c2 = column[at + 2]! * wordsOfColumn;
    const c3 = column[at + 3]! * wordsOfColumn;
    const c4 = column[at + 4]! * wordsOfColumn;
    const c5 = column[at + 5]! * wordsOfColumn;
    const l0 = (255 - threshold[at]!) * 0x10001;
    const l1 = (255 - threshold[at + 1]!) * 0x10001;
    const l2 = (255 - threshold[at + 2]!) * 0x10001;
    const l3 = (255 - threshold[at + 3]!) * 0x10001;
    const l4 = (255 - threshold[at + 4]!) * 0x10001;
    const l5 = (255 - threshold[at + 5]!) * 0x10001;
    for (let word = 0, row = 0; word < wordsOfColumn; word++, row += 4) {
      const v0 = words[c0 + word]!;
      const v1 = words[c1 + word]!;
      const v2 = words[c2 + word]!;
      const v3 = words[c3 + word]!;
      const v4 = words[c4 + word]!;
      const v5 = words[c5 + word]!;
      const even =
        ((((v0 & EACH_SECOND) + l0) >>> 8) & 0x10001) |
        ((((v1 & EACH_SECOND) + l1) >>> 7) & 0x20002) |
        ((((v2 & EACH_SECOND) + l2) >>> 6) & 0x40004) |
        ((((v3 & EACH_SECOND) + l3) >>> 5) & 0x80008) |
        ((((v4 & EACH_SECOND) + l4) >>> 4) & 0x100010) |
        ((((v5 & EACH_SECOND) + l5) >>> 3) & 0x200020);
      const odd =
        (((((v0 >>> 8) & EACH_SECOND) + l0) >>> 8) & 0x10001) |
        (((((v1 >>> 8) & EACH_SECOND) + l1) >>> 7) & 0x20002) |
        (((((v2 >>> 8) & EACH_SECOND) + l2) >>> 6) & 0x40004) |
        (((((v3 >>> 8) & EACH_SECOND) + l3) >>> 5) & 0x80008) |
        (((((v4 >>> 8) & EACH_SECOND) + l4) >>> 4) & 0x100010) |
        (((((v5 >>> 8) & EACH_SECOND) + l5) >>> 3) & 0x200020);
      sums[row + BYTE_0]! += value[base + (even & 0xffff)]!;
      sums[row + BYTE_1]! += value[base + (odd & 0xffff)]!;
      sums[row + BYTE_2]! += value[base + (even >>> 16)]!;
      sums[row + BYTE_3]! += value[base + (odd >>> 16)]!;
    }
  }
  return sums.subarray(0, nodes.length);
}

/** Labels a page by the log-odds of its rows. The probabilities are smoothed first, so that no node exceeds its parent. */
export function labelRows(model: CompiledModel, tree: PageTree, rows: FeatureRows, logOdds: Float64Array): NodeLabels {
  const probabilities = logOdds.map(value => 1 / (1 + Math.exp(-value)));
  const smooth = smoothUpwards(tree, rows.nodes, probabilities);
  const cut = expectedF1Cut(smooth, model.cut);
  const label = new Uint8Array(tree.size);
  const score = new Float64Array(tree.size);
  let row = 0;
  for (let node = 0; node < tree.size; node++) {
    if (rows.nodes[row] === node) {
      score[node] = smooth[row++]!;
      label[node] = score[node]! >= cut ? 1 : 0;
      continue;
    }
    // Nodes without a row (comments, blank texts, implied elements) have the label of their parent; without a parent they are template.
    const parent = tree.parent[node]!;
    label[node] = parent < 0 ? 1 : label[parent]!;
    score[node] = parent < 0 ? 1 : score[parent]!;
  }
  return { label, score };
}
