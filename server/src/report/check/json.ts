import { countBySeverity as causesBySeverity, groupByCause } from 'templens-shared/causes';
import { findingObject } from 'templens-shared/json-shapes';
import { printableJson } from 'templens-shared/printable';
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
    causes: causesBySeverity(groupByCause(findings)),
    diagnostics: findings.map(findingObject),
    ...(withheld.length > 0 && { withheld }),
    ...(splits.length > 0 && { splits }),
    ...(translationGaps.length > 0 && { translationGaps }),
    ...(known.length + stale.length > 0 && { baseline: { known: known.length, stale } }),
  };
  return `${printableJson(report)}\n`;
}
