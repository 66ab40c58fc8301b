import { type Cause, causeMessage, groupByCause } from 'templens-shared/causes';
import { counted } from 'templens-shared/counted';
import type { Finding, Severity } from 'templens-shared/findings';
import { printable } from 'templens-shared/printable';
import { limits } from '../thresholds.ts';
import { type CheckReport, confidenceText, repositoryPath, siteNotes } from './check-report.ts';

/** The annotations of GitHub by severity; it has three kinds. */
const commands: Record<Severity, 'error' | 'warning' | 'notice'> = {
  error: 'error',
  warning: 'warning',
  information: 'notice',
  hint: 'notice',
};

/**
 * The report as workflow commands of GitHub Actions: one line for each finding. GitHub shows the first few of a kind, so the first finding of
 * each cause comes before the other ones.
 */
export function checkGithub(report: CheckReport): string {
  const { findings, withheld } = report;
  const causes = groupByCause(findings);
  const lineOf = ({ page, line, column, code, severity, confidence }: Finding, message: string): string => {
    const file = repositoryPath(report, page);
    const properties = Object.entries({ file, line, col: column, title: `${code} (${confidenceText(confidence)})` });
    const escaped = properties.map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
    return `::${commands[severity]} ${escaped.join(',')}::${escapeData(message)}`;
  };
  const lines = [
    ...causes.map(cause => lineOf(cause.first, firstMessage(cause))),
    ...causes.flatMap(({ others }) => others.map(finding => lineOf(finding, finding.message))),
  ];
  for (const { page, findings } of withheld) {
    lines.push(
      `::notice::${escapeData(`${page} has ${counted(findings, 'more finding')} that ${findings === 1 ? 'is' : 'are'} not shown.`)}`,
    );
  }
  for (const note of siteNotes(report)) lines.push(`::notice::${escapeData(note)}`);
  return lines.map(line => `${line}\n`).join('');
}

/** The message of the first finding of a cause, with the other pages. */
function firstMessage(cause: Cause): string {
  if (cause.pages === 1) return cause.first.message;
  const names = [...new Set([cause.first, ...cause.others].map(({ page }) => page))].slice(1);
  const shown = names.slice(0, limits.causePages);
  const more = names.length > shown.length ? ` and ${counted(names.length - shown.length, 'more page')}` : '';
  return `${causeMessage(cause)} Also on ${shown.join(', ')}${more}.`;
}

/** Escapes a text as the runner expects it: https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts */
function escapeData(text: string): string {
  return printable(text).replaceAll('%', '%25');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
