import type { PageTree } from '../../html/tree.ts';
import { type FeatureRows, featureNames } from './features.ts';
import type { NodeLabels } from './node-labels.ts';
import { smoothUpwards } from './smoothing.ts';
/**
 * The probability from which the nodes of a page are called template, so that the F1 to be expected is the greatest: half of that F1 (Lipton,
 * Elkan, Naryanaswamy, ECML PKDD 2014). It is below a half on a page whose nodes are doubtful, and near it where they are certain. From any F1,
 * the nodes above its half have a greater one, until it is the greatest (Dinkelbach, Management Science 1967): a few rounds, without sorting.
 * @param least it is never below this.
 */
export function bestCut(probabilities: Float64Array, least: number): number {
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

/** Questions a tree asks. */
export const DEPTH = 6;
/** Each second value of four in a word. */
const EACH_SECOND = 0xff00ff;
/** Which of four values is which byte of a word, from the lowest; not all processors write the lowest first. */
const [BYTE_0, BYTE_1, BYTE_2, BYTE_3] = new Uint8Array(Int32Array.of(0x03020100).buffer) as unknown as [
  number,
  number,
  number,
  number,
];

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

/**
 * Log-odds that each row's node is template. Four rows at a time: of a word with four values, each second one is added to 255 less the
 * threshold in 16 bits of its own, so that the ninth bit says whether it is greater.
 */
export function predict(model: CompiledModel, { nodes, values, stride }: FeatureRows): Float64Array {
  const { bias, column, threshold, value } = model;
  const words = new Int32Array(values.buffer, values.byteOffset, values.length >> 2);
  const wordsOfColumn = stride >> 2;
  const sums = new Float64Array(stride).fill(bias);
  for (let at = 0, base = 0; at < column.length; at += DEPTH, base += 1 << DEPTH) {
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
