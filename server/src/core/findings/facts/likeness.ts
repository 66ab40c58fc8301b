import { ELEMENT } from '../../../html/tree.ts';
import { alignLists } from '../../counts/align-lists.ts';
import { isSame, sameName } from '../../keys/compared-nodes.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { leadsNowhere } from '../../keys/normal-form/address.ts';
import { isMisspelt, isSpeltOtherwise } from '../../keys/spelling.ts';
import { firstLink, holdsLink, isAnother } from '../../statements/kinds-of-nodes.ts';
import { type Leaves, leavesOf, sharedWordsIn, textIn, wordsIn } from '../../statements/node-leaves.ts';
import { thresholds } from '../thresholds.ts';

/** Entries that share less of their words and addresses are hardly one entry. */
export const SAME_ENTRY = 0.5;

type Side = 'page' | 'other';

/** Likeness of nodes of two pages, for pairing the children of two nodes. Remembers what it worked out. */
export class Likeness {
  readonly #page: ComparedPage;
  readonly #other: ComparedPage;
  readonly #pages: Readonly<Record<Side, ComparedPage>>;
  readonly #leaves = { page: new Map<number, Leaves>(), other: new Map<number, Leaves>() };

  constructor(page: ComparedPage, other: ComparedPage) {
    this.#page = page;
    this.#other = other;
    this.#pages = { page, other };
  }

  /** Pairs children of two nodes: for each of `left` the index in `right` of its partner, or -1. */
  align(left: readonly number[], right: readonly number[]): Int32Array {
    const [page, other] = [this.#page, this.#other].map(({ signatures }) => signatures.full);
    return alignLists({ nodes: left, lanes: page! }, { nodes: right, lanes: other! }, (node, other) => this.#gain(node, other));
  }

  /** Gain of pairing two nodes; 0 where they are not to be paired. Equal subtrees gain most, the larger the more. */
  #gain(node: number, other: number): number {
    const a = this.#page.tree;
    const b = this.#other.tree;
    if (isSame('full', this.#page, node, this.#other, other)) return 40 + Math.min(40, a.subtreeEnd[node]! - node);
    if (a.kind[node] !== b.kind[other]) return this.shared(node, other) >= 0.5 ? 6 : 0;
    if (a.kind[node] !== ELEMENT) return 2;
    if (isAnother(this.#page, node, this.#other, other)) return 0;
    const shared = this.shared(node, other);
    if (shared < SAME_ENTRY && this.#isEntry('page', node) && this.#isEntry('other', other)) {
      // Another text that leads elsewhere is another entry, and not this one changed.
      if (shared === 0 && !this.isMisspelt(node, other) && !this.#isUnlinkedEntry(node, other)) return 0;
      // Entries that have nothing but a number in common: the others are more alike by their words.
      if (shared > 0) return 3 + 10 * shared;
    }
    if (isSame('own', this.#page, node, this.#other, other)) return 12 + 20 * shared;
    if (isSame('structure', this.#page, node, this.#other, other)) return 8 + 20 * shared;
    if (sameName(this.#page, node, this.#other, other)) return 3 + 20 * shared;
    return shared >= 0.5 ? 4 + 10 * shared : 0;
  }

  /** Share of the leaves of both nodes (texts, what attributes say or lead to) that both have, in [0,1]; 0 where neither has any. */
  shared(node: number, other: number): number {
    const a = this.#of('page', node);
    const b = this.#of('other', other);
    if (a.size === 0 || b.size === 0) return 0;
    let common = 0;
    for (const [leaf, count] of a) common += Math.min(count, b.get(leaf) ?? 0);
    return common === 0 ? 0 : (2 * common) / (total(a) + total(b));
  }

  /** The leaves of some nodes of the page, or of the other one. */
  leavesOf(side: Side, nodes: Iterable<number>): Leaves {
    const all = new Map<number, number>();
    for (const node of nodes) for (const [leaf, count] of this.#of(side, node)) all.set(leaf, (all.get(leaf) ?? 0) + count);
    return all;
  }

  /** True if at least half of the leaves of a node are among others; of few with a link, nearly all. */
  isIn(side: Side, node: number, others: Leaves): boolean {
    const leaves = this.#of(side, node);
    let common = 0;
    for (const [leaf, count] of leaves) common += Math.min(count, others.get(leaf) ?? 0);
    const all = total(leaves);
    const isEntry = leaves.size <= thresholds.mostOfEntry && holdsLink(this.#pages[side], node);
    return all > 0 && common >= all * (isEntry ? thresholds.nearlyAll : SAME_ENTRY);
  }

  /** Is it a link with words, or does it hold few things and such a link? */
  #isEntry(side: Side, node: number): boolean {
    const leaves = this.#of(side, node).size;
    const page = this.#pages[side];
    return leaves > 0 && leaves <= thresholds.mostOfEntry && holdsLink(page, node) && wordsIn(page, node).length > 0;
  }

  /** True if one of two entries leads nowhere yet, and most of their words are the same. */
  #isUnlinkedEntry(node: number, other: number): boolean {
    const links = [firstLink(this.#page, node), firstLink(this.#other, other)];
    return links.some(leadsNowhere) && sharedWordsIn(this.#page, node, this.#other, other) > SAME_ENTRY;
  }

  /** May the text of the page be that of the other with a typing mistake? */
  isMisspelt(node: number, other: number): boolean {
    return isMisspelt(textIn(this.#page, node), textIn(this.#other, other));
  }

  /** Is most likely one letter or two in a word of the page's text a mistake, or of the other's? */
  isSpeltOtherwise(node: number, other: number): boolean {
    return isSpeltOtherwise(textIn(this.#page, node), textIn(this.#other, other));
  }

  /** Do both nodes hold the same words, and any at all? */
  saysTheSame(node: number, other: number): boolean {
    const words = wordsIn(this.#page, node);
    return words.length > 0 && words.join() === wordsIn(this.#other, other).join();
  }

  /** How much says something in a node of the page. */
  leaves(node: number): number {
    return this.#of('page', node).size;
  }

  #of(side: Side, node: number): Leaves {
    let leaves = this.#leaves[side].get(node);
    if (!leaves) {
      leaves = leavesOf(this.#pages[side], node, thresholds.mostLeaves);
      this.#leaves[side].set(node, leaves);
    }
    return leaves;
  }
}

function total(leaves: Leaves): number {
  let all = 0;
  for (const count of leaves.values()) all += count;
  return all;
}
