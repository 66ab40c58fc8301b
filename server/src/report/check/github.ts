import { counted } from 'templens-shared/counted';
import type { Severity } from 'templens-shared/findings';
import { printable } from 'templens-shared/printable';
import { type CheckReport, repositoryPath, siteNotes } from './check-report.ts';

/** The annotations of GitHub by severity; it has three kinds. */
const commands: Record<Severity, 'error' | 'warning' | 'notice'> = {
  error: 'error',
  warning: 'warning',
  information: 'notice',
  hint: 'notice',
};

/** The report as workflow commands of GitHub Actions: one line for each finding. */
export function checkGithub(report: CheckReport): string {
  const { findings, withheld } = report;
  const lines = findings.map(({ page, line, column, code, severity, message }) => {
    const file = repositoryPath(report, page);
    const properties = Object.entries({ file, line, col: column, title: code });
    const escaped = properties.map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
    return `::${commands[severity]} ${escaped.join(',')}::${escapeData(message)}`;
  });
  for (const { page, findings } of withheld) {
    lines.push(
      `::notice::${escapeData(`${page} has ${counted(findings, 'more finding')} that ${findings === 1 ? 'is' : 'are'} not shown.`)}`,
    );
  }
  for (const note of siteNotes(report)) lines.push(`::notice::${escapeData(note)}`);
  return lines.map(line => `${line}\n`).join('');
}

/** Escapes a text as the runner expects it: https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts */
function escapeData(text: string): string {
  return printable(text).replaceAll('%', '%25');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
