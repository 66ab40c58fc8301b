import { type CheckSettings, type Finding, type FindingDetail, type Severity, severities } from 'templens-shared/findings';
import { checks } from '../core/findings/checks/index.ts';
import { type Finding as CoreFinding, causeOf, type Detail } from '../core/findings/finding.ts';
import { isSafe } from '../core/findings/fixes/page-fixes.ts';
import { thresholds as fixThresholds } from '../core/findings/thresholds.ts';
import { thresholds } from './thresholds.ts';

/** The findings of a page, as the core has them and for output, in the same order. */
export interface FindingsOfPage {
  readonly findings: readonly CoreFinding[];
  readonly all: readonly Finding[];
}

/**
 * Converts a page's findings for output: sorts them by place, sets severities (from the settings, else the finding, else its code), drops
 * those that are off, and adds lines and columns. None has a confidence yet.
 */
export function findingsForOutput(
  page: string,
  found: readonly CoreFinding[],
  source: string,
  settings: CheckSettings,
): FindingsOfPage {
  const wanted = found.flatMap(finding => {
    const severity = settings.checks[finding.code] ?? finding.severity ?? checks[finding.code].severity;
    return severity === 'off' ? [] : [{ finding, severity }];
  });
  const listed = wanted.toSorted((a, b) => a.finding.start - b.finding.start || b.finding.end - a.finding.end);
  const starts = listed.length > 0 ? lineStarts(source) : [];
  return {
    findings: listed.map(({ finding }) => finding),
    all: listed.map(({ finding, severity }) => withPosition(page, finding, severity, source, starts)),
  };
}

/** Why the fix of a finding with little confidence is not safe. */
const UNSURE = 'It is not certain enough that the page should change.';

/** Why the fix of a page that a program may write is not safe. */
const GENERATED = 'A program may write this page, so the change belongs in its source.';

/**
 * Returns the findings with at least this confidence. The fix of one with less than `safeConfidence`, or on a page that a program writes, gets
 * a risk.
 * @param generated probability that a program writes the pages
 */
export function confidentFindings(
  { findings, all }: FindingsOfPage,
  confidenceOf: (finding: CoreFinding) => number,
  least: number,
  generated: number,
): FindingsOfPage {
  const judged = findings.map((finding, at) => {
    const confidence = confidenceOf(finding);
    const unsure = confidence < fixThresholds.safeConfidence ? UNSURE : generated > 0.5 ? GENERATED : undefined;
    return { finding, output: { ...all[at]!, confidence }, risk: isSafe(finding) && unsure ? { risk: unsure } : {} };
  });
  const confident = judged.filter(({ output }) => output.confidence >= least);
  const kept = confident.filter(({ finding }) => !confident.some(other => reportsSameAddress(other.finding, finding)));
  return {
    findings: kept.map(({ finding, risk }) => ({ ...finding, ...risk })),
    all: kept.map(({ output, risk }) => ({ ...output, ...risk })),
  };
}

/** True if a finding says that an address differs, and the other one that its target does not exist. */
function reportsSameAddress(differing: CoreFinding, dead: CoreFinding): boolean {
  if (dead.code !== 'template/broken-link' || dead.details) return false;
  return (differing.details ?? [differing]).some(
    ({ code, start }) => addressCodes.has(code) && dead.start < start && start < dead.end,
  );
}

/** Codes of findings about an attribute, whose range is in the start tag. */
const addressCodes: ReadonlySet<string> = new Set(['template/changed-attribute', 'template/wrong-target']);

/** Returns at most `thresholds.findingsPerPage` findings of a page, in their order: the most severe, then the most confident. */
export function shownFindings(all: readonly Finding[]): Finding[] {
  const rank = ({ severity }: Finding): number => severities.indexOf(severity);
  const worst = new Set(
    all.toSorted((a, b) => rank(a) - rank(b) || b.confidence - a.confidence).slice(0, thresholds.findingsPerPage),
  );
  return all.filter(finding => worst.has(finding));
}

/** Converts a finding of the core. @param starts see `lineStarts`. */
function withPosition(
  page: string,
  finding: CoreFinding,
  severity: Severity,
  source: string,
  starts: readonly number[],
): Finding {
  const { start, end } = withoutBlankEdges(finding, source);
  const { code, message, brief, part, details, support, related, repair, risk, refusal, identity, normalisers } = finding;
  const fixable = repair !== undefined && refusal === undefined;
  return {
    page,
    start,
    end,
    ...placeOf(starts, start),
    code,
    severity,
    confidence: 1,
    message,
    ...(brief !== undefined && { brief }),
    ...(part !== undefined && { part }),
    ...(details && { details: details.map(detail => detailOf(detail, source, starts)) }),
    ...(support && { support: { ...support } }),
    related: related.map(place => ({ ...place })),
    fixable,
    ...(fixable && risk !== undefined && { risk }),
    ...(repair && refusal !== undefined && { refusal }),
    identity,
    cause: causeOf(finding),
    normalisers: [...normalisers],
  };
}

function detailOf(detail: Detail, source: string, starts: readonly number[]): FindingDetail {
  const { start, end } = withoutBlankEdges(detail, source);
  const { code, message, identity } = detail;
  return { start, end, ...placeOf(starts, start), code, message, identity };
}

/** Trims white space from the range, so that an editor underlines what is visible; a blank range stays. */
function withoutBlankEdges({ start, end }: Detail, source: string): { start: number; end: number } {
  const marked = source.slice(start, end);
  if (marked.trim() === '') return { start, end };
  return { start: end - marked.trimStart().length, end: start + marked.trimEnd().length };
}

/** Returns the line and column of an offset, 1-based. */
function placeOf(starts: readonly number[], offset: number): { line: number; column: number } {
  const line = lineOf(starts, offset);
  return { line: line + 1, column: offset - starts[line]! + 1 };
}

/** Returns the index of the last line that starts at or before the offset. */
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

/** Returns the offsets at which lines start; lines end with CR LF, LF or CR, as in editors. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|[\n\r]/g)) starts.push(index + end.length);
  return starts;
}
