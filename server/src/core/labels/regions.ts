import type { Region } from 'templens-shared/labels';
import { isLabelled } from '../../html/access.ts';
import { ELEMENT, type PageTree } from '../../html/tree.ts';
import type { LabelDirective, PageDirectives } from '../directives/page-directives.ts';
import { type RegionSegments, regionSegments, segmentAt } from '../directives/region-segments.ts';

/** A maximal range of the source with one label. Offsets are UTF-16 code units, `end` exclusive. */
export interface LabelRun {
  start: number;
  end: number;
  kind: 'template' | 'content';
  /** Tree node whose start tag, text or end tag comes first; -1 for an empty editable region. */
  first: number;
  /** The editable region of a page template that this content lies in. */
  region?: LabelDirective;
}

/**
 * Returns the page's maximal ranges of one label, sorted and disjoint. The start tag of a template element is template, content inside it is
 * content, and its end tag is template again. White space and comments between two ranges of one label belong to the range; between template
 * and content, and at the page's edges, they belong to no range. Content in an editable region of a page template extends to the region's
 * markers and never beyond.
 * @param label by tree node, 1 for template
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

/** Like `pageRegions`, with the first node of each range; ranges of template, too, end at the borders of editable regions. */
export function pageRuns(tree: PageTree, label: Uint8Array, directives?: PageDirectives): LabelRun[] {
  const editable = editableRegions(directives);
  const segments = regionSegments(editable);
  const runs: LabelRun[] = [];
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

/** Returns the editable regions that a page's template marks, sorted by start. */
export function editableRegions(directives: PageDirectives | undefined): readonly LabelDirective[] {
  return directives?.labels.filter(({ kind }) => kind === 'editable') ?? [];
}

/** Extends the first and last run of each editable region to its markers, if they are content. */
function fillRegions(runs: readonly LabelRun[], editable: readonly LabelDirective[], segments: RegionSegments): void {
  const segmentOf = (run: LabelRun | undefined): number => (run ? segmentAt(segments, run.start) : -1);
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

/** A start tag, text or end tag. */
interface Piece {
  start: number;
  end: number;
  node: number;
}

/** Returns the start tags, texts and end tags of the labelled nodes, in source order. */
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

/** Sorts pieces by offset. Document order differs from source order only for elements moved by the depth limit or by misplaced tags. */
function inSourceOrder(pieces: Piece[]): Piece[] {
  const ordered = pieces.every((piece, i) => i === 0 || pieces[i - 1]!.start <= piece.start);
  return ordered ? pieces : pieces.sort((a, b) => a.start - b.start || a.end - b.end);
}
