import type { RegionsParams } from 'templens-shared/protocol';

/** `mixed`: template and content on one line. */
export type LineKind = 'template' | 'content' | 'mixed' | 'deviating';

/** Consecutive lines of one kind; 0-based, `last` inclusive. */
export interface LineRun {
  kind: LineKind;
  first: number;
  last: number;
}

/** What is drawn of a page. */
export type PageMarks = Pick<RegionsParams, 'regions' | 'absences'>;

export type RegionRange = RegionsParams['regions'][number]['range'];

/**
 * What stands on each line, for shapes in the gutter and for tinting whole lines: sorted runs without overlap. White space does not
 * count; a line that no region touches is in no run, and one where something is missing deviates. `lineText` gives a line without its
 * line break.
 */
export function lineRuns({ regions, absences }: PageMarks, lineText: (line: number) => string): LineRun[] {
  const kinds = new Map<number, LineKind>();
  for (const { kind, range } of regions) {
    for (let line = range.start.line; line <= range.end.line; line++) {
      const known = kinds.get(line);
      if (known === kind || known === 'deviating') continue;
      if (!touches(range, line, lineText(line))) continue;
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

/** The parts of a region that stand on the lines of the runs of `kind`. */
export function partsOnLines(range: RegionRange, runs: readonly LineRun[], kind: LineKind): RegionRange[] {
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

/** Whether the range has text on the line; an empty line inside the range counts. */
function touches(range: RegionRange, line: number, text: string): boolean {
  const start = line === range.start.line ? range.start.character : 0;
  const end = line === range.end.line ? range.end.character : text.length;
  const inside = line > range.start.line && line < range.end.line;
  return inside || text.slice(start, end).trim() !== '';
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
