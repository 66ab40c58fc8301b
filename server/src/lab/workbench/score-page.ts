import type { LabelledNode } from 'templens-shared/labels';
import { isInUniverse } from '../../core/keys/style-sequence.ts';
import { isLabelled } from '../../html/access.ts';
import { ELEMENT, type PageTree, TEXT } from '../../html/tree.ts';
import { type Counts, countNode, zeroCounts } from './measures.ts';

/** A gold node: an element with a start tag or a text that is not blank. Offsets as in `LabelledNode`. */
export type ScoredNode = Omit<LabelledNode, 'score'>;

/** Sets of scored nodes: the node universe of the algorithms, its elements, or all nodes including scripts and styles. */
export const nodeSets = ['universe', 'elements', 'all'] as const;
export type NodeSet = (typeof nodeSets)[number];

/** Counts of a page by set of nodes. */
export interface PageScore extends Record<NodeSet, Counts> {
  /** Number of gold nodes that the page tree lacks; they count as labelled content in every set. */
  missing: number;
}

/**
 * Compares a page's labels (1 = template, by tree node) with its gold nodes. A gold node that starts at no node of the tree takes the label of
 * the innermost node of its kind that contains its start.
 */
export function scorePage(gold: readonly ScoredNode[], tree: PageTree, label: Uint8Array): PageScore {
  const score: PageScore = { universe: zeroCounts(), elements: zeroCounts(), all: zeroCounts(), missing: 0 };
  const byStart = { element: new Map<number, number>(), text: new Map<number, number>() };
  for (let node = 0; node < tree.size; node++) {
    if (isLabelled(tree, node)) byStart[tree.kind[node] === ELEMENT ? 'element' : 'text'].set(tree.start[node]!, node);
  }
  for (const { kind, start, label: goldLabel } of gold) {
    const node = byStart[kind].get(start) ?? innermost(tree, kind, start);
    if (node === undefined) score.missing++;
    const template = node !== undefined && label[node] === 1;
    const isTemplate = goldLabel === 'template';
    countNode(score.all, isTemplate, template);
    if (node !== undefined && !isInUniverse(tree, node)) continue;
    countNode(score.universe, isTemplate, template);
    if (kind === 'element') countNode(score.elements, isTemplate, template);
  }
  return score;
}

/** The innermost element or text that contains an offset. */
function innermost(tree: PageTree, kind: ScoredNode['kind'], offset: number): number | undefined {
  const wanted = kind === 'element' ? ELEMENT : TEXT;
  let found: number | undefined;
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== wanted || tree.start[node]! > offset || tree.end[node]! <= offset) continue;
    if (found === undefined || tree.start[node]! >= tree.start[found]!) found = node;
  }
  return found;
}
