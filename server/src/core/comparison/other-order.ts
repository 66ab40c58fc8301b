import type { ComparedPage } from '../keys/compared-page.ts';
import { SLOT } from '../normal-form/places.ts';
import { step } from '../page/steps.ts';
import { isSame } from './children.ts';
import type { Difference } from './difference.ts';
import type { TemplateNodes } from './template-nodes.ts';

/** The compared children of a node of the page, and for each the index of its partner; -1 for none. */
interface ChildrenOfPage {
  readonly parent: number;
  readonly left: readonly number[];
  readonly partner: Int32Array;
}

/** The same of the node of the example that it is paired with. */
interface ChildrenOfExample {
  readonly right: readonly number[];
  readonly paired: Int32Array;
}

/**
 * Pairs the children that both have, and that the alignment could not pair because their order differs.
 * @param paired takes up the index of the page's child for each child of the example.
 * @returns the children of the page that are paired, and those of them that most pages have elsewhere.
 */
export function pairInOtherOrder(
  page: ComparedPage,
  { parent, left, partner }: ChildrenOfPage,
  example: ComparedPage,
  { right, paired }: ChildrenOfExample,
  template: TemplateNodes,
): { taken: ReadonlySet<number>; moved: Difference[] } {
  const moved: Difference[] = [];
  const taken = new Set<number>();
  const spare = withoutPartner(page, left, partner);
  let before = -1;
  for (let j = 0; j < right.length; j++) {
    if (paired[j]! < 0) {
      const alike = spare.get(example.signatures.full[right[j]! * 2]!);
      const i = alike?.at(-1);
      if (i === undefined || !isSame('full', page, left[i]!, example, right[j]!)) continue;
      alike!.pop();
      taken.add(left[i]!);
      const verdict = template.lackedOrder(right, j, example.tree.parent[right[j]!]!);
      const after = before < 0 ? -1 : left[before]!;
      // The order of links to translations, feeds and such means nothing.
      const isSlot = (page.signatures.places[left[i]!]! & SLOT) !== 0;
      if (verdict && !isSlot && isInverted(page, left, i, example, right, j, template))
        moved.push({ kind: 'moved', node: left[i]!, parent, after, example: right[j]!, verdict });
      paired[j] = i;
    }
    before = paired[j]!;
  }
  return { taken, moved };
}

/** Does something that stands before it in the example stand after it here, or the other way round? What is put between two is no move. */
function isInverted(
  page: ComparedPage,
  left: readonly number[],
  i: number,
  example: ComparedPage,
  right: readonly number[],
  j: number,
  template: TemplateNodes,
): boolean {
  step(left.length + right.length);
  const places = new Map<number, number>();
  left.forEach((node, at) => {
    const key = page.signatures.full[node * 2]!;
    places.set(key, places.has(key) ? -1 : at);
  });
  return right.some((other, at) => {
    const place = places.get(example.signatures.full[other * 2]!) ?? -1;
    return place >= 0 && at !== j && at < j !== place < i && template.isShared(other);
  });
}

/** Indices of children of the page that have no partner, the last first, by the first lane of their full signature. */
function withoutPartner(page: ComparedPage, left: readonly number[], partner: Int32Array): Map<number, number[]> {
  const spare = new Map<number, number[]>();
  for (let i = left.length - 1; i >= 0; i--) {
    if (partner[i]! >= 0) continue;
    const key = page.signatures.full[left[i]! * 2]!;
    const list = spare.get(key);
    if (list) list.push(i);
    else spare.set(key, [i]);
  }
  return spare;
}
