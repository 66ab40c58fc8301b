import { step } from '../../../html/steps.ts';
import { lowerBound } from '../../counts/lower-bound.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { thresholds } from '../thresholds.ts';
import { isSame } from './children.ts';
import type { Difference } from './difference.ts';
import type { TemplateNodes } from './template-nodes.ts';

/** A child of the example page that the page has not, and one of the page that the example has not, below paired parents. */
export interface Unpaired {
  readonly missing: Extract<Difference, { kind: 'missing' }>[];
  readonly extra: Extract<Difference, { kind: 'extra' }>[];
  /** Children of the page without a partner, whether that means anything or not. */
  readonly nodes: number[];
}

/** What is missing at one place and left over at another is moved; the rest of both is a difference as it is. */
export function movedAndRest(
  page: ComparedPage,
  example: ComparedPage,
  { missing, extra, nodes }: Unpaired,
  template: TemplateNodes,
): Difference[] {
  const found: Difference[] = [];
  const spare = spareNodes(page, nodes);
  const moved = new Set<number>();
  for (const lost of missing) {
    const node =
      template.leaves(lost.example) >= thresholds.leastMoved ? spare.get(example.signatures.full[lost.example * 2]!) : undefined;
    if (node === undefined || moved.has(node) || !isSame('full', page, node, example, lost.example)) found.push(lost);
    else {
      moved.add(node);
      // Beside the same parent, the alignment would have seen another order.
      if (page.tree.parent[node] !== lost.parent) found.push({ ...lost, kind: 'moved', node });
    }
  }
  const { subtreeEnd } = page.tree;
  const movedNodes = Int32Array.from(moved).sort();
  for (const left of extra) {
    step();
    const holdsMoved = movedNodes[lowerBound(movedNodes, left.node)]! < subtreeEnd[left.node]!;
    if (!holdsMoved) found.push(left);
  }
  return found;
}

/** Nodes in what is left over of the page, by the first lane of their full signature. */
function spareNodes(page: ComparedPage, unpaired: readonly number[]): Map<number, number> {
  const { subtreeEnd } = page.tree;
  const spare = new Map<number, number>();
  for (const top of unpaired) {
    for (let node = top; node < subtreeEnd[top]!; node++) {
      const key = page.signatures.full[node * 2]!;
      if (!spare.has(key)) spare.set(key, node);
    }
  }
  return spare;
}
