import { isStyleSheetLink, nodeName } from '../../../html/access.ts';
import { step } from '../../../html/steps.ts';
import { lowerBound } from '../../counts/lower-bound.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { SLOT } from '../../keys/normal-form/node-traits.ts';
import type { Difference } from '../agreement/difference.ts';
import type { Verdict } from '../agreement/majority.ts';
import type { TemplateNodes } from '../agreement/template-nodes.ts';
import { isSame } from '../facts/children.ts';
import type { Likeness } from '../facts/likeness.ts';
import { signatureKey } from '../facts/page-lookup.ts';
import { thresholds } from '../thresholds.ts';

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

/**
 * True if the order of the node among its siblings has an effect. In a head, that of style sheets and scripts has; that of metadata, icons, and
 * links to translations and feeds has none.
 */
function hasOrder(page: ComparedPage, node: number): boolean {
  const { tree, source, signatures } = page;
  if ((signatures.traits[node]! & SLOT) !== 0) return false;
  const parent = tree.parent[node]!;
  if (parent < 0 || nodeName(tree, parent) !== 'head') return true;
  const name = nodeName(tree, node);
  return isStyleSheetLink(tree, source, node) || !['link', 'meta', 'title'].includes(name);
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

/** A child of the example, by its index, that the page has too few of. */
interface Lacked {
  readonly index: number;
  readonly verdict: Verdict;
}

/** Children of an element of the example, by their signatures: a page may have one of them too often. */
export class DuplicatedChildren {
  readonly #page: ComparedPage;
  readonly #children: readonly number[];
  readonly #likeness: Likeness;
  /** The first with each full signature. */
  readonly #wholes = new Map<number, Lacked>();
  /** Blocks with each structure, in their order. */
  readonly #blocks = new Map<number, Lacked[]>();

  constructor(
    page: ComparedPage,
    example: ComparedPage,
    children: readonly number[],
    template: TemplateNodes,
    likeness: Likeness,
  ) {
    this.#page = page;
    this.#children = children;
    this.#likeness = likeness;
    const { full, structure } = example.signatures;
    for (const [index, other] of children.entries()) {
      step();
      if (!template.saysSomething(other)) continue;
      const whole = template.lackedWhole(other);
      const key = signatureKey(full, other);
      if (whole && !this.#wholes.has(key)) this.#wholes.set(key, { index, verdict: whole });
      const verdict = template.lackedStructure(other);
      if (!verdict || !template.isBlock(other)) continue;
      const block = { index, verdict };
      const blocks = this.#blocks.get(signatureKey(structure, other));
      if (blocks) blocks.push(block);
      else this.#blocks.set(signatureKey(structure, other), [block]);
    }
  }

  /** The first child that a node of the page is a copy of, or a block that has half of its leaves. */
  of(node: number): { other: number; verdict: Verdict } | undefined {
    const { full, structure } = this.#page.signatures;
    const whole = this.#wholes.get(signatureKey(full, node));
    for (const { index, verdict } of this.#blocks.get(signatureKey(structure, node)) ?? []) {
      if (whole && whole.index <= index) break;
      step();
      const other = this.#children[index]!;
      if (this.#likeness.shared(node, other) >= 0.5) return { other, verdict };
    }
    return whole && { other: this.#children[whole.index]!, verdict: whole.verdict };
  }
}

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
