import type { Region } from 'templens-shared/labels';
import type { Finding } from '../findings/finding.ts';

interface Range {
  start: number;
  end: number;
}

/** The parts of a page that findings say to be otherwise than on the other pages: sorted, without overlap. */
export function deviatingRanges(findings: readonly Finding[]): Range[] {
  const ranges: Range[] = [];
  const marked = findings.filter(({ code, start, end }) => /^(?:template|dreamweaver)\//.test(code) && start < end);
  for (const { start, end } of marked.toSorted((a, b) => a.start - b.start)) {
    const last = ranges.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else ranges.push({ start, end });
  }
  return ranges;
}

/** Regions with the parts that deviate cut out of them and put in their places. Both sorted and without overlap. */
export function withDeviating(regions: readonly Region[], deviating: readonly Range[]): Region[] {
  if (deviating.length === 0) return [...regions];
  const result: Region[] = deviating.map(({ start, end }) => ({ start, end, kind: 'deviating' }));
  let first = 0;
  for (const { start, end, kind } of regions) {
    while (first < deviating.length && deviating[first]!.end <= start) first++;
    let at = start;
    for (let i = first; i < deviating.length && deviating[i]!.start < end; i++) {
      if (at < deviating[i]!.start) result.push({ start: at, end: deviating[i]!.start, kind });
      at = deviating[i]!.end;
    }
    if (at < end) result.push({ start: at, end, kind });
  }
  return result.sort((a, b) => a.start - b.start);
}
