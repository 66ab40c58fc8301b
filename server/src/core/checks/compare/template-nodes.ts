import type { NodeLabels } from '../../extractors/extractor.ts';
import { nodeName } from '../../page/access.ts';
import { category, INLINE } from '../../page/names.ts';
import { step } from '../../page/steps.ts';
import { ELEMENT, TEXT } from '../../page/tree.ts';
import type { ComparedPage } from '../check-digest.ts';
import { wordingAttributes } from '../signatures.ts';
import type { Majority, Verdict } from './majority.ts';

/** Elements that are themselves even without attributes: a page has one of each, or it is a landmark. */
const landmarks = new Set(['aside', 'body', 'footer', 'form', 'h1', 'head', 'header', 'html', 'main', 'nav', 'title']);

/** A page that others are compared with. */
export interface ExamplePage extends ComparedPage {
  /** Labels and their scores. What is content there is not compared. */
  readonly labels: NodeLabels;
}

/** Where fewer pages vote, a node's label must be surer: their agreement may be chance. */
export const MANY_PAGES = 11;
const SURE_SCORE = 0.7;

/** What the majority says of the nodes of an example page, in the eyes of one other page. */
export class TemplateNodes {
  readonly #example: ExamplePage;
  readonly #majority: Majority;
  /** How often each thing stands on the example page, by the first lane of its key. */
  readonly #totals: ReadonlyMap<number, number>;
  readonly #leaves: Uint32Array;

  constructor(example: ExamplePage, majority: Majority) {
    this.#example = example;
    this.#majority = majority;
    this.#totals = totalsOf(example);
    this.#leaves = leavesOf(example);
  }

  /** Is the page judged by pages of another layout? */
  get isForGuest(): boolean {
    return this.#majority.isGuest;
  }

  /** Do many pages have such a tag at the same path, although not all? */
  isCommonTag(page: ComparedPage, node: number): boolean {
    return this.#majority.isCommon(page.keys.structure, node);
  }

  /** What says something (texts, what attributes say or lead to) in a node. */
  leaves(node: number): number {
    return this.#leaves[this.#example.tree.subtreeEnd[node]!]! - this.#leaves[node]!;
  }

  saysSomething(node: number): boolean {
    return this.leaves(node) > 0;
  }

  /** Does it hold words, pictures or links that most pages have there? */
  #isAnchored(node: number): boolean {
    for (let inside = node; inside < this.#example.tree.subtreeEnd[node]!; inside++) {
      step();
      if (this.#leaves[inside + 1]! > this.#leaves[inside]! && this.#whole(inside)) return true;
    }
    return false;
  }

  /** Does a page of another layout have two or more of the template's nodes there, so that it can be asked for the rest? */
  #isAmongTemplate(siblings: readonly number[]): boolean {
    let template = 0;
    return siblings.some(node => {
      step();
      if (this.saysSomething(node) && this.#whole(node) !== undefined) template++;
      return template === 2;
    });
  }

  /** An item of a list or a part of a line of text: what a page of another layout has as well, while it may do without whole blocks. */
  isPartOfLine(node: number, page: ComparedPage = this.#example): boolean {
    const { tree } = page;
    if (tree.kind[node] === TEXT) return true;
    return /^(?:li|option|dd|dt)$/.test(nodeName(tree, node)) || (category(tree.name[node]!) & INLINE) !== 0;
  }

  /** Is it something that can be told from other elements, although what is in it differs from page to page? */
  isBlock(node: number): boolean {
    const { tree, source } = this.#example;
    if (tree.kind[node] !== ELEMENT || this.#majority.isGuest) return false;
    if (landmarks.has(nodeName(tree, node))) return true;
    const parent = tree.parent[node]!;
    if (parent >= 0 && nodeName(tree, parent) === 'head') return true;
    for (let at = tree.attrFirst[node]!; at < tree.attrFirst[node + 1]!; at++) {
      const name = source.slice(tree.attrNameStart[at]!, tree.attrNameEnd[at]!).toLowerCase();
      if (!wordingAttributes.has(name)) return this.#isAnchored(node);
    }
    return false;
  }

  /** @param bases of keys of nodes; pairs are their own. */
  #wordingOf(keys: Int32Array, node: number, bases: Int32Array = keys): Verdict | undefined {
    const verdict = this.#majority.wording(keys, node);
    const total = this.#totals.get(bases[node * 2]!) ?? 0;
    const ofTotal = verdict?.lacked || total < 2 ? undefined : this.#majority.wordingTotal(bases, node, total);
    return this.#ifTemplate(node, ofTotal?.lacked ? ofTotal : (verdict ?? ofTotal));
  }

  #structureOf(keys: Int32Array, node: number, bases: Int32Array = keys): Verdict | undefined {
    const verdict = this.#majority.structure(keys, node);
    const total = this.#totals.get(bases[node * 2]!) ?? 0;
    const ofTotal = verdict?.lacked || total < 2 ? undefined : this.#majority.structureTotal(bases, node, total);
    return this.#ifTemplate(node, ofTotal?.lacked ? ofTotal : (verdict ?? ofTotal));
  }

  #ifTemplate(node: number, verdict: Verdict | undefined): Verdict | undefined {
    const { label, score } = this.#example.labels;
    return label[node] && (verdict === undefined || verdict.of >= MANY_PAGES || score[node]! >= SURE_SCORE) ? verdict : undefined;
  }

  /** The node's whole, in its place, in so many copies, is what the majority has. */
  #whole(node: number): Verdict | undefined {
    return this.#wordingOf(this.#example.keys.full, node, this.#example.keys.bases.full);
  }

  /** The verdict, where the majority has this very subtree and the page lacks it, or one of several. */
  lackedWhole(node: number): Verdict | undefined {
    return ifLacked(this.#whole(node));
  }

  /** The verdict, where the page lacks the tag with all its attributes. */
  lackedOwn(node: number): Verdict | undefined {
    return ifLacked(this.#wordingOf(this.#example.keys.own, node, this.#example.keys.bases.own)) ?? this.lackedWhole(node);
  }

  lackedStructure(node: number): Verdict | undefined {
    return ifLacked(this.#structureOf(this.#example.keys.structure, node, this.#example.keys.bases.structure));
  }

  /**
   * The verdict, where the majority has the node and the page lacks it: with what is in it, or at least as a block.
   * @param siblings children of the same parent that the page has as they are.
   */
  lacked(node: number, siblings: readonly number[]): Verdict | undefined {
    if (this.#majority.isGuest && (!this.saysSomething(node) || (!this.isPartOfLine(node) && !this.#isAmongTemplate(siblings))))
      return undefined;
    const whole = this.lackedWhole(node);
    if (whole || !this.isBlock(node)) return whole;
    return ifLacked(this.#wordingOf(this.#example.keys.own, node, this.#example.keys.bases.own)) ?? this.lackedStructure(node);
  }

  /** The verdict, where the majority has child `j` beside one of its neighbours and the page has neither pair. */
  lackedOrder(children: readonly number[], j: number, parent: number): Verdict | undefined {
    const { pair, last } = this.#example.keys;
    const next = children[j + 1];
    const after = next === undefined ? this.#wordingOf(last, parent) : this.#wordingOf(pair, next);
    return ifLacked(this.#wordingOf(pair, children[j]!)) ?? ifLacked(after);
  }

  /**
   * The verdict, where on most pages child `to` comes right after child `from` (or is the first or the last) and on the page it does not.
   * Both must be known things: a whole that most pages have, or a block; that a slot comes first says nothing.
   */
  lackedNeighbours(children: readonly number[], from: number, to: number, parent: number): Verdict | undefined {
    const { pair, last, structurePair, structureLast } = this.#example.keys;
    const isContent = (index: number) => children[index] !== undefined && !this.#example.labels.label[children[index]];
    if (isContent(from) || isContent(to)) return undefined;
    const isLast = to === children.length;
    const at = isLast ? parent : children[to]!;
    const whole = ifLacked(this.#wordingOf(isLast ? last : pair, at));
    if (whole) return whole;
    const isKnown = (index: number): boolean => {
      const node = children[index];
      return node !== undefined && (this.#whole(node) !== undefined ? this.saysSomething(node) : this.isBlock(node));
    };
    const isEdge = (index: number) => index < 0 || index === children.length;
    if ((!isEdge(from) && !isKnown(from)) || (!isEdge(to) && !isKnown(to))) return undefined;
    return ifLacked(this.#structureOf(isLast ? structureLast : structurePair, at));
  }
}

function ifLacked(verdict: Verdict | undefined): Verdict | undefined {
  return verdict?.lacked ? verdict : undefined;
}

const leavesBefore = new WeakMap<ComparedPage['signatures'], Uint32Array>();

/** Nodes that say something (texts, what attributes say or lead to), as prefix sums in document order. */
function leavesOf(page: ComparedPage): Uint32Array {
  const known = leavesBefore.get(page.signatures);
  if (known) return known;
  const { tree, signatures } = page;
  const leaves = new Uint32Array(tree.size + 1);
  for (let node = 0; node < tree.size; node++) {
    const says =
      tree.kind[node] === TEXT
        ? signatures.own[node * 2] !== 0
        : tree.kind[node] === ELEMENT && signatures.own[node * 2] !== signatures.structure[node * 2];
    leaves[node + 1] = leaves[node]! + (says ? 1 : 0);
  }
  leavesBefore.set(page.signatures, leaves);
  return leaves;
}

const counted = new WeakMap<ComparedPage['keys'], ReadonlyMap<number, number>>();

/** How often each thing stands on a page, by the first lane of its key. */
function totalsOf(page: ComparedPage): ReadonlyMap<number, number> {
  const known = counted.get(page.keys);
  if (known) return known;
  const totals = new Map<number, number>();
  const { bases, pair, structurePair } = page.keys;
  for (const lanes of [bases.structure, bases.own, bases.full, pair, structurePair]) {
    for (let at = 0; at < lanes.length; at += 2) if (lanes[at] !== 0) totals.set(lanes[at]!, (totals.get(lanes[at]!) ?? 0) + 1);
  }
  counted.set(page.keys, totals);
  return totals;
}
