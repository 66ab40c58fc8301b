import { type CheckSettings, type Finding, type FindingDetail, type Severity, severities } from 'templens-shared/findings';
import { checks } from '../core/findings/checks/index.ts';
import type { Finding as CoreFinding, Detail } from '../core/findings/finding.ts';
import { wilsonLowerBound } from '../core/findings/wilson.ts';

/** Most findings that are shown of one page. */
const MOST = 50;

/**
 * A page's findings by place, with the severities of the settings, else their own, else their codes'. Of very many, only the worst are
 * shown, the best supported first. `all` are those of `findings`, one for one, and `shown` those of them that are shown.
 */
export function pageFindings(
  page: string,
  found: readonly CoreFinding[],
  source: string,
  settings: CheckSettings,
): { findings: CoreFinding[]; all: Finding[]; shown: Finding[] } {
  const wanted = found.flatMap(finding => {
    const severity = settings.checks[finding.code] ?? finding.severity ?? checks[finding.code].severity;
    return severity === 'off' ? [] : [{ finding, severity }];
  });
  const rank = (severity: Severity): number => severities.indexOf(severity);
  const sureness = ({ support }: CoreFinding): number => (support ? wilsonLowerBound(support.pages, support.of) : 1);
  const worst = new Set(
    wanted.toSorted((a, b) => rank(a.severity) - rank(b.severity) || sureness(b.finding) - sureness(a.finding)).slice(0, MOST),
  );
  const listed = wanted.toSorted((a, b) => a.finding.start - b.finding.start || b.finding.end - a.finding.end);
  const starts = listed.length > 0 ? lineStarts(source) : [];
  const all = listed.map(({ finding, severity }) => withPosition(page, finding, severity, source, starts));
  return {
    findings: listed.map(({ finding }) => finding),
    all,
    shown: all.filter((_, index) => worst.has(listed[index]!)),
  };
}

/** A finding of the core, with lines and columns. */
function withPosition(
  page: string,
  finding: CoreFinding,
  severity: Severity,
  source: string,
  starts: readonly number[],
): Finding {
  const { start, end } = withoutBlankEdges(finding, source);
  const { code, message, part, details, support, related, repair, risk, identity, normalisers } = finding;
  return {
    page,
    start,
    end,
    ...placeOf(starts, start),
    code,
    severity,
    message,
    ...(part !== undefined && { part }),
    ...(details && { details: details.map(detail => detailOf(detail, source, starts)) }),
    ...(support && { support: { ...support } }),
    related: related.map(place => ({ ...place })),
    fixable: repair !== undefined,
    ...(repair && risk !== undefined && { risk }),
    identity,
    normalisers: [...normalisers],
  };
}

function detailOf(detail: Detail, source: string, starts: readonly number[]): FindingDetail {
  const { start, end } = withoutBlankEdges(detail, source);
  const { code, message, identity } = detail;
  return { start, end, ...placeOf(starts, start), code, message, identity };
}

/** The range without white space at its edges: a text is marked where it can be seen. */
function withoutBlankEdges({ start, end }: Detail, source: string): { start: number; end: number } {
  const marked = source.slice(start, end);
  if (marked.trim() === '') return { start, end };
  return { start: end - marked.trimStart().length, end: start + marked.trimEnd().length };
}

/** Line and column, 1-based. */
function placeOf(starts: readonly number[], offset: number): { line: number; column: number } {
  const line = lineOf(starts, offset);
  return { line: line + 1, column: offset - starts[line]! + 1 };
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
