import { attributeValue, nodeName, nodeText } from '../../../html/access.ts';
import { step } from '../../../html/steps.ts';
import { ELEMENT, TEXT } from '../../../html/tree.ts';
import { alignLists } from '../../counts/align-lists.ts';
import { isSame } from '../../keys/compared-nodes.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { leadsNowhere } from '../../keys/normal-form/address.ts';
import { isMisspelt, isSpeltOtherwise, sharedWords } from '../../keys/spelling.ts';
import { thresholds } from '../thresholds.ts';
import { firstLink, holdsLink } from './own-item.ts';

/** Entries that share less of their words and addresses are hardly one entry. */
export const SAME_ENTRY = 0.5;

/** Likeness of nodes of two pages, for pairing the children of two nodes. Remembers what it worked out. */
export class Likeness {
  readonly #page: ComparedPage;
  readonly #other: ComparedPage;
  readonly #leaves = [new Map<number, ReadonlyMap<number, number>>(), new Map<number, ReadonlyMap<number, number>>()] as const;

  constructor(page: ComparedPage, other: ComparedPage) {
    this.#page = page;
    this.#other = other;
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
    if (shared < SAME_ENTRY && this.#isEntry(0, this.#page, node) && this.#isEntry(1, this.#other, other)) {
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
    const a = this.#of(0, this.#page, node);
    const b = this.#of(1, this.#other, other);
    let common = 0;
    let all = 0;
    for (const [leaf, count] of a) common += Math.min(count, b.get(leaf) ?? 0);
    for (const counts of [a, b]) for (const count of counts.values()) all += count;
    return all === 0 ? 0 : (2 * common) / all;
  }

  /** Is it a link with words, or does it hold few things and such a link? */
  #isEntry(side: 0 | 1, page: ComparedPage, node: number): boolean {
    const leaves = this.#of(side, page, node).size;
    return leaves > 0 && leaves <= thresholds.mostOfEntry && holdsLink(page, node) && wordsIn(page, node).length > 0;
  }

  /** True if one of two entries leads nowhere yet, and most of their words are the same. */
  #isUnlinkedEntry(node: number, other: number): boolean {
    const links = [firstLink(this.#page, node), firstLink(this.#other, other)];
    return links.some(leadsNowhere) && sharedWords(textIn(this.#page, node), textIn(this.#other, other)) > SAME_ENTRY;
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
    return this.#of(0, this.#page, node).size;
  }

  #of(side: 0 | 1, page: ComparedPage, node: number): ReadonlyMap<number, number> {
    let leaves = this.#leaves[side].get(node);
    if (!leaves) {
      leaves = leavesOf(page, node);
      this.#leaves[side].set(node, leaves);
    }
    return leaves;
  }
}

function textIn({ tree, source }: ComparedPage, node: number): string {
  let text = '';
  for (let inside = node; inside < tree.subtreeEnd[node]!; inside++)
    if (tree.kind[inside] === TEXT) text += nodeText(tree, source, inside);
  step(text.length);
  return text.toLowerCase();
}

/**
 * True if two elements cannot be versions of each other: style sheets or scripts with different file names, or `meta` elements with different
 * names.
 */
function isAnother(page: ComparedPage, node: number, other: ComparedPage, otherNode: number): boolean {
  const name = nodeName(page.tree, node);
  if (name !== nodeName(other.tree, otherNode)) return false;
  const values = (attribute: string): [string | undefined, string | undefined] => [
    attributeValue(page.tree, page.source, node, attribute),
    attributeValue(other.tree, other.source, otherNode, attribute),
  ];
  if (name === 'meta')
    return ['name', 'property', 'http-equiv'].some(attribute => {
      const [here, there] = values(attribute);
      return here?.toLowerCase() !== there?.toLowerCase();
    });
  const attribute = name === 'link' ? 'href' : name === 'script' ? 'src' : undefined;
  if (!attribute) return false;
  const [here, there] = values(attribute);
  return here !== undefined && there !== undefined && fileStem(here) !== fileStem(there);
}

/** File name of an address, without query, digits and ending. */
function fileStem(address: string): string {
  const path = address.replace(/[?#].*/s, '');
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.\w+$/, '')
    .replace(/\d+/g, '')
    .toLowerCase();
}

/** Own signatures (their first lane) of what says something below a node and in its own tag, with how often each occurs. */
function leavesOf(page: ComparedPage, node: number): Map<number, number> {
  const {
    tree,
    signatures: { own, structure },
  } = page;
  const leaves = new Map<number, number>();
  let taken = 0;
  for (let inside = node; inside < tree.subtreeEnd[node]! && taken < thresholds.mostLeaves; inside++) {
    const isLeaf = tree.kind[inside] !== ELEMENT ? own[inside * 2] !== 0 : own[inside * 2] !== structure[inside * 2];
    if (!isLeaf) continue;
    taken++;
    step();
    leaves.set(own[inside * 2]!, (leaves.get(own[inside * 2]!) ?? 0) + 1);
  }
  return leaves;
}

/** Signatures of the texts in a node, in order. */
function wordsIn({ tree, signatures: { own } }: ComparedPage, node: number): number[] {
  const words: number[] = [];
  step(tree.subtreeEnd[node]! - node);
  for (let inside = node; inside < tree.subtreeEnd[node]!; inside++) {
    if (tree.kind[inside] === TEXT && own[inside * 2] !== 0) words.push(own[inside * 2]!, own[inside * 2 + 1]!);
  }
  return words;
}

/** Are two nodes of one kind, and elements of one name? */
export function sameName(page: ComparedPage, node: number, other: ComparedPage, otherNode: number): boolean {
  return nodeName(page.tree, node) === nodeName(other.tree, otherNode);
}
