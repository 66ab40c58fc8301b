import type { ComparedPage } from '../keys/compared-page.ts';
import { wordingAttributes } from '../keys/signatures.ts';
import { normalAddress } from '../normal-form/address.ts';
import { normalAttributes } from '../normal-form/element.ts';
import { attributeValue, nodeName } from '../page/access.ts';
import { step } from '../page/steps.ts';
import { ELEMENT, TEXT } from '../page/tree.ts';
import { alignChildren } from './align.ts';
import type { Area } from './area.ts';
import { comparedChildren, isSame } from './children.ts';
import type { Difference } from './difference.ts';
import { type Gap, gapsIn } from './gaps.ts';
import { hasWords, isItem, isOfPageKind, isOtherCode, isPicture, isSeparator, isSpacer, isTrail } from './kinds-of-nodes.ts';
import { Likeness, sameName } from './likeness.ts';
import type { Majority } from './majority.ts';
import { hasPlace, holdsLink, leadsToMissingPlaces, leadsToPage } from './own-item.ts';
import { type ExamplePage, MANY_PAGES, TemplateNodes } from './template-nodes.ts';

/** Elements that come and go with what a page needs: never extra. */
const pageOwn = new Set(['base', 'iframe', 'link', 'meta', 'noscript', 'script', 'style', 'template', 'title']);

/** A page that few others judge is of another kind than those where it differs in more places. */
const MOST_AMONG_FEW = 2;

/** So many elements of one kind on a page are items of a list, outside of parts. */
const MANY_ITEMS = 2;

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
export function comparePages(
  page: ComparedPage,
  example: ExamplePage,
  majority: Majority,
  area: Area,
): { differences: Difference[]; partners: ReadonlyMap<number, number> } {
  const comparison = new Comparison(page, example, majority, area);
  if (!area.parents) comparison.pair(page.tree.root, example.tree.root);
  for (const [node, other] of area.parents ?? []) comparison.children(node, other);
  const isOther =
    area.parents !== undefined &&
    (area.isOwn ? comparison.isAnother() || comparison.isInOtherState() : comparison.isPartlyAnother());
  const differences = isOther ? [] : comparison.differences();
  const isDoubtful = !area.parents && differences.some(({ verdict }) => verdict.of < MANY_PAGES);
  return { differences: isDoubtful && differences.length > MOST_AMONG_FEW ? [] : differences, partners: comparison.partners };
}

class Comparison {
  readonly #page: ComparedPage;
  readonly #example: ComparedPage;
  readonly #area: Area;
  readonly #template: TemplateNodes;
  readonly #likeness: Likeness;
  readonly #found: Difference[] = [];
  /** Nodes of the page by those of the example that they were paired with, where their children were compared. */
  readonly partners = new Map<number, number>();
  readonly #unpaired: Unpaired = { missing: [], extra: [], nodes: [] };

  constructor(page: ComparedPage, example: ExamplePage, majority: Majority, area: Area) {
    this.#page = page;
    this.#example = example;
    this.#area = area;
    this.#template = new TemplateNodes(example, majority, area);
    this.#likeness = new Likeness(page, example);
  }

  isAnother(): boolean {
    return this.#template.isAnother(this.#page);
  }

  /** Does something else stand in the place of the part, with little of it? All of it missing is another matter. */
  isPartlyAnother(): boolean {
    return this.#found.some(({ kind }) => kind !== 'missing' && kind !== 'moved') && this.#template.isAnother(this.#page);
  }

  /** N8: does the part say the same, with other items marked, linked or first? */
  isInOtherState(): boolean {
    if (this.#page.context.off.has('N8')) return false;
    const { missing, extra } = this.#unpaired;
    const isOfWords = (difference: Difference): boolean =>
      difference.kind === 'text' || (difference.kind === 'missing' && hasWords(this.#example, difference.example));
    if (![...this.#found, ...missing, ...extra].some(isOfWords)) return false;
    const words = (page: ComparedPage, parents: readonly number[], has: (node: number) => boolean): string => {
      const found: number[] = [];
      for (const parent of parents) {
        for (let node = parent + 1; node < page.tree.subtreeEnd[parent]!; node++)
          if (page.tree.kind[node] === TEXT && has(node)) found.push(page.signatures.own[node * 2]!);
      }
      step(found.length);
      return found.sort((a, b) => a - b).join();
    };
    const parents = this.#area.parents ?? [];
    const here = words(
      this.#page,
      parents.map(([node]) => node),
      node => this.#area.hasOwn(node),
    );
    return (
      here ===
      words(
        this.#example,
        parents.map(([, other]) => other),
        node => this.#area.has(node),
      )
    );
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
        // Beside the same parent, the alignment would have seen another order.
        if (this.#page.tree.parent[node] !== lost.parent) this.#found.push({ ...lost, kind: 'moved', node });
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
    if (!this.#area.has(other) || isSame('full', this.#page, node, this.#example, other)) return;
    if (!sameName(this.#page, node, this.#example, other)) return this.#replaced(node, other);
    if (this.#page.tree.kind[node] === TEXT) return this.#text(node, other);
    if (this.#isAnother(node, other) || this.#isInOtherState(node, other)) return;
    this.#attributes(node, other);
    this.children(node, other);
  }

  #text(node: number, other: number): void {
    if (this.#isVariant(node) || this.#isOfOthers(node, other)) return;
    if (isOtherCode(this.#page, node, this.#example, other) || this.#isSaidAgain(node)) return;
    const verdict = this.#template.lackedWhole(other);
    if (verdict) this.#found.push({ kind: 'text', node, example: other, verdict });
  }

  /** Have more pages, or the page's kin, the same here as the page? */
  #isOfOthers(node: number, other: number): boolean {
    return this.#template.isMinority(this.#page, node, other) || this.#area.isOfKin(this.#page, node);
  }

  /** Is it one of many such elements on the page? Then it is an item of a list. */
  #isRepeated(node: number): boolean {
    const { tree, signatures } = this.#page;
    if (signatures.bare[node]) return false;
    step(tree.size);
    let times = 0;
    for (let at = 0; at < tree.size; at++) if (isSame('structure', this.#page, node, this.#page, at)) times++;
    return times >= MANY_ITEMS;
  }

  /** Has the page as many elements of the same role? One of them is the one that seems to be missing. */
  #hasSameRole(other: number): boolean {
    const role = attributeValue(this.#example.tree, this.#example.source, other, 'role');
    if (role === undefined || this.#example.tree.kind[other] !== ELEMENT) return false;
    const count = ({ tree, source }: ComparedPage): number => {
      let elements = 0;
      step(tree.size);
      for (let node = 0; node < tree.size; node++)
        if (tree.kind[node] === ELEMENT && attributeValue(tree, source, node, 'role') === role) elements++;
      return elements;
    };
    return count(this.#page) >= count(this.#example);
  }

  /** Does another link of the page to the same place have the same words? */
  #isSaidAgain(node: number): boolean {
    const { tree, source, context, signatures } = this.#page;
    const link = tree.parent[node]!;
    const href =
      tree.kind[link] === ELEMENT && nodeName(tree, link) === 'a' ? attributeValue(tree, source, link, 'href') : undefined;
    if (href === undefined) return false;
    const address = normalAddress(href, context);
    step(tree.size);
    for (let at = 0; at < tree.size; at++) {
      if (at === node || tree.kind[at] !== TEXT || signatures.own[at * 2] !== signatures.own[node * 2]) continue;
      const around = attributeValue(tree, source, tree.parent[at]!, 'href');
      if (around !== undefined && normalAddress(around, context) === address) return true;
    }
    return false;
  }

  /** Outside of parts, what some other pages have in the same way is an option of the layout. */
  #isVariant(node: number): boolean {
    return !this.#area.parents && this.#template.isOption(this.#page, node);
  }

  /** Another element at the place of one that has the same inside, or a text in the place of a link. */
  #replaced(node: number, other: number): void {
    if (this.#isOwnItem(other)) return;
    const isLinkLost = holdsLink(this.#example, other) && !holdsLink(this.#page, node);
    // An item without its link: where the reader is, or where nothing comes before or after the page.
    if (isLinkLost && this.#template.isCommonTag(this.#page, node)) return;
    const verdict = isLinkLost
      ? this.#template.lackedWhole(other)
      : (this.#template.lacked(other) ?? this.#template.lackedStructure(other));
    const isWhole = this.#template.lackedWhole(other) !== undefined;
    if (verdict) this.#found.push({ kind: 'replaced', node, example: other, isWhole, verdict });
    else if (!isLinkLost && this.#page.tree.kind[node] === ELEMENT && this.#example.tree.kind[other] === ELEMENT)
      this.children(node, other);
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
    if (this.#likeness.shared(node, other) > 0 || isSame('own', this.#page, node, this.#example, other)) return false;
    this.#found.push({ kind: 'replaced', node, example: other, isWhole: true, verdict });
    return true;
  }

  #attributes(node: number, other: number): void {
    if (isSame('own', this.#page, node, this.#example, other)) return;
    if (this.#isVariant(node) || this.#isOfOthers(node, other)) return;
    const whole = this.#template.lackedOwn(other);
    const verdict = whole ?? this.#template.lackedStructure(other);
    if (!verdict) return;
    const counts = (name: string): boolean => whole !== undefined || !wordingAttributes.has(name);
    if (!whole && (this.#isAsSibling(node, other) || this.#isOtherBlock(node, other))) return;
    const names = this.#differingAttributes(node, other).filter(counts);
    if (names.length > 0) this.#found.push({ kind: 'attributes', node, example: other, names, verdict });
  }

  /** N8: one item of a row is in another state on every page; here it is in the state of its neighbours. */
  #isAsSibling(node: number, other: number): boolean {
    if (this.#page.context.off.has('N8')) return false;
    const siblings = comparedChildren(this.#example, this.#example.tree.parent[other]!);
    step(siblings.length);
    return siblings.some(sibling => sibling !== other && isSame('structure', this.#page, node, this.#example, sibling));
  }

  #differingAttributes(node: number, other: number): string[] {
    const own = this.#attributesOf(this.#page, node);
    const others = this.#attributesOf(this.#example, other);
    const names = [...new Set([...own.keys(), ...others.keys()])].filter(name => own.get(name) !== others.get(name));
    // A link to the page itself need not lead anywhere, and may be marked in the site's own way (N8).
    const isFree = (name: string): boolean =>
      (name === 'href' && !own.has(name)) || (name === 'class' && isItem(nodeName(this.#page.tree, node)));
    const resolves = (name: string): boolean => !this.#area.parents && isReference(name) && this.#refersToOwn(node, name);
    const adds = (name: string): boolean => name === 'class' && isSuperset(own.get(name), others.get(name));
    return names.filter(
      name => !adds(name) && !resolves(name) && !(isFree(name) && (this.#isOwnItem(other) || this.#isUnlinkedSelf(node, other))),
    );
  }

  /** Does an attribute refer to elements that the page has? */
  #refersToOwn(node: number, name: string): boolean {
    const { tree, source } = this.#page;
    const ids = (attributeValue(tree, source, node, name) ?? '').split(/\s+/).filter(id => id !== '');
    return ids.length > 0 && ids.every(id => hasPlace(this.#page, id));
  }

  /** Outside of parts: do two blocks have hardly any elements in common? They are two kinds of content. */
  #isOtherBlock(node: number, other: number): boolean {
    if (this.#area.parents) return false;
    const a = structuresIn(this.#page, node);
    const b = structuresIn(this.#example, other);
    if (a.size < FEW_STRUCTURES || b.size < FEW_STRUCTURES) return false;
    let common = 0;
    for (const structure of a) if (b.has(structure)) common++;
    return common * 3 < Math.min(a.size, b.size);
  }

  #attributesOf(page: ComparedPage, node: number): Map<string, string> {
    return normalAttributes(page.tree, page.source, node, page.context, page.signatures.places[node]!);
  }

  /** N8: an item that is a link on other pages, and here the same words without one. */
  #isUnlinkedSelf(node: number, other: number): boolean {
    if (this.#page.context.off.has('N8')) return false;
    return holdsLink(this.#example, other) && !holdsLink(this.#page, node) && this.#likeness.saysTheSame(node, other);
  }

  #isOwnItem(other: number): boolean {
    return leadsToPage(this.#example, other, this.#page.context);
  }

  /** Compares the children of two nodes. */
  children(parent: number, otherParent: number): void {
    this.partners.set(otherParent, parent);
    const left = comparedChildren(this.#page, parent);
    const right = comparedChildren(this.#example, otherParent);
    const partner = alignChildren(this.#page, left, this.#example, right, this.#likeness);
    const paired = new Int32Array(right.length).fill(-1);
    partner.forEach((j, i) => {
      if (j >= 0) paired[j] = i;
    });
    const taken = this.#inOtherOrder(parent, left, right, partner, paired);
    let before = -1;
    for (let j = 0; j < right.length; j++) {
      if (paired[j]! >= 0) {
        before = paired[j]!;
        continue;
      }
      const verdict = this.#template.lacked(right[j]!);
      if (!verdict || leadsToMissingPlaces(this.#example, right[j]!, this.#page) || isTrail(this.#example, right[j]!)) continue;
      if (this.#hasSameRole(right[j]!)) continue;
      if (isOfPageKind(this.#example, right[j]!) || isSpacer(this.#example, right[j]!, !this.#area.isOwn)) continue;
      const after = before < 0 ? -1 : left[before]!;
      const isWhole = this.#template.lackedWhole(right[j]!) !== undefined;
      // Of what is partly each page's own, all others must have one.
      if (!isWhole && (verdict.pages < verdict.of - 1 || this.#standsElsewhere(right[j]!))) continue;
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

  /** Does the page have such an element at whatever place? Of those without attributes one of the name will do. */
  #standsElsewhere(other: number): boolean {
    const { tree, signatures } = this.#page;
    step(tree.size);
    for (let node = 0; node < tree.size; node++) {
      if (tree.kind[node] === ELEMENT && sameName(this.#page, node, this.#example, other))
        if (signatures.bare[node] || isSame('structure', this.#page, node, this.#example, other)) return true;
    }
    return false;
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
        if (verdict && this.#isInverted(left, i, right, j))
          this.#found.push({ kind: 'moved', node: left[i]!, parent, after, example: right[j]!, verdict });
        paired[j] = i;
      }
      before = paired[j]!;
    }
    return taken;
  }

  /** Does something that stands before it in the example stand after it here, or the other way round? What is put between two is no move. */
  #isInverted(left: readonly number[], i: number, right: readonly number[], j: number): boolean {
    step(left.length + right.length);
    const places = new Map<number, number>();
    left.forEach((node, at) => {
      const key = this.#page.signatures.full[node * 2]!;
      places.set(key, places.has(key) ? -1 : at);
    });
    return right.some((other, at) => {
      const place = places.get(this.#example.signatures.full[other * 2]!) ?? -1;
      return place >= 0 && at !== j && at < j !== place < i && this.#template.isShared(other);
    });
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
    for (const other of isSeparator(this.#page, node) ? [] : right) {
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
    // What says "you are here" in the link to the page itself (N8).
    const parent = this.#page.tree.parent[node]!;
    if (isItem(nodeName(this.#page.tree, parent)) && leadsToPage(this.#page, parent, this.#page.context)) return;
    if (to !== from + 1 || (from < 0 && to === right.length)) return;
    for (let j = from + 1; j < to; j++) if (paired[j]! < 0) return;
    if (!this.#area.parents && isPicture(this.#page, node)) return;
    // Headings outside of parts are about what the page says.
    if (!this.#area.hasOwn(node) && (/^h[1-6]$/.test(name) || (!this.#area.parents && this.#isRepeated(node)))) return;
    const verdict = this.#template.lackedNeighbours(right, from, to, otherParent);
    if (!verdict) return;
    const example = to < right.length ? right[to]! : right[from]!;
    this.#unpaired.extra.push({ kind: 'extra', node, example, verdict });
  }
}

/** Fewer kinds of elements tell two blocks apart by chance. */
const FEW_STRUCTURES = 4;

function structuresIn({ tree, signatures }: ComparedPage, node: number): Set<number> {
  const structures = new Set<number>();
  step(tree.subtreeEnd[node]! - node);
  for (let inside = node + 1; inside < tree.subtreeEnd[node]!; inside++)
    if (tree.kind[inside] === ELEMENT) structures.add(signatures.structure[inside * 2]!);
  return structures;
}

/** Are all classes there, and more? A class of its own sets a page apart on purpose. */
function isSuperset(here: string | undefined, there: string | undefined): boolean {
  if (here === undefined || there === undefined) return false;
  const tokens = new Set(here.split(' '));
  return there.split(' ').every(token => tokens.has(token));
}

/** Attributes whose values are ids. */
function isReference(name: string): boolean {
  return /^(?:for|form|list|headers|aria-(?:.*by|controls|owns|details|flowto|activedescendant))$/.test(name);
}
