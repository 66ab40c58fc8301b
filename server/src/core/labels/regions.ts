import type { Region } from 'templens-shared/labels';
import { isLabelled } from '../../html/access.ts';
import { ELEMENT, type PageTree } from '../../html/tree.ts';
import type { LabelDirective, PageDirectives } from '../directives/page-directives.ts';
import { type RegionSegments, regionSegments, segmentAt } from '../directives/region-segments.ts';

/** A region with the node that it begins with. */
export interface Run {
  start: number;
  end: number;
  kind: 'template' | 'content';
  /** Tree index of the node whose start tag, text or end tag comes first. */
  first: number;
  /** The editable region that the run of content fills, or a part of. */
  region?: LabelDirective;
}

/**
 * The page's maximal runs of one label, sorted and without overlap: a template wrapper's start tag is template, the content inside it
 * is content, its end tag is template again. White space and comments between two runs of one label belong to the run; between a
 * template and a content run, and at the page's edges, they belong to none. Content in an editable region of the page's template reaches
 * up to the region's markers and not beyond.
 */
export function pageRegions(tree: PageTree, label: Uint8Array, directives?: PageDirectives): Region[] {
  const regions: Region[] = [];
  for (const { start, end, kind } of pageRuns(tree, label, directives)) {
    const last = regions.at(-1);
    if (kind === 'template' && last?.kind === kind) last.end = end;
    else regions.push({ start, end, kind });
  }
  return regions;
}

/** As `pageRegions`, with the first node of each; no run goes over the border of an editable region. */
export function pageRuns(tree: PageTree, label: Uint8Array, directives?: PageDirectives): Run[] {
  const editable = editableRegions(directives);
  const segments = regionSegments(editable);
  const runs: Run[] = [];
  let segment = -1;
  for (const { start, end, node } of labelledPieces(tree)) {
    const kind = label[node] === 1 ? 'template' : 'content';
    const last = runs.at(-1);
    const from = last === undefined ? start : Math.max(start, last.end);
    if (from >= end) continue;
    const before = segment;
    segment = segmentAt(segments, from);
    if (last?.kind === kind && before === segment) last.end = end;
    else runs.push({ start: from, end, kind, first: node });
  }
  if (editable.length > 0) fillRegions(runs, editable, segments);
  return runs;
}

/** The editable regions of a page's template, sorted by start. */
export function editableRegions(directives: PageDirectives | undefined): readonly LabelDirective[] {
  return directives?.labels.filter(({ kind }) => kind === 'editable') ?? [];
}

/** Lets the first and the last run of an editable region reach to its markers, where they are content. */
function fillRegions(runs: readonly Run[], editable: readonly LabelDirective[], segments: RegionSegments): void {
  const segmentOf = (run: Run | undefined): number => (run ? segmentAt(segments, run.start) : -1);
  runs.forEach((run, i) => {
    const segment = segmentOf(run);
    const region = editable[segments.region[segment] ?? -1];
    if (run.kind === 'template' || region === undefined) return;
    run.region = region;
    const before = runs[i - 1];
    if (segments.cuts[segment] === region.start && segmentOf(before) !== segment) {
      run.start = Math.max(region.start, before?.end ?? 0);
    }
    if (segments.cuts[segment + 1] === region.end && segmentOf(runs[i + 1]) !== segment) run.end = Math.max(run.end, region.end);
  });
}

interface Piece {
  start: number;
  end: number;
  node: number;
}

/** Start tags, texts and end tags of the labelled nodes, in the order of the source. */
export function labelledPieces(tree: PageTree): readonly Piece[] {
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
  return inSourceOrder(pieces);
}

/** Document order is source order but for elements moved by the depth limit or by tags out of place. */
function inSourceOrder(pieces: Piece[]): Piece[] {
  const ordered = pieces.every((piece, i) => i === 0 || pieces[i - 1]!.start <= piece.start);
  return ordered ? pieces : pieces.sort((a, b) => a.start - b.start || a.end - b.end);
}
