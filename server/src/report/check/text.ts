import { type Cause, causeMessage, causeTotals, groupByCause, severityNoun } from 'templens-shared/causes';
import { counted } from 'templens-shared/counted';
import type { Finding, Severity } from 'templens-shared/findings';
import { printable } from 'templens-shared/printable';
import type { Colors } from '../colors.ts';
import { limits } from '../thresholds.ts';
import { type CheckReport, confidenceText, passSentence, siteNotes } from './check-report.ts';
import { codeFrame, placeOf } from './code-frame.ts';

/**
 * The report for a terminal, in pieces: a block for each cause, the most severe first, then a summary. `textOf` returns a page's text, or
 * undefined if the page can no longer be read.
 */
export async function* checkText(
  report: CheckReport,
  textOf: (page: string) => Promise<string | undefined>,
  colors: Colors,
): AsyncGenerator<string> {
  const causes = groupByCause(report.findings);
  for (const cause of causes.slice(0, limits.causes)) yield `${await block(cause, textOf, colors)}\n`;
  if (causes.length > limits.causes) {
    yield `${counted(causes.length - limits.causes, 'more cause')} not shown; --format json shows all.\n\n`;
  }
  yield summary(report, colors);
}

async function block(cause: Cause, textOf: (page: string) => Promise<string | undefined>, colors: Colors): Promise<string> {
  const { first, others, severity, confidence } = cause;
  const { page, line, column, code } = first;
  const sure = colors.dim(`(${confidenceText(confidence)})`);
  const lines = [
    `${paint(severity, colors)(severityNoun(severity))} ${code}  ${colors.bold(`${printable(page)}:${line}:${column}`)}${moreOf(cause)}`,
    `  ${printable(causeMessage(cause))} ${sure}`,
  ];
  for (const detail of first.details ?? []) {
    lines.push(`    ${colors.dim(`${detail.line}:${detail.column}`)} ${printable(detail.message)}`);
  }
  for (const related of first.related) {
    const text = await textOf(related.page);
    const at = text === undefined ? undefined : placeOf(text, related.start);
    lines.push(colors.dim(`  ${printable(related.page)}${at ? `:${at.line}:${at.column}` : ''}: ${printable(related.message)}`));
  }
  if (first.refusal !== undefined) lines.push(colors.dim(`  Fix it by hand. ${printable(first.refusal)}`));
  const text = await textOf(page);
  if (text !== undefined) lines.push(indent(codeFrame(text, first.start, first.end, colors)));
  if (others.length > 0) lines.push(colors.dim(`  also ${namesOf(others)}`));
  return `${lines.join('\n')}\n`;
}

/** ` and 3 more pages`: how many places are not the first; empty for none. */
function moreOf({ others, pages }: Cause): string {
  if (others.length === 0) return '';
  return ` and ${counted(others.length, others.length === pages - 1 ? 'more page' : 'more place')}`;
}

function namesOf(others: readonly Finding[]): string {
  const names = others.slice(0, limits.causePages).map(({ page, line, column }) => `${printable(page)}:${line}:${column}`);
  if (others.length > limits.causePages) names.push(counted(others.length - limits.causePages, 'more place'));
  return names.join(', ');
}

/** One line on all findings, shown or not, a line for each note on the site, and a line if nothing fails. */
function summary(report: CheckReport, colors: Colors): string {
  const { findings, known, pages, withheld } = report;
  const affected = new Set(findings.map(({ page }) => page)).size;
  const fixable = findings.filter(finding => finding.fixable);
  const isSafe = ({ risk }: Finding): boolean => risk === undefined;
  const safe = groupByCause(fixable.filter(isSafe)).length;
  const unsafe = groupByCause(fixable).length - safe;
  const lines = [
    findings.length === 0
      ? `No${known.length > 0 ? ' new' : ''} findings on ${counted(pages, 'page')}.`
      : `${causeTotals(findings, (severity, text) => paint(severity, colors)(text))} on ${affected} of ${counted(pages, 'page')}.`,
  ];
  if (safe > 0) lines.push(`${safe} fixable with templens fix${unsafe > 0 ? `, ${unsafe} more with --unsafe` : ''}.`);
  else if (unsafe > 0) lines.push(`${unsafe} fixable with templens fix --unsafe.`);
  if (known.length > 0) lines.push(`${counted(known.length, 'known finding')} not shown.`);
  const held = withheld.reduce((sum, { findings }) => sum + findings, 0);
  if (held > 0) lines.push(`${counted(held, 'more finding')} on ${counted(withheld.length, 'page')} with very many not shown.`);
  const pass = passSentence(report);
  return [lines.join(' '), ...siteNotes(report).map(printable), ...(pass ? [pass] : [])].map(line => `${line}\n`).join('');
}

function paint(severity: Severity, colors: Colors): (text: string) => string {
  return { error: colors.red, warning: colors.yellow, information: colors.cyan, hint: colors.dim }[severity];
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}
