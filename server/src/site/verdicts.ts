import type { Absence, Region } from 'templens-shared/labels';
import { differencesOf, type Finding } from '../core/findings/finding.ts';
import { labelledPieces } from '../core/labels/regions.ts';
import type { PageTree } from '../html/tree.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Verdicts of nodes, as numbers: the label, or that the node deviates. */
const DEVIATING = 2;
export const verdictNames = ['content', 'template', 'deviating'] as const;

/**
 * The engine's one answer on what is what on a page: everything that an editor shows of a node comes from it (docs/decisions). Offsets are
 * UTF-16 code units into the page's source.
 */
export interface PageVerdicts {
  /** Verdict of every tree node; of those without a label, no meaning. */
  readonly verdict: Uint8Array;
  /** What deviates: sorted, without overlap, whole start tags, end tags and texts. */
  readonly deviating: readonly Range[];
  /** Where something is missing, by place. */
  readonly absences: readonly Absence[];
}

/** Puts what findings say over the labels of a page. `label` holds 1 for template, per tree node. */
export function pageVerdicts(tree: PageTree, label: Uint8Array, findings: readonly Finding[]): PageVerdicts {
  const differences = findings.flatMap(differencesOf);
  const absences = differences
    .flatMap(({ start, end, absent }) => (absent === undefined ? [] : [{ start, end, what: absent }]))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  const marks = differences.filter(({ absent, start, end }) => absent === undefined && start < end);
  if (marks.length === 0) return { verdict: label, deviating: [], absences };
  const deviating = wholePieces(tree, union(marks));
  const verdict = label.slice();
  for (let node = 0; node < tree.size; node++) if (holds(deviating, tree.start[node]!)) verdict[node] = DEVIATING;
  return { verdict, deviating, absences };
}

/** Regions with what deviates cut out of them and put in their places. Both sorted and without overlap. */
export function withDeviating(regions: readonly Region[], deviating: readonly Range[]): Region[] {
  if (deviating.length === 0) return [...regions];
  const result: Region[] = deviating.map(({ start, end }) => ({ start, end, kind: 'deviating' }));
  let first = 0;
  for (const { start, end, kind } of regions) {
    while (first < deviating.length && deviating[first]!.end <= start) first++;
    let at = start;
    for (let i = first; i < deviating.length && deviating[i]!.start < end; i++) {
      if (at < deviating[i]!.start) result.push({ start: at, end: deviating[i]!.start, kind });
      at = Math.max(at, deviating[i]!.end);
    }
    if (at < end) result.push({ start: at, end, kind });
  }
  return result.sort((a, b) => a.start - b.start);
}

/** Marks and all tags and texts that they touch; what stands between two neighbours of these belongs to them. */
function wholePieces(tree: PageTree, marks: readonly Range[]): Range[] {
  const ranges: Range[] = [...marks];
  let before: Range | undefined;
  for (const { start, end } of labelledPieces(tree)) {
    const isTouched = touches(marks, start, end);
    if (isTouched) ranges.push({ start: before ? Math.min(before.start, start) : start, end });
    before = isTouched ? { start, end } : undefined;
  }
  return union(ranges);
}

/** The same places, sorted and without overlap. */
function union(ranges: readonly Range[]): Range[] {
  const result: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

function touches(ranges: readonly Range[], start: number, end: number): boolean {
  const before = lastFrom(ranges, end - 1);
  return before !== undefined && before.end > start;
}

/** Does one of these sorted ranges hold an offset? */
export function holds(ranges: readonly Range[], offset: number): boolean {
  const before = lastFrom(ranges, offset);
  return before !== undefined && offset < before.end;
}

/** The last of sorted ranges that starts at the offset or before it. */
function lastFrom(ranges: readonly Range[], offset: number): Range | undefined {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]!.start <= offset) low = middle + 1;
    else high = middle;
  }
  return ranges[low - 1];
}
