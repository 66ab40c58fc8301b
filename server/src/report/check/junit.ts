import { escapeUTF8 } from 'entities';
import { counted } from 'templens-shared/counted';
import type { Finding } from 'templens-shared/findings';
import { printableLines } from 'templens-shared/printable';
import { type CheckReport, repositoryPath } from './check-report.ts';

/**
 * The report as JUnit XML: a test suite for each page that has findings, with a failed test for each finding. Without findings, there is
 * one passed test.
 */
export function checkJunit(report: CheckReport): string {
  const { pages, findings, withheld } = report;
  const byPage = new Map<string, Finding[]>();
  for (const finding of findings) byPage.set(finding.page, [...(byPage.get(finding.page) ?? []), finding]);
  const held = new Map(withheld.map(({ page, findings }) => [page, findings]));
  const suites = [...byPage].map(([page, found]) => suite(repositoryPath(report, page), found, held.get(page) ?? 0));
  if (suites.length === 0) {
    suites.push(
      `<testsuite name="templens" tests="1" failures="0">\n<testcase classname="templens" name="${counted(pages, 'page')}"/>\n</testsuite>`,
    );
  }
  const tests = Math.max(1, findings.length);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="templens" tests="${tests}" failures="${findings.length}">
${suites.join('\n')}
</testsuites>
`;
}

/** The test suite of a page; `withheld` is the number of its findings that are not reported. */
function suite(page: string, found: readonly Finding[], withheld: number): string {
  const cases = found.map(({ line, column, code, severity, message, details = [] }) => {
    const name = `${code} at ${line}:${column}`;
    const sentences = [
      `${page}:${line}:${column}: ${message}`,
      ...details.map(detail => `  ${detail.line}:${detail.column}: ${detail.message}`),
    ];
    return `<testcase classname="${attribute(page)}" name="${attribute(name)}" file="${attribute(page)}" line="${line}">
<failure type="${severity}" message="${attribute(message)}">${sentences.map(attribute).join('\n')}</failure>
</testcase>`;
  });
  const out = withheld > 0 ? `\n<system-out>${counted(withheld, 'more finding')} not shown.</system-out>` : '';
  const head = `<testsuite name="${attribute(page)}" tests="${found.length}" failures="${found.length}">`;
  return `${head}\n${cases.join('\n')}${out}\n</testsuite>`;
}

/** Escapes a text for an attribute or an element; replaces the characters that XML does not allow. */
function attribute(text: string): string {
  const valid = printableLines(text).replace(/[\p{Cs}\ufffe\uffff]/gu, '\uFFFD');
  return escapeUTF8(valid);
}
