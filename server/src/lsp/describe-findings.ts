import { checkHelpUri } from 'templens-shared/check-docs';
import { type Diagnostic, normaliserNames } from 'templens-shared/diagnostics';
import { MarkupKind } from 'vscode-languageserver';
import { escapeMarkdown } from './markdown.ts';

/** Findings for a hover: what differs, and what was not seen as a difference there. */
export function describeFindings(findings: readonly Diagnostic[], kind: MarkupKind): string {
  return findings.map(finding => describeFinding(finding, kind === MarkupKind.Markdown)).join('\n\n');
}

function describeFinding({ code, message, normalisers }: Diagnostic, markdown: boolean): string {
  const title = markdown ? `[${code}](${checkHelpUri(code)})` : code;
  const lines = [`${title}: ${markdown ? escapeMarkdown(message) : message}`];
  if (normalisers.length > 0) {
    lines.push(`Not seen as a difference here: ${normalisers.map(id => `${normaliserNames[id]} (${id})`).join(', ')}.`);
  }
  return lines.join('\n\n');
}
