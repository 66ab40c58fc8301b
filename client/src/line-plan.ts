import type { RegionsParams } from 'templens-shared/protocol';

/** What is on a line; `mixed` is template and content, and `deviating` takes precedence over all. */
export type LineKind = 'template' | 'content' | 'mixed' | 'deviating';

/** Consecutive lines of one kind; 0-based, `last` inclusive. */
export interface LineRun {
  kind: LineKind;
  first: number;
  last: number;
}

/** The members of a `templens/regions` notification that are drawn. */
export type PageMarks = Pick<RegionsParams, 'regions' | 'absences'>;

export type RegionRange = RegionsParams['regions'][number]['range'];

/**
 * Runs of lines by kind, for shapes in the gutter and for tinting whole lines; sorted, without overlap. White space does not count. A line
 * without text of any region is in no run; a line where something is missing is `deviating`.
 * @param lineText returns the text of a line, from 0, without its line break.
 */
export function lineRuns({ regions, absences }: PageMarks, lineText: (line: number) => string): LineRun[] {
  const kinds = new Map<number, LineKind>();
  for (const { kind, range } of regions) {
    for (let line = range.start.line; line <= range.end.line; line++) {
      const known = kinds.get(line);
      if (known === kind || known === 'deviating') continue;
      if (!hasTextOn(range, line, lineText(line))) continue;
      kinds.set(line, known === undefined || kind === 'deviating' ? kind : 'mixed');
    }
  }
  for (const { range } of absences) kinds.set(range.start.line, 'deviating');
  const runs: LineRun[] = [];
  for (const [line, kind] of [...kinds].sort(([a], [b]) => a - b)) {
    const last = runs.at(-1);
    if (last?.kind === kind && last.last === line - 1) last.last = line;
    else runs.push({ kind, first: line, last: line });
  }
  return runs;
}

/**
 * The pieces of a region's range on lines of one kind.
 * @param runs from `lineRuns`.
 */
export function rangesOnLines(range: RegionRange, runs: readonly LineRun[], kind: LineKind): RegionRange[] {
  const parts: RegionRange[] = [];
  for (let i = firstRunFrom(runs, range.start.line); i < runs.length && runs[i]!.first <= range.end.line; i++) {
    const run = runs[i]!;
    if (run.kind !== kind) continue;
    parts.push({
      start: run.first <= range.start.line ? range.start : { line: run.first, character: 0 },
      end: run.last >= range.end.line ? range.end : { line: run.last, character: Number.MAX_SAFE_INTEGER },
    });
  }
  return parts;
}

/** True if the range has text on the line; a line between its first and its last counts even if it is empty. */
function hasTextOn(range: RegionRange, line: number, text: string): boolean {
  const start = line === range.start.line ? range.start.character : 0;
  const end = line === range.end.line ? range.end.character : text.length;
  const inside = line > range.start.line && line < range.end.line;
  return inside || text.slice(start, end).trim() !== '';
}

/** Index of the last of ascending lines that is at most `wanted`; 0 if all are larger. */
export function lastIndexAtMost(lines: readonly number[], wanted: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (lines[middle]! <= wanted) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/** Index of the first run that ends at or after the line. */
function firstRunFrom(runs: readonly LineRun[], line: number): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (runs[middle]!.last < line) low = middle + 1;
    else high = middle;
  }
  return low;
}
