import { nodeName } from '../../page/access.ts';
import { step } from '../../page/steps.ts';
import { ELEMENT, TEXT } from '../../page/tree.ts';
import type { ComparedPage } from '../check-digest.ts';
import { normalAttributes } from '../normal-form/element.ts';
import { wordingAttributes } from '../signatures.ts';
import { alignChildren } from './align.ts';
import { comparedChildren, isSame } from './children.ts';
import type { Difference } from './difference.ts';
import { Likeness, sameName } from './likeness.ts';
import type { Majority } from './majority.ts';
import { holdsLink, leadsToMissingPlaces, leadsToPage } from './own-item.ts';
import { type ExamplePage, MANY_PAGES, TemplateNodes } from './template-nodes.ts';

/** Elements that come and go with what a page needs: never extra. */
const pageOwn = new Set(['base', 'iframe', 'link', 'meta', 'noscript', 'script', 'style', 'template', 'title']);

/** A page that few others judge, or that is of another layout, is of another kind than those where it differs in more places. */
const MOST_AMONG_FEW = 2;

/** What says less is found again by chance. */
const LEAST_MOVED = 3;

/** A child of the example page that the page has not, and one of the page that the example has not, below paired parents. */
interface Unpaired {
  readonly missing: Extract<Difference, { kind: 'missing' }>[];
  readonly extra: Extract<Difference, { kind: 'extra' }>[];
  /** Children of the page without a partner, whether that means anything or not. */
  readonly nodes: number[];
}

/**
 * Where a page differs from the template: the trees of the page and of an example page are aligned from their roots down, and
 * of their differences those are kept that part the page from the majority. A difference is named at the highest node.
 */
export function comparePages(page: ComparedPage, example: ExamplePage, majority: Majority): Difference[] {
  const comparison = new Comparison(page, example, majority);
  comparison.pair(page.tree.root, example.tree.root);
  const differences = comparison.differences();
  const isDoubtful = majority.isGuest || differences.some(({ verdict }) => verdict.of < MANY_PAGES);
  return isDoubtful && differences.length > MOST_AMONG_FEW ? [] : differences;
}

class Comparison {
  readonly #page: ComparedPage;
  readonly #example: ComparedPage;
  readonly #template: TemplateNodes;
  readonly #likeness: Likeness;
  readonly #found: Difference[] = [];
  readonly #unpaired: Unpaired = { missing: [], extra: [], nodes: [] };

  constructor(page: ComparedPage, example: ExamplePage, majority: Majority) {
    this.#page = page;
    this.#example = example;
    this.#template = new TemplateNodes(example, majority);
    this.#likeness = new Likeness(page, example);
  }

  /** All that was found, in the order of the page; what is missing at one place and left over at another is moved. */
  differences(): Difference[] {
    const { missing, extra, nodes } = this.#unpaired;
    const spare = this.#spareNodes(nodes);
    const moved = new Set<number>();
    for (const lost of missing) {
      const node =
        this.#template.leaves(lost.example) >= LEAST_MOVED
          ? spare.get(this.#example.signatures.full[lost.example * 2]!)
          : undefined;
      if (node === undefined || moved.has(node) || !isSame('full', this.#page, node, this.#example, lost.example))
        this.#found.push(lost);
      else {
        moved.add(node);
        this.#found.push({ ...lost, kind: 'moved', node });
      }
    }
    const { subtreeEnd } = this.#page.tree;
    const movedNodes = [...moved];
    for (const left of extra) {
      step(movedNodes.length);
      const holdsMoved = movedNodes.some(node => node >= left.node && node < subtreeEnd[left.node]!);
      if (!holdsMoved) this.#found.push(left);
    }
    return this.#found;
  }

  /** Nodes in what is left over of the page, by the first lane of their full signature. */
  #spareNodes(unpaired: readonly number[]): Map<number, number> {
    const { subtreeEnd } = this.#page.tree;
    const spare = new Map<number, number>();
    for (const top of unpaired) {
      for (let node = top; node < subtreeEnd[top]!; node++) {
        const key = this.#page.signatures.full[node * 2]!;
        if (!spare.has(key)) spare.set(key, node);
      }
    }
    return spare;
  }

  /** Compares two nodes that stand at the same place, and what is below them. */
  pair(node: number, other: number): void {
    if (isSame('full', this.#page, node, this.#example, other)) return;
    if (!sameName(this.#page, node, this.#example, other)) return this.#replaced(node, other);
    if (this.#page.tree.kind[node] === TEXT) return this.#text(node, other);
    if (this.#isAnother(node, other) || this.#isInOtherState(node, other)) return;
    this.#attributes(node, other);
    this.#children(node, other);
  }

  #text(node: number, other: number): void {
    const verdict = this.#template.lackedWhole(other);
    if (verdict) this.#found.push({ kind: 'text', node, example: other, verdict });
  }

  /** Another element at the place of one that has the same inside, or a text in the place of a link. */
  #replaced(node: number, other: number): void {
    if (this.#isOwnItem(other)) return;
    const isLinkLost = holdsLink(this.#example, other) && !holdsLink(this.#page, node);
    // An item without its link: where the reader is, or where nothing comes before or after the page.
    if (isLinkLost && this.#template.isCommonTag(this.#page, node)) return;
    const verdict = isLinkLost
      ? this.#template.lackedWhole(other)
      : (this.#template.lacked(other, []) ?? this.#template.lackedStructure(other));
    const isWhole = this.#template.lackedWhole(other) !== undefined;
    if (verdict) this.#found.push({ kind: 'replaced', node, example: other, isWhole, verdict });
    else if (!isLinkLost && this.#page.tree.kind[node] === ELEMENT && this.#example.tree.kind[other] === ELEMENT)
      this.#children(node, other);
  }

  /** N8, learned from the site: the same words, or none, in another tag that many pages have there, as the items and icons of a menu by turns. */
  #isInOtherState(node: number, other: number): boolean {
    if (this.#page.context.off.has('N8') || isSame('structure', this.#page, node, this.#example, other)) return false;
    const isEmpty = this.#page.tree.subtreeEnd[node] === node + 1 && this.#example.tree.subtreeEnd[other] === other + 1;
    return (isEmpty || this.#likeness.saysTheSame(node, other)) && this.#template.isCommonTag(this.#page, node);
  }

  /** A whole that has nothing in common with what should stand here is one finding, not one for each of its parts. */
  #isAnother(node: number, other: number): boolean {
    const verdict = this.#template.lackedWhole(other);
    if (!verdict || this.#template.leaves(other) < 2 || this.#likeness.leaves(node) < 2) return false;
    if (this.#likeness.shared(node, other) > 0) return false;
    if (!this.#template.isForGuest) this.#found.push({ kind: 'replaced', node, example: other, isWhole: true, verdict });
    return true;
  }

  #attributes(node: number, other: number): void {
    if (isSame('own', this.#page, node, this.#example, other)) return;
    const whole = this.#template.lackedOwn(other);
    const verdict = whole ?? this.#template.lackedStructure(other);
    if (!verdict) return;
    if (this.#template.isForGuest && this.#likeness.shared(node, other) < 0.5) return;
    const counts = (name: string): boolean =>
      this.#template.isForGuest ? wordingAttributes.has(name) : whole !== undefined || !wordingAttributes.has(name);
    const names = this.#differingAttributes(node, other).filter(counts);
    if (names.length > 0) this.#found.push({ kind: 'attributes', node, example: other, names, verdict });
  }

  #differingAttributes(node: number, other: number): string[] {
    const own = this.#attributesOf(this.#page, node);
    const others = this.#attributesOf(this.#example, other);
    const names = [...new Set([...own.keys(), ...others.keys()])].filter(name => own.get(name) !== others.get(name));
    // A link to the page itself need not lead anywhere, and may be marked in the site's own way (N8).
    const isFree = (name: string): boolean =>
      (name === 'href' && !own.has(name)) || (name === 'class' && isItem(nodeName(this.#page.tree, node)));
    return names.filter(name => !(isFree(name) && this.#isOwnItem(other)));
  }

  #attributesOf(page: ComparedPage, node: number): Map<string, string> {
    return normalAttributes(page.tree, page.source, node, page.context, page.signatures.places[node]!);
  }

  #isOwnItem(other: number): boolean {
    return leadsToPage(this.#example, other, this.#page.context);
  }

  #children(parent: number, otherParent: number): void {
    const left = comparedChildren(this.#page, parent);
    const right = comparedChildren(this.#example, otherParent);
    const partner = alignChildren(this.#page, left, this.#example, right, this.#likeness);
    const paired = new Int32Array(right.length).fill(-1);
    partner.forEach((j, i) => {
      if (j >= 0) paired[j] = i;
    });
    const taken = this.#inOtherOrder(parent, left, right, partner, paired);
    const equal = right.filter((_, index) => paired[index]! >= 0 && this.#isEqual(left[paired[index]!]!, right[index]!));
    let before = -1;
    for (let j = 0; j < right.length; j++) {
      if (paired[j]! >= 0) {
        before = paired[j]!;
        continue;
      }
      const verdict = this.#template.lacked(right[j]!, equal);
      if (!verdict || leadsToMissingPlaces(this.#example, right[j]!, this.#page)) continue;
      const after = before < 0 ? -1 : left[before]!;
      const isWhole = this.#template.lackedWhole(right[j]!) !== undefined;
      this.#unpaired.missing.push({ kind: 'missing', parent, after, example: right[j]!, isWhole, verdict });
    }
    const gaps = gapsIn(partner, right.length);
    for (let i = 0; i < left.length; i++) {
      if (partner[i]! >= 0) this.pair(left[i]!, right[partner[i]!]!);
      else if (!taken.has(left[i]!)) {
        this.#unpaired.nodes.push(left[i]!);
        this.#leftOver(left[i]!, gaps[i]!, right, paired, otherParent);
      }
    }
  }

  #isEqual(node: number, other: number): boolean {
    return isSame('full', this.#page, node, this.#example, other);
  }

  /** Children that both have, and that the alignment could not pair because their order differs. */
  #inOtherOrder(
    parent: number,
    left: readonly number[],
    right: readonly number[],
    partner: Int32Array,
    paired: Int32Array,
  ): ReadonlySet<number> {
    const taken = new Set<number>();
    const spare = this.#withoutPartner(left, partner);
    let before = -1;
    for (let j = 0; j < right.length; j++) {
      if (paired[j]! < 0) {
        const alike = spare.get(this.#example.signatures.full[right[j]! * 2]!);
        const i = alike?.at(-1);
        if (i === undefined || !this.#isEqual(left[i]!, right[j]!)) continue;
        alike!.pop();
        taken.add(left[i]!);
        const verdict = this.#template.lackedOrder(right, j, this.#example.tree.parent[right[j]!]!);
        const after = before < 0 ? -1 : left[before]!;
        if (verdict) this.#found.push({ kind: 'moved', node: left[i]!, parent, after, example: right[j]!, verdict });
        paired[j] = i;
      }
      before = paired[j]!;
    }
    return taken;
  }

  /** Indices of children of the page that have no partner, the last first, by the first lane of their full signature. */
  #withoutPartner(left: readonly number[], partner: Int32Array): Map<number, number[]> {
    const spare = new Map<number, number[]>();
    for (let i = left.length - 1; i >= 0; i--) {
      if (partner[i]! >= 0) continue;
      const key = this.#page.signatures.full[left[i]! * 2]!;
      const list = spare.get(key);
      if (list) list.push(i);
      else spare.set(key, [i]);
    }
    return spare;
  }

  /** A child of the page without a partner: one too many of a kind, or something between two that belong side by side. */
  #leftOver(node: number, { from, to }: Gap, right: readonly number[], paired: Int32Array, otherParent: number): void {
    for (const other of this.#template.isForGuest || isSeparator(this.#page, node) ? [] : right) {
      step();
      if (!this.#template.saysSomething(other)) continue;
      const isCopy = isSame('full', this.#page, node, this.#example, other);
      const verdict = isCopy ? this.#template.lackedWhole(other) : undefined;
      const alike = isSame('structure', this.#page, node, this.#example, other) && this.#likeness.shared(node, other) >= 0.5;
      const block = alike && this.#template.isBlock(other) ? this.#template.lackedStructure(other) : undefined;
      const found = verdict ?? block;
      if (found) {
        this.#found.push({ kind: 'duplicated', node, example: other, verdict: found });
        return;
      }
    }
    const name = nodeName(this.#page.tree, node);
    if (pageOwn.has(name) || nodeName(this.#example.tree, otherParent) === 'head') return;
    if (this.#template.isForGuest && !this.#template.isPartOfLine(node, this.#page)) return;
    // What says "you are here" in the link to the page itself (N8).
    const parent = this.#page.tree.parent[node]!;
    if (isItem(nodeName(this.#page.tree, parent)) && leadsToPage(this.#page, parent, this.#page.context)) return;
    if (to !== from + 1 || (from < 0 && to === right.length)) return;
    for (let j = from + 1; j < to; j++) if (paired[j]! < 0) return;
    const verdict = this.#template.lackedNeighbours(right, from, to, otherParent);
    if (!verdict) return;
    const example = to < right.length ? right[to]! : right[from]!;
    this.#unpaired.extra.push({ kind: 'extra', node, example, verdict });
  }
}

/** A text without a letter or digit. */
function isSeparator({ tree, source }: ComparedPage, node: number): boolean {
  return tree.kind[node] === TEXT && !/[\p{L}\p{N}]/u.test(source.slice(tree.start[node]!, tree.end[node]!));
}

/** An element that holds one entry of a menu, or part of one. */
function isItem(name: string): boolean {
  return /^(?:a|b|dd|dt|em|font|li|span|strong|td)$/.test(name);
}

/** The partners of the nearest nodes before and after a node that have one; -1 and the number of children for none. */
interface Gap {
  readonly from: number;
  readonly to: number;
}

function gapsIn(partner: Int32Array, length: number): Gap[] {
  const gaps: Gap[] = new Array(partner.length);
  let to = length;
  const after = Int32Array.from(partner);
  for (let i = partner.length - 1; i >= 0; i--) {
    if (partner[i]! >= 0) to = partner[i]!;
    after[i] = to;
  }
  let from = -1;
  for (let i = 0; i < partner.length; i++) {
    if (partner[i]! >= 0) from = partner[i]!;
    gaps[i] = { from, to: after[i]! };
  }
  return gaps;
}
