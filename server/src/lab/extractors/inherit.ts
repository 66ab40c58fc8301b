import type { PageTree } from '../../html/tree.ts';

/** Gives nodes outside the node universe (-1 in `elements`) the label and score of their parent; without a parent they are template. */
export function inheritLabels(tree: PageTree, elements: Int32Array, label: Uint8Array, score: Float64Array): void {
  for (let node = 0; node < tree.size; node++) {
    if (elements[node]! >= 0) continue;
    const parent = tree.parent[node]!;
    label[node] = parent < 0 ? 1 : label[parent]!;
    score[node] = parent < 0 ? 1 : score[parent]!;
  }
}
