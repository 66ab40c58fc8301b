import { counted } from 'templens-shared/counted';
import { type Diagnostic, type Severity, severities } from 'templens-shared/diagnostics';
import type { GroupingSummary, GroupSummary } from 'templens-shared/labels';
import type { PageRegions } from 'templens-shared/stream';
import { escapeHtml, htmlDocument } from './html-document.ts';
import type { DetailedPart } from './parts.ts';
import { partsSection, partsStyle } from './parts-section.ts';

/** A page as the report shows it. */
export interface ReportedPage {
  page: string;
  regions: PageRegions['regions'];
  templateShare: number;
}

/** Rows of a group's picture; of larger groups every so manieth page is shown. */
const MOST_ROWS = 80;
const WIDTH = 1000;
const ROW = 6;

/** The whole site in one self-contained HTML file: a picture of every group, the coverage of every page, the parts, the findings. */
export function siteReport(
  site: string,
  { groups }: GroupingSummary,
  pages: ReadonlyMap<string, ReportedPage>,
  parts: readonly DetailedPart[],
  diagnostics: readonly Diagnostic[],
): string {
  const names = new Map(groups.map(({ template, layout }) => [template, layout]));
  const nameOf = (template: string) => names.get(template) ?? template;
  const body = `<h1>${escapeHtml(site)}</h1>
<p>${counted(pages.size, 'page')} in ${counted(groups.length, 'layout')}; ${totals(diagnostics)}.
<span class="key template"></span> template, shared with other pages of the layout <span class="key content"></span> content, of one page
<span class="key finding"></span> finding</p>
<h2>Layouts</h2>
${groups.map(group => groupSection(group, pages, diagnostics, nameOf)).join('\n')}
<h2>Parts</h2>
${partsSection(parts)}
<h2>Findings</h2>
${diagnostics.length === 0 ? '<p>None.</p>' : findings(diagnostics)}`;
  return htmlDocument(`Templens: ${site}`, style + partsStyle, body);
}

function groupSection(
  { layout, pages: members, templateShare, nearest }: GroupSummary,
  pages: ReadonlyMap<string, ReportedPage>,
  diagnostics: readonly Diagnostic[],
  nameOf: (template: string) => string,
): string {
  const shown = members.flatMap(page => pages.get(page) ?? []);
  const found = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) found.set(diagnostic.page, [...(found.get(diagnostic.page) ?? []), diagnostic]);
  const distance = nearest ? `, ${nearest.distance.toFixed(2)} from ${escapeHtml(nameOf(nearest.template))}` : '';
  const rows = shown.map(({ page, templateShare: share }) => {
    const number = found.get(page)?.length ?? 0;
    const link = number === 0 ? '0' : `<a href="#${anchor(page)}">${number}</a>`;
    return `<tr><td>${escapeHtml(page)}<td><meter value="${share}"></meter> ${percent(share)}<td>${link}`;
  });
  return `<section><h3>${escapeHtml(layout)}: ${counted(members.length, 'page')}, ${percent(templateShare)} template${distance}</h3>
${picture(shown, found)}
<details><summary>Pages</summary><table><tr><th>Page<th>Template<th>Findings
${rows.join('\n')}
</table></details></section>`;
}

/** A row a page, from the start of its source to its end: what is template, what is content, and where findings are. */
function picture(members: readonly ReportedPage[], found: ReadonlyMap<string, Diagnostic[]>): string {
  const step = Math.ceil(members.length / MOST_ROWS);
  const shown = members.filter((_, index) => index % step === 0);
  const rows = shown.map(({ page, regions }, row) => {
    const length = regions.at(-1)?.end ?? 0;
    const x = (offset: number) => ((offset / Math.max(1, length)) * WIDTH).toFixed(1);
    const bars = regions.map(({ start, end, kind }) => bar(kind, x(start), x(end - start), ROW - 1));
    const marks = (found.get(page) ?? []).map(({ start }) => bar('finding', x(start), '4', ROW));
    return `<g transform="translate(0 ${row * ROW})"><title>${escapeHtml(page)}</title>${[...bars, ...marks].join('')}</g>`;
  });
  const note = step > 1 ? `<p>One row for every ${step} pages.</p>` : '';
  return `<svg viewBox="0 0 ${WIDTH} ${shown.length * ROW}" preserveAspectRatio="none" style="height:${shown.length * ROW}px" role="img" aria-label="Template and content of ${counted(shown.length, 'page')}, a row each">${rows.join('')}</svg>${note}`;
}

function bar(kind: string, x: string, width: string, height: number): string {
  return `<rect class="${kind}" x="${x}" width="${width}" height="${height}"/>`;
}

function findings(diagnostics: readonly Diagnostic[]): string {
  const byPage = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) byPage.set(diagnostic.page, [...(byPage.get(diagnostic.page) ?? []), diagnostic]);
  return [...byPage]
    .map(([page, list]) => {
      const items = list.map(({ line, column, severity, code, message, details = [], related }) => {
        const example = related[0] ? ` <small>See ${escapeHtml(related[0].page)}.</small>` : '';
        return `<li class="${severity}"><b>${severity}</b> ${line}:${column} <code>${escapeHtml(code)}</code> ${escapeHtml(message)}${example}${detailList(details)}`;
      });
      return `<h3 id="${anchor(page)}">${escapeHtml(page)}</h3><ul>${items.join('\n')}</ul>`;
    })
    .join('\n');
}

function detailList(details: NonNullable<Diagnostic['details']>): string {
  if (details.length === 0) return '';
  return `<ul>${details.map(({ line, column, message }) => `<li>${line}:${column} ${escapeHtml(message)}`).join('\n')}</ul>`;
}

function totals(diagnostics: readonly Diagnostic[]): string {
  const number = (severity: Severity) => diagnostics.filter(diagnostic => diagnostic.severity === severity).length;
  const parts = severities.flatMap(severity => (number(severity) > 0 ? [`${number(severity)} ${severity}`] : []));
  return parts.length === 0 ? 'no findings' : `findings: ${parts.join(', ')}`;
}

function anchor(page: string): string {
  return `page-${encodeURIComponent(page)}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

const style = `
svg { display: block; width: 100%; max-width: 1000px; margin: .5rem 0; }
.template { fill: #2563eb; background: #2563eb; }
.content { fill: #f59e0b; background: #f59e0b; }
.finding, .deviating { fill: #dc2626; background: #dc2626; }
.key { display: inline-block; width: .8rem; height: .8rem; margin-left: .8rem; }
section { margin-bottom: 1.5rem; }
td { padding-right: 2rem; vertical-align: top; }
th { text-align: left; }
li.error b { color: light-dark(#b91c1c, #f87171); }
li.warning b { color: light-dark(#a16207, #facc15); }
code { font: 13px ui-monospace, monospace; }`;
