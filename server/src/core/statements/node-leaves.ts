import { nodeText } from '../../html/access.ts';
import { step } from '../../html/steps.ts';
import { ELEMENT, TEXT } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { sharedWords } from '../keys/spelling.ts';
import { elementText } from './element-text.ts';

/** What says something (texts, what attributes say or lead to), by its signature, with how often it occurs. */
export type Leaves = ReadonlyMap<number, number>;

/** The leaves of a node, by the first lane of their own signatures. @param most so many are looked at */
export function leavesOf(page: ComparedPage, node: number, most: number): Map<number, number> {
  const {
    tree,
    signatures: { own, structure },
  } = page;
  const leaves = new Map<number, number>();
  let taken = 0;
  for (let inside = node; inside < tree.subtreeEnd[node]! && taken < most; inside++) {
    const isLeaf = tree.kind[inside] !== ELEMENT ? own[inside * 2] !== 0 : own[inside * 2] !== structure[inside * 2];
    if (!isLeaf) continue;
    taken++;
    step();
    leaves.set(own[inside * 2]!, (leaves.get(own[inside * 2]!) ?? 0) + 1);
  }
  return leaves;
}

/** Signatures of the texts in a node, in order. */
export function wordsIn({ tree, signatures: { own } }: ComparedPage, node: number): number[] {
  const words: number[] = [];
  step(tree.subtreeEnd[node]! - node);
  for (let inside = node; inside < tree.subtreeEnd[node]!; inside++) {
    if (tree.kind[inside] === TEXT && own[inside * 2] !== 0) words.push(own[inside * 2]!, own[inside * 2 + 1]!);
  }
  return words;
}

/** Share of the words in two nodes that both nodes have, in [0,1]. Ignores case. */
export function sharedWordsIn(page: ComparedPage, node: number, other: ComparedPage, otherNode: number): number {
  return sharedWords(textIn(page, node), textIn(other, otherNode));
}

/** The texts in a node, in small letters. */
export function textIn({ tree, source }: ComparedPage, node: number): string {
  let text = '';
  for (let inside = node; inside < tree.subtreeEnd[node]!; inside++)
    if (tree.kind[inside] === TEXT) text += nodeText(tree, source, inside);
  step(text.length);
  return text.toLowerCase();
}

/** True if the parents of two nodes have the same text, but not the same number of nodes: for example, only one page links a word of it. */
export function isSameAround(page: ComparedPage, node: number, other: ComparedPage, otherNode: number): boolean {
  const [parent, otherParent] = [page.tree.parent[node]!, other.tree.parent[otherNode]!];
  if (page.tree.subtreeEnd[parent]! - parent === other.tree.subtreeEnd[otherParent]! - otherParent) return false;
  const [here, there] = [elementText(page, parent), elementText(other, otherParent)];
  step(here.length + there.length);
  return here.replace(/\s+/g, '') === there.replace(/\s+/g, '');
}

const prefixes = new WeakMap<ComparedPage['signatures'], Uint32Array>();

/** Nodes that say something (texts, what attributes say or lead to), as prefix sums in document order. */
export function leavesBefore(page: ComparedPage): Uint32Array {
  const known = prefixes.get(page.signatures);
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
  prefixes.set(page.signatures, leaves);
  return leaves;
}
