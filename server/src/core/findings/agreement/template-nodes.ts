import { nodeName } from '../../../html/access.ts';
import { step } from '../../../html/steps.ts';
import { ELEMENT } from '../../../html/tree.ts';
import { tagKeys } from '../../keys/compared-nodes.ts';
import type { ComparedPage, NodeKeys } from '../../keys/compared-page.ts';
import { wordingAttributes } from '../../keys/signatures.ts';
import type { NodeLabels } from '../../labels/node-labels.ts';
import { leavesBefore } from '../../statements/node-leaves.ts';
import type { Area } from '../facts/area.ts';
import type { Exempted } from '../facts/exemptions.ts';
import { thresholds } from '../thresholds.ts';
import type { KeyKind, Majority, Verdict } from './majority.ts';

/** Elements that are themselves even without attributes: a page has one of each, or it is a landmark. */
const landmarks = new Set(['aside', 'body', 'footer', 'form', 'h1', 'head', 'header', 'html', 'main', 'nav', 'title']);

/** Those of them that pages have once, whatever is in them. */
const singular = new Set(['h1']);

/** A page that others are compared with. */
export interface ExamplePage extends ComparedPage {
  /** Labels and their scores. What is content there is not compared. */
  readonly labels: NodeLabels;
}

/** What the majority says of the nodes of an example page, in the eyes of one other page. */
export class TemplateNodes {
  readonly #example: ExamplePage;
  readonly #majority: Majority;
  readonly #area: Area;
  /** How often each key stands in the area, by its first lane. */
  readonly #totals: { readonly [Kind in KeyKind]: ReadonlyMap<number, number> };
  readonly #leaves: Uint32Array;
  readonly #exempted: Exempted;

  /** @param exempted takes up that nodes are not judged because they are content. */
  constructor(example: ExamplePage, majority: Majority, area: Area, exempted: Exempted) {
    this.#example = example;
    this.#area = area;
    this.#majority = majority;
    this.#exempted = exempted;
    const { structure, wording } = example.counted();
    this.#totals = { structure: totalsOf(structure, area), wording: totalsOf(wording, area) };
    this.#leaves = leavesBefore(example);
  }

  /** Do many pages have such a tag at the same path, although not all? */
  isCommonTag(page: ComparedPage, node: number): boolean {
    return this.#majority.isCommon(page.keys.structure, node);
  }

  /** Do some pages have the very tag, or text, at the same path? */
  isOption(page: ComparedPage, node: number): boolean {
    return this.#majority.isOption(tagKeys(page, node), node);
  }

  /** Do as many of all pages have what the page has here as what the example has, or more? */
  isAsCommon(page: ComparedPage, node: number, other: number): boolean {
    return this.#majority.isAsCommon(tagKeys(page, node), node, tagKeys(this.#example, other), other);
  }

  /** Does the page lack more than three quarters of what says something and nearly all pages have in the area? It is another part, or another age of it. */
  isAnother(page: ComparedPage): boolean {
    const known = new Set<number>();
    step(page.tree.size);
    for (let node = 0; node < page.tree.size; node++) known.add(page.signatures.own[node * 2]!);
    let all = 0;
    let lacked = 0;
    for (let node = 0; node < this.#example.tree.size; node++) {
      if (!this.#area.has(node) || this.#leaves[node + 1] === this.#leaves[node]) continue;
      const verdict = this.#wordingOf(this.#example.keys.full, node) ?? this.#wordingOf(this.#example.keys.own, node);
      if (!verdict) continue;
      all++;
      // What stands at another place is there.
      if (verdict.lacked && !known.has(this.#example.signatures.own[node * 2]!)) lacked++;
    }
    return all >= thresholds.fewLeaves && lacked * 4 > all * 3;
  }

  /** Is the node, with all that is in it, what most pages have there? */
  isShared(node: number): boolean {
    return this.#whole(node) !== undefined;
  }

  /** True if a text, or an attribute with words or an address, stands in a node. */
  saysSomething(node: number): boolean {
    return this.#leaves[this.#example.tree.subtreeEnd[node]!]! > this.#leaves[node]!;
  }

  /** Does it hold words, pictures or links that most pages have there? */
  isAnchored(node: number): boolean {
    for (let inside = node; inside < this.#example.tree.subtreeEnd[node]!; inside++) {
      step();
      if (this.#leaves[inside + 1]! > this.#leaves[inside]! && this.#whole(inside)) return true;
    }
    return false;
  }

  /** Can it be told apart from other elements, although what is in it differs from page to page? */
  #isBlock(node: number): boolean {
    const { tree, source } = this.#example;
    if (tree.kind[node] !== ELEMENT) return false;
    if (landmarks.has(nodeName(tree, node))) return true;
    const parent = tree.parent[node]!;
    if (parent >= 0 && nodeName(tree, parent) === 'head') return true;
    for (let at = tree.attrFirst[node]!; at < tree.attrFirst[node + 1]!; at++) {
      const name = source.slice(tree.attrNameStart[at]!, tree.attrNameEnd[at]!).toLowerCase();
      if (!wordingAttributes.has(name)) return this.isAnchored(node);
    }
    return false;
  }

  /** The verdict on a key of a node, or on how often it stands in the area. */
  #verdictOn(kind: KeyKind, keys: Int32Array, node: number): Verdict | undefined {
    return this.#ifTemplate(kind, node, () => {
      const verdict = this.#majority.verdict(kind, keys, node);
      const total = this.#totals[kind].get(keys[node * 2]!) ?? 0;
      const ofTotal = verdict?.lacked || total < 2 ? undefined : this.#majority.totalVerdict(kind, keys, node, total);
      return ofTotal?.lacked ? ofTotal : (verdict ?? ofTotal);
    });
  }

  #wordingOf(keys: Int32Array, node: number): Verdict | undefined {
    return this.#verdictOn('wording', keys, node);
  }

  #structureOf(keys: Int32Array, node: number): Verdict | undefined {
    return this.#verdictOn('structure', keys, node);
  }

  /** The verdict on a node of what is compared that is labelled template. */
  #ifTemplate(kind: KeyKind, node: number, ask: () => Verdict | undefined): Verdict | undefined {
    if (!this.#area.has(node)) return undefined;
    const verdict = ask();
    if (verdict === undefined) return undefined;
    const { label, score } = this.#example.labels;
    // What all other pages say is template, unless its label is sure that it is not.
    const isOnAllOthers = kind === 'wording' && verdict.pages >= verdict.of - 1 && score[node]! >= thresholds.unsureScore;
    if (label[node] || isOnAllOthers) return verdict;
    if (verdict.lacked) this.#exempted.add('content');
    return undefined;
  }

  /** The node's whole, in its place, in so many copies, is what the majority has. */
  #whole(node: number): Verdict | undefined {
    return this.#wordingOf(this.#example.keys.full, node);
  }

  /** The verdict, where the majority has this very subtree and the page lacks it, or one of several. */
  lackedWhole(node: number): Verdict | undefined {
    return ifLacked(this.#whole(this.#area.wrappers?.get(node) ?? node));
  }

  /** The verdict, where all other pages have this very subtree, whatever its label. */
  lackedByNoOther(node: number): Verdict | undefined {
    if (!this.#area.has(node)) return undefined;
    const verdict = ifLacked(this.#majority.verdict('wording', this.#example.keys.full, node));
    return verdict && verdict.pages >= verdict.of - 1 ? verdict : undefined;
  }

  /** The verdict, where the page lacks the tag with all its attributes. */
  lackedOwn(node: number): Verdict | undefined {
    return ifLacked(this.#wordingOf(this.#example.keys.own, node)) ?? this.lackedWhole(node);
  }

  /** True if the majority has the node, with its words or by its structure alone, and the page lacks it. */
  isLacked(node: number): boolean {
    return (this.lackedOwn(node) ?? this.lackedStructure(node)) !== undefined;
  }

  lackedStructure(node: number): Verdict | undefined {
    return ifLacked(this.#structureOf(this.#example.keys.structure, node));
  }

  /** The verdict, where the majority has the node and the page lacks it: with what is in it, or at least as a block. */
  lacked(node: number): Verdict | undefined {
    const whole = this.lackedWhole(node);
    if (whole || !this.#isBlock(node)) return whole;
    return ifLacked(this.#wordingOf(this.#example.keys.own, node)) ?? this.lackedStructure(node) ?? this.#lackedLandmark(node);
  }

  /** The verdict on a heading or landmark whose inside is the page's own, and which is thus labelled content. */
  #lackedLandmark(node: number): Verdict | undefined {
    if (!singular.has(nodeName(this.#example.tree, node)) || !this.#area.has(node)) return undefined;
    // Later headings of the kind are the page's own.
    for (let before = 0; before < node; before++)
      if (this.#example.tree.name[before] === this.#example.tree.name[node]) return undefined;
    return ifLacked(this.#majority.verdict('structure', this.#example.keys.structure, node));
  }

  /** The verdict, where the majority has child `j` beside one of its neighbours and the page has neither pair. */
  lackedOrder(children: readonly number[], j: number, parent: number): Verdict | undefined {
    const { pair, last } = this.#example.keys;
    const next = children[j + 1];
    const after = next === undefined ? this.#wordingOf(last, parent) : this.#wordingOf(pair, next);
    // Of two that changed places, either may be called the moved one, and the other may be the one that is compared.
    const before = children[j - 1];
    return (
      ifLacked(this.#wordingOf(pair, children[j]!)) ??
      ifLacked(after) ??
      (before === undefined ? undefined : ifLacked(this.#wordingOf(pair, before)))
    );
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
      return node !== undefined && (this.#whole(node) !== undefined ? this.saysSomething(node) : this.#isBlock(node));
    };
    const isEdge = (index: number) => index < 0 || index === children.length;
    if ((!isEdge(from) && !isKnown(from)) || (!isEdge(to) && !isKnown(to))) return undefined;
    return ifLacked(this.#structureOf(isLast ? structureLast : structurePair, at));
  }
}

function ifLacked(verdict: Verdict | undefined): Verdict | undefined {
  return verdict?.lacked ? verdict : undefined;
}

function totalsOf({ lanes, nodes }: NodeKeys, area: Area): ReadonlyMap<number, number> {
  const totals = new Map<number, number>();
  nodes.forEach((node, at) => {
    if (area.has(node)) totals.set(lanes[at * 2]!, (totals.get(lanes[at * 2]!) ?? 0) + 1);
  });
  return totals;
}
