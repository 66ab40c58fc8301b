import type { Region } from 'templens-shared/labels';
import { isLabelled } from '../page/access.ts';
import { ELEMENT, type PageTree } from '../page/tree.ts';

/** A region with the node that it begins with. */
export interface Run {
  start: number;
  end: number;
  kind: 'template' | 'content';
  /** Tree index of the node whose start tag, text or end tag comes first. */
  first: number;
}

/**
 * The page's maximal runs of one label, sorted and without overlap: a template wrapper's start tag is template, the content inside it
 * is content, its end tag is template again. White space and comments between two runs of one label belong to the run; between a
 * template and a content run, and at the page's edges, they belong to none.
 */
export function pageRegions(tree: PageTree, label: Uint8Array): Region[] {
  return pageRuns(tree, label).map(({ start, end, kind }) => ({ start, end, kind }));
}

/** As `pageRegions`, with the first node of each. */
export function pageRuns(tree: PageTree, label: Uint8Array): Run[] {
  const runs: Run[] = [];
  for (const { start, end, node } of inSourceOrder(labelledPieces(tree))) {
    const kind = label[node] === 1 ? 'template' : 'content';
    const last = runs.at(-1);
    const from = last === undefined ? start : Math.max(start, last.end);
    if (from >= end) continue;
    if (last?.kind === kind) last.end = end;
    else runs.push({ start: from, end, kind, first: node });
  }
  return runs;
}

interface Piece {
  start: number;
  end: number;
  node: number;
}

/** Start tags, texts and end tags of the labelled nodes. */
function labelledPieces(tree: PageTree): Piece[] {
  const pieces: Piece[] = [];
  const open: number[] = [];
  const close = (before: number): void => {
    while (open.length > 0 && tree.subtreeEnd[open.at(-1)!]! <= before) {
      const node = open.pop()!;
      if (tree.closeStart[node]! < tree.end[node]!) pieces.push({ start: tree.closeStart[node]!, end: tree.end[node]!, node });
    }
  };
  for (let node = 0; node < tree.size; node++) {
    close(node);
    if (!isLabelled(tree, node)) continue;
    pieces.push({ start: tree.start[node]!, end: tree.tagEnd[node]!, node });
    if (tree.kind[node] === ELEMENT) open.push(node);
  }
  close(tree.size);
  return pieces;
}

/** Document order is source order but for elements moved by the depth limit or by tags out of place. */
function inSourceOrder(pieces: Piece[]): Piece[] {
  const ordered = pieces.every((piece, i) => i === 0 || pieces[i - 1]!.start <= piece.start);
  return ordered ? pieces : pieces.sort((a, b) => a.start - b.start || a.end - b.end);
}
