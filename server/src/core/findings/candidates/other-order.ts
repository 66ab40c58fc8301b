import { isStyleSheetLink, nodeName } from '../../../html/access.ts';
import { step } from '../../../html/steps.ts';
import { isSame } from '../../keys/compared-nodes.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { SLOT } from '../../keys/normal-form/node-traits.ts';
import { isSeparator } from '../../statements/kinds-of-nodes.ts';
import { signatureKey } from '../../statements/page-lookup.ts';
import type { Difference } from '../agreement/difference.ts';
import type { TemplateNodes } from '../agreement/template-nodes.ts';

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
  let order: SharedOrder | undefined;
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
      if (verdict && hasOrder(page, left[i]!)) {
        order ??= new SharedOrder(page, left, example, right, template);
        if (order.isInverted(i, j)) moved.push({ kind: 'moved', node: left[i]!, parent, after, example: right[j]!, verdict });
      }
      paired[j] = i;
    }
    before = paired[j]!;
  }
  return { taken, moved };
}

/** True if it may matter where a node stands among its siblings. For `meta`, `title`, separators and links other than style sheets it does not. */
function hasOrder(page: ComparedPage, node: number): boolean {
  const { tree, source, signatures } = page;
  if ((signatures.traits[node]! & SLOT) !== 0 || isSeparator(page, node)) return false;
  return isStyleSheetLink(tree, source, node) || !/^(?:link|meta|title)$/.test(nodeName(tree, node));
}

/** Where the children that most pages have, and that the page has once, stand on the page and the example. */
class SharedOrder {
  /** For each child of the example, the last place on the page of those before it, and the first place of it and those after it. */
  readonly #lastBefore: Int32Array;
  readonly #firstFrom: Int32Array;

  constructor(
    page: ComparedPage,
    left: readonly number[],
    example: ComparedPage,
    right: readonly number[],
    template: TemplateNodes,
  ) {
    step(left.length + right.length);
    const places = new Map<number, number>();
    left.forEach((node, at) => {
      const key = page.signatures.full[node * 2]!;
      if (hasOrder(page, node)) places.set(key, places.has(key) ? -1 : at);
    });
    const shared = Int32Array.from(right, other => {
      const place = places.get(example.signatures.full[other * 2]!) ?? -1;
      return place >= 0 && template.isShared(other) ? place : -1;
    });
    this.#lastBefore = new Int32Array(right.length + 1).fill(-1);
    this.#firstFrom = new Int32Array(right.length + 1).fill(left.length);
    shared.forEach((place, at) => {
      this.#lastBefore[at + 1] = Math.max(this.#lastBefore[at]!, place);
    });
    for (let at = right.length - 1; at >= 0; at--)
      this.#firstFrom[at] = Math.min(this.#firstFrom[at + 1]!, shared[at]! < 0 ? left.length : shared[at]!);
  }

  /** Does something that stands before child `j` in the example stand after it here, or the other way round? What is put between two is no move. */
  isInverted(i: number, j: number): boolean {
    return this.#lastBefore[j]! >= i || this.#firstFrom[j + 1]! < i;
  }
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

/** A node of the example, and what the majority says of it. */
export type Lacked = Pick<Difference, 'example' | 'verdict'>;

/** The children of the example that occur a different number of times on this page than on most; the first of each, by its signature. */
export function lackedWholes(example: ComparedPage, children: readonly number[], template: TemplateNodes): Map<number, Lacked> {
  const wholes = new Map<number, Lacked>();
  for (const child of children) {
    step();
    const verdict = template.saysSomething(child) ? template.lackedWhole(child) : undefined;
    const key = signatureKey(example.signatures.full, child);
    if (verdict && !wholes.has(key)) wholes.set(key, { example: child, verdict });
  }
  return wholes;
}
