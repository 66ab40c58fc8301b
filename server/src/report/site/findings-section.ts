import { causeMessage, severityNoun } from 'templens-shared/causes';
import { counted } from 'templens-shared/counted';
import type { Finding } from 'templens-shared/findings';
import { confidenceText } from '../check/check-report.ts';
import { escapeHtml } from '../html-document.ts';
import { limits } from '../thresholds.ts';
import { type Anchors, pageLink } from './anchors.ts';
import type { ReportedCause, SiteReport, Trend } from './report-data.ts';
import { shownCauses, shownFindings } from './shown-causes.ts';
import { lineOf, sourceFrame } from './source-frame.ts';

/** The filter's value for findings that are not about a part. */
export const NO_PART = '-';

/** How findings are fixed, and how the filter names that. */
export const fixKinds = {
  safe: 'safe, by templens fix',
  review: 'to review, with --unsafe',
  hand: 'by hand',
} as const;

export function fixKind({ fixable, risk }: Finding): keyof typeof fixKinds {
  if (!fixable) return 'hand';
  return risk === undefined ? 'safe' : 'review';
}

/** The HTML of the findings: a block for each cause, with the source of its first finding, and beside it the fix, or an example page. */
export function findingsSection({ causes, trend }: SiteReport, anchors: Anchors): string {
  const shown = shownCauses(causes);
  const hidden = causes.length - shown.length;
  return `<div id="causes" data-pager="${limits.siteFindingsPage}" data-name="findings">
${shown.map(cause => causeBlock(cause, anchors, trend)).join('\n')}
</div>
${hidden > 0 ? `<p>${counted(hidden, 'more finding')} not shown: <code>templens check</code></p>` : ''}`;
}

function causeBlock(cause: ReportedCause, anchors: Anchors, trend: Trend | undefined): string {
  const { severity, confidence, pages, first } = cause;
  const { code, details = [], part } = first;
  const more = pages > 1 ? ` <small>and ${counted(pages - 1, 'more page')}</small>` : '';
  const isNew = trend !== undefined && [first, ...cause.others].some(finding => trend.fresh.has(finding));
  return `<article class="finding" id="${anchors.finding(first)}" data-severity="${severity}" data-part="${escapeHtml(part ?? NO_PART)}" data-code="${escapeHtml(code)}" data-fix="${fixKind(first)}"${trend ? ` data-trend="${isNew ? 'new' : 'known'}"` : ''}>
<h3><span class="severity ${severity}">${severityNoun(severity)}</span>${isNew ? ' <span class="badge">new</span>' : ''} ${placeLink(first, anchors)}${more}</h3>
<p>${escapeHtml(causeMessage(cause))} <small>${confidenceText(confidence)}</small></p>
${detailList(details)}
${sources(cause)}
${alsoOn(cause, anchors)}<p class="meta"><code>${escapeHtml(code)}</code>${part ? ` in the ${escapeHtml(part)}` : ''}. ${howToFix(first)}</p>
</article>`;
}

function placeLink({ page, line, column }: Finding, anchors: Anchors): string {
  return `${pageLink(page, anchors)}:${line}:${column}`;
}

/** The differences that a finding combines; those after the first ones are folded. */
function detailList(details: NonNullable<Finding['details']>): string {
  const sentences = [...new Set(details.map(({ line, message }) => `line ${line}: ${message}`))];
  const items = sentences.slice(0, limits.siteDetails).map(sentence => `<li>${escapeHtml(sentence)}`);
  if (sentences.length > limits.siteDetails) items.push(`<li>and ${sentences.length - limits.siteDetails} more`);
  return foldedList(items, counted(sentences.length - limits.siteFirstDetails, 'more difference'), limits.siteFirstDetails);
}

/** A list whose items after the first ones are folded. */
function foldedList(items: readonly string[], summary: string, first: number): string {
  if (items.length === 0) return '';
  const list = (shown: readonly string[]): string => `<ul>${shown.join('\n')}</ul>`;
  if (items.length <= first) return list(items);
  return `${list(items.slice(0, first))}<details><summary>${summary}</summary>${list(items.slice(first))}</details>`;
}

/** The source of the first finding and, beside it, the fixed source, or that of the example page. */
function sources({ first, text, fix, example }: ReportedCause): string {
  if (text === undefined) return '';
  const here = figure(`On ${first.page}`, sourceFrame(text, first));
  const there = fix
    ? figure(first.risk === undefined ? 'Fixed' : 'Fixed, if you agree', fixFrames(fix))
    : example && first.related[0]
      ? figure(`On ${first.related[0].page}, line ${lineOf(example.text, example.start)}`, sourceFrame(example.text, example))
      : '';
  return `<div class="beside">${here}${there}</div>`;
}

/** The places of a fix, each with the deleted and the inserted text. */
function fixFrames({ text, edits }: NonNullable<ReportedCause['fix']>): string {
  const frames = edits
    .slice(0, limits.siteEdits)
    .map(({ start, end, text: replacement }) => sourceFrame(text, { start, end, replacement }));
  const more = edits.length > limits.siteEdits ? `<p>and ${counted(edits.length - limits.siteEdits, 'more edit')}</p>` : '';
  const [first = '', ...rest] = frames;
  if (rest.length === 0) return first + more;
  return `${first}<details><summary>${counted(edits.length - 1, 'more edit')}</summary>${rest.join('\n')}${more}</details>`;
}

function figure(caption: string, html: string): string {
  return `<figure><figcaption>${escapeHtml(caption)}</figcaption>${html}</figure>`;
}

function alsoOn(cause: ReportedCause, anchors: Anchors): string {
  const others = cause.others.length;
  if (others === 0) return '';
  const shown = shownFindings(cause).slice(1);
  const items = shown.map(other => `<li id="${anchors.finding(other)}">${placeLink(other, anchors)}`);
  if (shown.length < others) items.push(`<li>and ${others - shown.length} more`);
  return `<details><summary>Also ${cause.pages - 1 === others ? `on ${counted(others, 'page')}` : `at ${counted(others, 'place')}`}</summary><ul>${items.join('\n')}</ul></details>\n`;
}

function howToFix({ fixable, risk, refusal }: Finding): string {
  if (!fixable) return refusal === undefined ? 'Fix it by hand.' : `Fix it by hand. ${escapeHtml(refusal)}`;
  return risk === undefined
    ? 'Fixed by <code>templens fix</code>.'
    : `Fixed by <code>templens fix --unsafe</code>: ${escapeHtml(risk)}`;
}
