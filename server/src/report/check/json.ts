import type { Finding } from 'templens-shared/findings';
import { printableJson } from '../printable.ts';
import { type CheckReport, countBySeverity } from './check-report.ts';

/** The report as one line of JSON. */
export function checkJson({
  root,
  pages,
  groups,
  findings,
  known,
  stale,
  withheld,
  splits,
  translationGaps,
}: CheckReport): string {
  const report = {
    version: 1,
    site: root,
    pages,
    groups,
    summary: countBySeverity(findings),
    diagnostics: findings.map(findingObject),
    ...(withheld.length > 0 && { withheld }),
    ...(splits.length > 0 && { splits }),
    ...(translationGaps.length > 0 && { translationGaps }),
    ...(known.length + stale.length > 0 && { baseline: { known: known.length, stale } }),
  };
  return `${printableJson(report)}\n`;
}

/** Only what the format has, in its order. */
export function findingObject(finding: Finding): Finding {
  const {
    page,
    start,
    end,
    line,
    column,
    code,
    severity,
    message,
    part,
    details,
    support,
    related,
    fixable,
    risk,
    identity,
    normalisers,
  } = finding;
  return {
    page,
    start,
    end,
    line,
    column,
    code,
    severity,
    message,
    ...(part !== undefined && { part }),
    ...(details && {
      details: details.map(({ start, end, line, column, code, message, identity }) => ({
        start,
        end,
        line,
        column,
        code,
        message,
        identity,
      })),
    }),
    ...(support && { support: { pages: support.pages, of: support.of } }),
    related: related.map(({ page, start, end, message }) => ({ page, start, end, message })),
    fixable,
    ...(risk !== undefined && { risk }),
    identity,
    normalisers,
  };
}
