import { counted } from 'templens-shared/counted';
import type { Finding } from 'templens-shared/findings';
import { escapeHtml } from '../html-document.ts';
import { type Anchors, pageLink } from './anchors.ts';
import type { ReportedCause } from './report-data.ts';
import { shownCauses, shownFindings } from './shown-causes.ts';
import { lineOf, sourceFrame } from './source-frame.ts';

/** Edits of a fix, and differences that a finding sums up, that are shown. */
const MOST_EDITS = 4;
const MOST_DETAILS = 12;

/** The value of the filter for findings that no part is named for. */
export const NO_PART = '-';

/** Findings by cause: a block each, with the source of the first and its fix, or a page that has what the others agree on. */
export function findingsSection(causes: readonly ReportedCause[], anchors: Anchors): string {
  const shown = shownCauses(causes);
  const blocks = shown.map(cause => causeBlock(cause, anchors));
  const left = causes.slice(shown.length).reduce((sum, { findings }) => sum + findings.length, 0);
  if (left > 0) blocks.push(`<p>${counted(left, 'more finding')} not shown: <code>templens check</code></p>`);
  return blocks.join('\n');
}

function causeBlock(cause: ReportedCause, anchors: Anchors): string {
  const [first, ...others] = cause.findings;
  const { severity, code, message, details = [], part } = first;
  return `<article class="finding" id="${anchors.finding(first)}" data-severity="${severity}" data-part="${escapeHtml(part ?? NO_PART)}" data-findings="${cause.findings.length}">
<h3><span class="severity ${severity}">${severity === 'information' ? 'note' : severity}</span> ${placeLink(first, anchors)}${others.length > 0 ? ` <small>and ${counted(others.length, 'more page')}</small>` : ''}</h3>
<p>${escapeHtml(message)}</p>
${detailList(details)}
${sources(cause)}
${alsoOn(cause, anchors)}<p class="meta"><code>${escapeHtml(code)}</code>${part ? ` in the ${escapeHtml(part)}` : ''}. ${howToFix(first)}</p>
</article>`;
}

function placeLink({ page, line, column }: Finding, anchors: Anchors): string {
  return `${pageLink(page, anchors)}:${line}:${column}`;
}

function detailList(details: NonNullable<Finding['details']>): string {
  if (details.length === 0) return '';
  const sentences = [...new Set(details.map(({ line, message }) => `line ${line}: ${message}`))];
  const items = sentences.slice(0, MOST_DETAILS).map(sentence => `<li>${escapeHtml(sentence)}`);
  if (sentences.length > MOST_DETAILS) items.push(`<li>and ${sentences.length - MOST_DETAILS} more`);
  return `<ul>${items.join('\n')}</ul>`;
}

/** What the page has, and beside it what the fix makes of it, or what another page has. */
function sources({ findings: [first], text, fix, example }: ReportedCause): string {
  if (text === undefined) return '';
  const here = figure(`On ${first.page}`, sourceFrame(text, first));
  const there = fix
    ? figure(first.risk === undefined ? 'Fixed' : 'Fixed, if you agree', fixFrames(fix))
    : example && first.related[0]
      ? figure(`On ${first.related[0].page}, line ${lineOf(example.text, example.start)}`, sourceFrame(example.text, example))
      : '';
  return `<div class="beside">${here}${there}</div>`;
}

function fixFrames({ text, edits }: NonNullable<ReportedCause['fix']>): string {
  const frames = edits
    .slice(0, MOST_EDITS)
    .map(({ start, end, text: replacement }) => sourceFrame(text, { start, end, replacement }));
  const more = edits.length > MOST_EDITS ? `<p>and ${counted(edits.length - MOST_EDITS, 'more edit')}</p>` : '';
  return frames.join('\n') + more;
}

function figure(caption: string, html: string): string {
  return `<figure><figcaption>${escapeHtml(caption)}</figcaption>${html}</figure>`;
}

function alsoOn(cause: ReportedCause, anchors: Anchors): string {
  const others = cause.findings.length - 1;
  if (others === 0) return '';
  const shown = shownFindings(cause).slice(1);
  const items = shown.map(other => `<li id="${anchors.finding(other)}">${placeLink(other, anchors)}`);
  if (shown.length < others) items.push(`<li>and ${others - shown.length} more`);
  return `<details><summary>Also on ${counted(others, 'page')}</summary><ul>${items.join('\n')}</ul></details>\n`;
}

function howToFix({ fixable, risk }: Finding): string {
  if (!fixable) return 'Fix it by hand.';
  return risk === undefined
    ? 'Fixed by <code>templens fix</code>.'
    : `Fixed by <code>templens fix --unsafe</code>: ${escapeHtml(risk)}`;
}
