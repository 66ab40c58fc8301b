import type { PageTree } from '../../html/tree.ts';
import type { NodeLabels } from './node-labels.ts';

/** Labels of a page that is compared with no other: nothing is known to be shared, so nothing is template; the score says so. */
export function undecidedLabels(tree: PageTree): NodeLabels {
  return { label: new Uint8Array(tree.size), score: new Float64Array(tree.size).fill(0.5) };
}
