import { type CheckSettings, type Diagnostic, defaultSeverities, type Severity, severities } from 'templens-shared/diagnostics';
import type { Finding } from '../core/checks/finding.ts';
import { wilsonLowerBound } from '../core/checks/wilson.ts';

/** Most findings that are told of one page. */
const MOST = 50;

/**
 * What is told of a page's findings: with the severities of the settings, by place. Of very many, the worst are told, those first that
 * the most pages speak for, and the number of the others. `findings` are those of `diagnostics`, one for one.
 */
export function pageDiagnostics(
  page: string,
  found: readonly Finding[],
  source: string,
  settings: CheckSettings,
): { findings: Finding[]; diagnostics: Diagnostic[]; withheld: number } {
  const shown = found.flatMap(finding => {
    const severity = settings.checks[finding.code] ?? defaultSeverities[finding.code];
    return severity === 'off' ? [] : [{ finding, severity }];
  });
  const rank = (severity: Severity): number => severities.indexOf(severity);
  const sureness = ({ support }: Finding): number => (support ? wilsonLowerBound(support.pages, support.of) : 1);
  const worst =
    shown.length > MOST
      ? shown.toSorted((a, b) => rank(a.severity) - rank(b.severity) || sureness(b.finding) - sureness(a.finding)).slice(0, MOST)
      : shown;
  const told = worst.toSorted((a, b) => a.finding.start - b.finding.start || b.finding.end - a.finding.end);
  const starts = told.length > 0 ? lineStarts(source) : [];
  return {
    findings: told.map(({ finding }) => finding),
    diagnostics: told.map(({ finding, severity }) => diagnostic(page, finding, severity, source, starts)),
    withheld: shown.length - told.length,
  };
}

function diagnostic(page: string, finding: Finding, severity: Severity, source: string, starts: readonly number[]): Diagnostic {
  const { start, end } = withoutBlankEdges(finding, source);
  const { code, message, support, related, repair, identity, normalisers } = finding;
  const line = lineOf(starts, start);
  return {
    page,
    start,
    end,
    line: line + 1,
    column: start - starts[line]! + 1,
    code,
    severity,
    message,
    ...(support && { support: { ...support } }),
    related: related.map(place => ({ ...place })),
    fixable: repair !== undefined,
    identity,
    normalisers: [...normalisers],
  };
}

/** The range without white space at its edges: a text is marked where it can be seen. */
function withoutBlankEdges({ start, end }: Finding, source: string): { start: number; end: number } {
  const marked = source.slice(start, end);
  if (marked.trim() === '') return { start, end };
  return { start: end - marked.trimStart().length, end: start + marked.trimEnd().length };
}

/** The last line that starts at or before the offset. */
function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle;
  }
  return low;
}

/** Where the lines of a text start; they end with CR LF, LF or CR, as in editors. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|[\n\r]/g)) starts.push(index + end.length);
  return starts;
}
