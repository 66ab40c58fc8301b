import type { Diagnostic } from 'templens-shared/diagnostics';
import { printableJson } from '../printable.ts';
import { type CheckReport, countBySeverity } from './check-report.ts';

/** The report as one line of JSON. */
export function checkJson({ root, pages, groups, diagnostics, known, stale, withheld }: CheckReport): string {
  const report = {
    version: 1,
    site: root,
    pages,
    groups,
    summary: countBySeverity(diagnostics),
    diagnostics: diagnostics.map(diagnosticObject),
    ...(withheld.length > 0 && { withheld }),
    ...(known.length + stale.length > 0 && { baseline: { known: known.length, stale } }),
  };
  return `${printableJson(report)}\n`;
}

/** Only what the format has, in its order. */
export function diagnosticObject(diagnostic: Diagnostic): Diagnostic {
  const { page, start, end, line, column, code, severity, message, support, related, fixable, identity, normalisers } =
    diagnostic;
  return {
    page,
    start,
    end,
    line,
    column,
    code,
    severity,
    message,
    ...(support && { support: { pages: support.pages, of: support.of } }),
    related: related.map(({ page, start, end, message }) => ({ page, start, end, message })),
    fixable,
    identity,
    normalisers,
  };
}
