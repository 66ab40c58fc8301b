import type { PageTree } from '../../html/tree.ts';
import type { NodeLabels } from './node-labels.ts';

/** Returns the labels of a page without pages to compare it with: all content, with score 0.5. */
export function undecidedLabels(tree: PageTree): NodeLabels {
  return { label: new Uint8Array(tree.size), score: new Float64Array(tree.size).fill(0.5) };
}
