import { nodeName } from '../../page/access.ts';
import { ELEMENT, TEXT } from '../../page/tree.ts';
import type { ComparedPage } from '../check-digest.ts';
import type { Majority, Verdict } from './majority.ts';

/** Elements that are themselves even without attributes: a page has one of each, or it is a landmark. */
const landmarks = new Set(['aside', 'body', 'footer', 'form', 'h1', 'head', 'header', 'html', 'main', 'nav', 'title']);

/** What the majority says of the nodes of an example page, in the eyes of one other page. */
export class TemplateNodes {
  readonly #example: ComparedPage;
  readonly #majority: Majority;
  /** How often each key stands on the example page, by its first lane. */
  readonly #occurrences = new Map<number, number>();
  readonly #leaves: Uint32Array;
  /** Nodes below, or the node itself, whose wording is template: as prefix sums in document order. */
  readonly #wording: Uint32Array;

  constructor(example: ComparedPage, majority: Majority) {
    this.#example = example;
    this.#majority = majority;
    const { tree, signatures, keys } = example;
    this.#leaves = new Uint32Array(tree.size + 1);
    this.#wording = new Uint32Array(tree.size + 1);
    for (let node = 0; node < tree.size; node++) {
      const key = keys.full[node * 2]!;
      if (key !== 0) this.#occurrences.set(key, (this.#occurrences.get(key) ?? 0) + 1);
      const says =
        tree.kind[node] === TEXT
          ? signatures.own[node * 2] !== 0
          : tree.kind[node] === ELEMENT && signatures.own[node * 2] !== signatures.structure[node * 2];
      this.#leaves[node + 1] = this.#leaves[node]! + (says ? 1 : 0);
      this.#wording[node + 1] = this.#wording[node]! + (says && this.#whole(node) ? 1 : 0);
    }
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
    return this.#wording[this.#example.tree.subtreeEnd[node]!]! > this.#wording[node]!;
  }

  /** Is it something that can be told from other elements, although what is in it differs from page to page? */
  isBlock(node: number): boolean {
    const { tree, signatures } = this.#example;
    if (tree.kind[node] !== ELEMENT) return false;
    if (landmarks.has(nodeName(tree, node))) return true;
    const parent = tree.parent[node]!;
    if (parent >= 0 && nodeName(tree, parent) === 'head') return true;
    return tree.attrFirst[node] !== tree.attrFirst[node + 1] && signatures.structure[node * 2] !== 0 && this.#isAnchored(node);
  }

  /** The node's whole, in its place, in so many copies, is what the majority has. */
  #whole(node: number): Verdict | undefined {
    return this.#majority.wording(this.#example.keys.full, node);
  }

  /** The verdict, where the majority has this very subtree and the page lacks it, or one of several. */
  lackedWhole(node: number): Verdict | undefined {
    const { full } = this.#example.keys;
    const verdict = this.#whole(node);
    if (verdict?.lacked) return verdict;
    const occurrences = this.#occurrences.get(full[node * 2]!) ?? 0;
    const multiple = verdict && occurrences > 1 ? this.#majority.multiple(full, node, occurrences) : undefined;
    return multiple?.lacked ? multiple : undefined;
  }

  /** The verdict, where the page lacks the tag with all its attributes. */
  lackedOwn(node: number): Verdict | undefined {
    const { own } = this.#example.keys;
    const verdict = own[node * 2] !== 0 ? this.#majority.wording(own, node) : undefined;
    if (verdict?.lacked) return verdict;
    return this.lackedWhole(node);
  }

  lackedStructure(node: number): Verdict | undefined {
    const verdict = this.#majority.structure(this.#example.keys.structure, node);
    return verdict?.lacked ? verdict : undefined;
  }

  /** The verdict, where the majority has the node and the page lacks it: with what is in it, or at least as a block. */
  lacked(node: number): Verdict | undefined {
    const whole = this.lackedWhole(node);
    if (whole) return whole;
    if (!this.isBlock(node)) return undefined;
    const { own } = this.#example.keys;
    const verdict = own[node * 2] !== 0 ? this.#majority.wording(own, node) : undefined;
    return verdict?.lacked ? verdict : this.lackedStructure(node);
  }

  /** The verdict, where the majority has child `j` beside one of its neighbours and the page has neither pair. */
  lackedOrder(children: readonly number[], j: number, parent: number): Verdict | undefined {
    const { pair, last } = this.#example.keys;
    const before = this.#majority.wording(pair, children[j]!);
    const after = j + 1 < children.length ? this.#majority.wording(pair, children[j + 1]!) : this.#majority.wording(last, parent);
    if (!before?.lacked && !after?.lacked) return undefined;
    return before?.lacked ? before : after;
  }

  /**
   * The verdict, where on most pages child `to` comes right after child `from` (or is the first or the last) and on the page it does not.
   * Both must be known things: a whole that most pages have, or a block; that a slot comes first says nothing.
   */
  lackedNeighbours(children: readonly number[], from: number, to: number, parent: number): Verdict | undefined {
    const { pair, last, structurePair, structureLast } = this.#example.keys;
    const isLast = to === children.length;
    const at = isLast ? parent : children[to]!;
    const whole = this.#majority.wording(isLast ? last : pair, at);
    if (whole?.lacked) return whole;
    const isKnown = (index: number): boolean => {
      const node = children[index];
      return node !== undefined && (this.#whole(node) !== undefined ? this.saysSomething(node) : this.isBlock(node));
    };
    const isEdge = (index: number) => index < 0 || index === children.length;
    if ((!isEdge(from) && !isKnown(from)) || (!isEdge(to) && !isKnown(to))) return undefined;
    const structure = this.#majority.structure(isLast ? structureLast : structurePair, at);
    return structure?.lacked ? structure : undefined;
  }
}
