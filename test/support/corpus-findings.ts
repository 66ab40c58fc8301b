// The findings on the untouched pages of the gold corpus, and what a reviewer said of each (test/corpus-findings.json).
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Severity } from 'templens-shared/findings';
import { checks } from '../../server/src/core/findings/checks/index.ts';
import { CheckedSite } from './checked-site.ts';
import { textsOf } from './corpus.ts';
import type { GoldSite } from './gold.ts';

/** `true`: the page drifted. `acceptable`: it differs for a reason that no tool can know. `false`: there is nothing to tell. */
export type FindingVerdict = 'true' | 'acceptable' | 'false';

export interface ReviewedFinding {
  site: string;
  page: string;
  code: string;
  identity: string;
  verdict: FindingVerdict;
  /** One clause. */
  why: string;
}

/** Who has reviewed what: the committed verdicts. */
export function reviewedFindings(file = 'test/corpus-findings.json'): ReviewedFinding[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ReviewedFinding[]) : [];
}

export interface CorpusFinding extends Pick<ReviewedFinding, 'site' | 'page' | 'code' | 'identity'> {
  message: string;
  /** With those of the differences that the finding sums up. */
  messages: string[];
  severity: Severity;
}

/**
 * The findings of a site of the corpus as it is that are worth reporting, with their messages and severities.
 * @param all those that are not worth reporting, too
 */
export function corpusFindings(site: GoldSite, all = false): CorpusFinding[] {
  const checked = checkedCorpusSite(site);
  return [...(all ? checked.all() : checked.reported())].flatMap(([page, findings]) =>
    findings.map(({ code, identity, message, details = [], severity = checks[code].severity }) => ({
      ...{ site: site.name, page, code, identity, message, severity },
      messages: [message, ...details.map(detail => detail.message)],
    })),
  );
}

/** A site of the corpus as it is. */
export function checkedCorpusSite(site: GoldSite): CheckedSite {
  const checked = new CheckedSite(textsOf(site), {}, path => existsSync(join(site.pagesFolder, path)));
  checked.read = path => {
    const file = join(site.pagesFolder, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  return checked;
}

/** What a reviewer said of a finding; `none` where nobody has reviewed it. */
export function verdictOf(finding: FindingName, reviewed: readonly ReviewedFinding[]): FindingVerdict | 'none' {
  return reviewed.find(each => isReviewed(finding, [each]))?.verdict ?? 'none';
}

/** A sentence for each of these that does not hold: all are reviewed, 5 % at most false, 2 at most of a site, half at least true. */
export function missedFindingBars(findings: readonly { site: string; verdict: FindingVerdict | 'none' }[]): string[] {
  const count = (verdict: string): number => findings.filter(finding => finding.verdict === verdict).length;
  const sentences: string[] = [];
  if (count('none') > 0) sentences.push(`${count('none')} findings have no verdict in test/corpus-findings.json.`);
  if (count('false') > 0.05 * findings.length)
    sentences.push(`${count('false')} of ${findings.length} are false; it may be 5 %.`);
  if (count('true') < 0.5 * findings.length) sentences.push(`${count('true')} of ${findings.length} are true; it must be half.`);
  for (const site of new Set(findings.map(({ site }) => site))) {
    const wrong = findings.filter(finding => finding.site === site && finding.verdict === 'false').length;
    if (wrong > 2) sentences.push(`${site} has ${wrong} false findings; it may have 2.`);
  }
  return sentences;
}

/** Share of the warnings that must be true. */
const LEAST_TRUE_WARNINGS = 0.75;

type JudgedSeverity = { severity: Severity; verdict: FindingVerdict | 'none' };

/**
 * Returns a sentence if too few warnings are true. Severity is about the effect of a finding; its confidence, about whether it is true.
 */
export function missedSeverityBars(findings: readonly JudgedSeverity[]): string[] {
  const warnings = findings.filter(isWarning);
  const trueWarnings = shareOf('true', warnings);
  return trueWarnings < LEAST_TRUE_WARNINGS ? [`${percent(trueWarnings)} of the warnings are true; it must be 75 %.`] : [];
}

/** A table in Markdown of how many findings of each kind of severity are true, acceptable and false. */
export function severityTableOf(findings: readonly JudgedSeverity[]): string {
  const row = (name: string, of: readonly JudgedSeverity[]): string => {
    const counts = (['true', 'acceptable', 'false'] as const).map(verdict => `${percent(shareOf(verdict, of))}`);
    return `| ${[name, of.length, ...counts].join(' | ')} |`;
  };
  return [
    '| severity | findings | true | acceptable | false |',
    '| --- | --: | --: | --: | --: |',
    row('warning or error', findings.filter(isWarning)),
    row(
      'information or hint',
      findings.filter(finding => !isWarning(finding)),
    ),
  ].join('\n');
}

function isWarning({ severity }: JudgedSeverity): boolean {
  return severity === 'warning' || severity === 'error';
}

/** 0 where there are none. */
function shareOf(verdict: FindingVerdict, findings: readonly JudgedSeverity[]): number {
  return findings.filter(finding => finding.verdict === verdict).length / Math.max(1, findings.length);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

type FindingName = Pick<ReviewedFinding, 'site' | 'page' | 'identity'>;

/** Has somebody said what the finding is worth? */
export function isReviewed(finding: FindingName, reviewed: readonly FindingName[]): boolean {
  return reviewed.some(
    ({ site, page, identity }) => site === finding.site && page === finding.page && identity === finding.identity,
  );
}
