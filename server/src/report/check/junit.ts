import { escapeUTF8 } from 'entities';
import { type Cause, causeMessage, groupByCause } from 'templens-shared/causes';
import { counted } from 'templens-shared/counted';
import { printableLines } from 'templens-shared/printable';
import { type CheckReport, confidenceText, repositoryPath } from './check-report.ts';

/**
 * The report as JUnit XML: a failed test for each cause, in the test suite of its first page, with all places in its text. Without findings,
 * there is one passed test.
 */
export function checkJunit(report: CheckReport): string {
  const { pages, findings, withheld } = report;
  const causes = groupByCause(findings);
  const byPage = new Map<string, Cause[]>();
  for (const cause of causes) byPage.set(cause.first.page, [...(byPage.get(cause.first.page) ?? []), cause]);
  const pathOf = (page: string): string => repositoryPath(report, page);
  const suites = [...byPage].map(([page, found]) => suite(pathOf(page), found, pathOf));
  if (suites.length > 0) suites.push(...withheld.map(({ page, findings }) => withheldSuite(pathOf(page), findings)));
  if (suites.length === 0) {
    suites.push(
      `<testsuite name="templens" tests="1" failures="0">\n<testcase classname="templens" name="${counted(pages, 'page')}"/>\n</testsuite>`,
    );
  }
  const tests = Math.max(1, causes.length);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="templens" tests="${tests}" failures="${causes.length}">
${suites.join('\n')}
</testsuites>
`;
}

/** The test suite of a page. @param found the causes that have their first finding on the page */
function suite(page: string, found: readonly Cause[], pathOf: (page: string) => string): string {
  const cases = found.map(cause => {
    const { first, others, severity, confidence } = cause;
    const { line, code, details = [] } = first;
    const message = `${causeMessage(cause)} (${confidenceText(confidence)})`;
    const sentences = [first, ...others].map(each => `${pathOf(each.page)}:${each.line}:${each.column}: ${each.message}`);
    sentences.splice(1, 0, ...details.map(detail => `  ${detail.line}:${detail.column}: ${detail.message}`));
    const name = `${code} at ${line}:${first.column}`;
    return `<testcase classname="${attribute(page)}" name="${attribute(name)}" file="${attribute(page)}" line="${line}">
<failure type="${severity}" message="${attribute(message)}">${sentences.map(attribute).join('\n')}</failure>
</testcase>`;
  });
  const head = `<testsuite name="${attribute(page)}" tests="${found.length}" failures="${found.length}">`;
  return `${head}\n${cases.join('\n')}\n</testsuite>`;
}

/** An empty test suite that says how many findings of a page are not reported. */
function withheldSuite(page: string, findings: number): string {
  const out = `<system-out>${counted(findings, 'more finding')} not shown.</system-out>`;
  return `<testsuite name="${attribute(page)}" tests="0" failures="0">\n${out}\n</testsuite>`;
}

/** Escapes a text for an attribute or an element; replaces the characters that XML does not allow. */
function attribute(text: string): string {
  const valid = printableLines(text).replace(/[\p{Cs}\ufffe\uffff]/gu, '\uFFFD');
  return escapeUTF8(valid);
}
