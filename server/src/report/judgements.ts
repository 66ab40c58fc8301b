import type { PageJudgements, PageRegions, Reason } from 'templens-shared/answers';
import { counted } from 'templens-shared/counted';
import type { GroupSummary } from 'templens-shared/labels';
import { printable } from 'templens-shared/printable';
import type { Colors } from './colors.ts';
import { findingReason, originReason } from './reason-words.ts';

/** Reasons shown of each finding, and of who writes the pages. */
const MOST_REASONS = 3;

/** What a page is compared with. */
export interface PageSurroundings {
  readonly regions: PageRegions;
  readonly layouts: readonly GroupSummary[];
}

/**
 * Explains for a terminal what a page is compared with, and why each of its findings, and each rare version of a part, is reported or withheld.
 */
export function judgementsText(
  page: string,
  { generated, origin, findings, versions }: PageJudgements,
  surroundings: PageSurroundings,
  colors: Colors,
): string {
  const lines = [writerOf(generated, origin), ...comparedWith(page, surroundings).map(printable), ''];
  if (findings.length === 0) lines.push(`Nothing was found on ${printable(page)}.`);
  for (const { finding, isReported, reasons } of findings) {
    const percent = Math.round(finding.confidence * 100);
    const place = colors.bold(`${printable(page)}:${finding.line}:${finding.column}`);
    lines.push(`${place}  ${finding.code}  ${percent} %${isReported ? '' : ', not reported'}`, `  ${printable(finding.message)}`);
    const sides = [wordsOf(reasons, true, findingReason), wordsOf(reasons, false, findingReason)];
    if (sides.some(side => side !== '')) lines.push(`  for it: ${sides[0] || 'nothing'}; against it: ${sides[1] || 'nothing'}`);
  }
  const unreported = versions.filter(version => version.findings.length === 0);
  if (unreported.length > 0) lines.push('');
  for (const { name, pages, most, reasons } of unreported) {
    const count = `${pages} ${pages === 1 ? 'page has' : 'pages have'} this version of the ${printable(name)}, ${most} the most common one`;
    lines.push(`${count}; not reported: ${reasons.join('; ')}.`);
  }
  return lines.map(line => `${line}\n`).join('');
}

/** Sentences about the pages that a page is compared with. */
function comparedWith(page: string, { regions: { template, layout, pages, parts }, layouts }: PageSurroundings): string[] {
  const named = [...new Set(parts.filter(part => part.pages > 1).map(({ name }) => name))].join(', ');
  if (pages > 1) {
    const others = counted(pages - 1, 'other page');
    return [`${page} shares the layout ${layout} with ${others}${named && `, and these parts: ${named}`}.`];
  }
  const what = named === '' ? 'it is compared with nothing' : `only these parts of it are compared: ${named}`;
  const lines = [`${page} is alone: no other page has its layout, so ${what}.`];
  const near = layouts.find(each => each.template === template)?.nearest;
  const nearest = layouts.find(each => each.template === near?.template)?.layout;
  if (near && nearest !== undefined)
    lines.push(
      `The nearest layout is ${nearest}, at a distance of ${near.distance.toFixed(2)} (0: equal, 1: nothing in common).`,
    );
  return lines;
}

/** Probabilities within this distance from 0.5 are reported as unknown. */
const UNCLEAR = 0.1;

/** Says in one sentence whether people or a program write the pages. */
function writerOf(generated: number, origin: readonly Reason[]): string {
  const [isProgram, sure] = [generated >= 0.5, Math.round(Math.max(generated, 1 - generated) * 100)];
  if (Math.abs(generated - 0.5) <= UNCLEAR) return 'The sources of the pages do not tell whether people write them or a program.';
  const because = origin.length === 0 ? 'the setting "pages" says so' : wordsOf(origin, isProgram, originReason);
  return `The pages of this site are written by ${isProgram ? 'a program' : 'people'} (${sure} % sure: ${because}).`;
}

/** The strongest reasons for, or against, in words. */
function wordsOf(reasons: readonly Reason[], isFor: boolean, words: (reason: Reason) => string): string {
  return reasons
    .filter(({ effect }) => effect > 0 === isFor)
    .slice(0, MOST_REASONS)
    .map(words)
    .join(', ');
}
