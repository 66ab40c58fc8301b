import type { PageJudgements, Reason } from 'templens-shared/answers';
import { printable } from 'templens-shared/printable';
import type { Colors } from './colors.ts';

/** Reasons shown of each finding, and of who writes the pages. */
const MOST_REASONS = 3;

/** Why the findings of a page are reported or not, for a terminal. */
export function judgementsText(page: string, { generated, origin, findings }: PageJudgements, colors: Colors): string {
  const writer = generated >= 0.5 ? 'a program' : 'people';
  const sure = Math.round((generated >= 0.5 ? generated : 1 - generated) * 100);
  const because = origin.length === 0 ? 'the setting "pages" says so' : namesOf(origin, generated >= 0.5);
  const lines = [`The pages of this site are written by ${writer} (${sure} % sure: ${because}).`, ''];
  if (findings.length === 0) lines.push(`Nothing was found on ${printable(page)}.`);
  for (const { finding, isReported, reasons } of findings) {
    const percent = Math.round(finding.confidence * 100);
    const place = colors.bold(`${printable(page)}:${finding.line}:${finding.column}`);
    lines.push(`${place}  ${finding.code}  ${percent} %${isReported ? '' : ', not reported'}`, `  ${printable(finding.message)}`);
    const sides = [namesOf(reasons, true), namesOf(reasons, false)];
    if (sides.some(side => side !== '')) lines.push(`  for it: ${sides[0] || 'nothing'}; against it: ${sides[1] || 'nothing'}`);
  }
  return lines.map(line => `${line}\n`).join('');
}

/** What speaks most for a side. */
function namesOf(reasons: readonly Reason[], isFor: boolean): string {
  const names = reasons.filter(({ effect }) => effect > 0 === isFor).map(({ name }) => words(name));
  return names.slice(0, MOST_REASONS).join(', ');
}

/** The name of a number as words: `longestLine spread` as `longest line (differs)`. */
function words(name: string): string {
  const [first = '', spread] = name.split(' ');
  const text = first.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
  return spread === undefined ? text : `${text} (differs)`;
}
