import { counted } from 'templens-shared/counted';
import type { Finding } from 'templens-shared/findings';
import type { GroupSummary, Region } from 'templens-shared/labels';
import { escapeHtml } from '../html-document.ts';
import { limits } from '../thresholds.ts';
import type { Anchors } from './anchors.ts';
import { allFindings } from './overview-section.ts';
import type { ReportedPage, SiteReport } from './report-data.ts';
import { type ShownPages, shownPages } from './shown-pages.ts';

/** Size of a map's drawing, in its own units. */
const map = { width: 1000, height: 10 } as const;

/**
 * The HTML of the layouts: a table of all, and a detail for each with a map of its pages. A map has one row for each page, with a link to each
 * finding at its place.
 */
export function layoutsSection(report: SiteReport, anchors: Anchors): string {
  const { groups } = report.grouping;
  const names = new Map(groups.map(({ template, layout }) => [template, layout]));
  const found = new Map<string, Finding[]>();
  for (const finding of allFindings(report)) {
    const known = found.get(finding.page);
    if (known) known.push(finding);
    else found.set(finding.page, [finding]);
  }
  const rowsOf = (shown: readonly string[]): string[] =>
    shown.flatMap(page => report.pages.get(page) ?? []).map(page => pageRow(page, found.get(page.page) ?? [], anchors));
  const shown = shownPages(groups, page => found.has(page));
  const details = shown.map(
    (
      layout,
      at,
    ) => `<section class="layout detail" id="layout-${at + 1}" data-kind="layout"><h3>${escapeHtml(layout.group.layout)}</h3>
<p>${summary(layout.group, names)}</p>
${key}
${tables(layout, rowsOf)}</section>`,
  );
  const rows = shown.map(({ group: { layout, pages, templateShare } }, at) => {
    const findings = pages.reduce((sum, page) => sum + (found.get(page)?.length ?? 0), 0);
    return `<tr><th scope="row"><a href="#layout-${at + 1}">${escapeHtml(layout)}</a></th><td data-label="Pages">${pages.length}</td><td data-label="Template">${percent(templateShare)}</td><td data-label="Findings">${findings}</td></tr>`;
  });
  const hidden = groups.length - shown.length;
  return `<div class="index"><p class="lead">Sets of pages that are built alike.</p>
<table class="list"><thead><tr><th scope="col">Layout</th><th scope="col">Pages</th><th scope="col">Template</th><th scope="col">Findings</th></tr></thead>
<tbody data-pager="${limits.siteRowsPage}" data-name="layouts">
${rows.join('\n')}
</tbody></table>
${hidden > 0 ? `<p>${counted(hidden, 'more layout')} not shown: <code>templens groups</code></p>` : ''}</div>
${details.join('\n')}`;
}

const key =
  '<ul class="key"><li><span class="template"></span>template: shared with other pages of the layout<li><span class="content"></span>content: of this page<li><span class="deviating"></span>deviating: differs from the layout<li><span class="mark warning"></span>a finding: follow it</ul>';

function summary({ pages, templateShare, nearest }: GroupSummary, names: ReadonlyMap<string, string>): string {
  const own = `${counted(pages.length, 'page')}, ${percent(templateShare)} template.`;
  if (!nearest) return own;
  return `${own} Nearest layout: ${escapeHtml(names.get(nearest.template) ?? nearest.template)}, at a distance of ${nearest.distance.toFixed(2)}.`;
}

/** The map of a layout: a table of its first pages, a folded table of further ones, and notes on pages that are not shown. */
function tables(
  { group: { layout }, rows, folded, hidden, hiddenWithFindings }: ShownPages,
  rowsOf: (pages: readonly string[]) => string[],
): string {
  const more =
    folded.length > 0
      ? `<details><summary>${counted(folded.length, 'more page')} without findings</summary>${table(rowsOf(folded), `${layout}, without findings`)}</details>`
      : '';
  const without = hidden - hiddenWithFindings;
  const note = [
    hiddenWithFindings > 0 ? `<p>${counted(hiddenWithFindings, 'page')} with findings not shown here.</p>` : '',
    without > 0 ? `<p>${counted(without, 'page')} without findings not shown.</p>` : '',
  ].join('');
  return (rows.length > 0 ? table(rowsOf(rows), layout) : '') + more + note;
}

function table(rows: readonly string[], layout: string): string {
  return `<table class="map"><caption>Pages of ${escapeHtml(layout)}</caption>
<thead><tr><th scope="col">Page</th><th scope="col">From the start of its source to its end</th><th scope="col">Template</th><th scope="col">Findings</th></tr></thead>
<tbody data-pager="${limits.siteRowsPage}" data-name="pages">
${rows.join('\n')}
</tbody></table>`;
}

function pageRow({ page, regions, templateShare }: ReportedPage, found: readonly Finding[], anchors: Anchors): string {
  const length = Math.max(1, regions.at(-1)?.end ?? 1);
  const marks = found.map(finding => mark(finding, length, anchors)).join('');
  const first = found.find(finding => anchors.finding(finding) !== undefined);
  const count = first ? `<a href="#${anchors.finding(first)}">${found.length}</a>` : found.length || '';
  return `<tr id="${anchors.page(page)}"><th scope="row">${escapeHtml(page)}</th><td><div class="bar">${picture(regions, length)}${marks}</div></td><td>${percent(templateShare)}</td><td>${count}</td></tr>`;
}

/** A link at the place of a finding on the map of a page with `length` code units; empty if the report does not show the finding. */
function mark(finding: Finding, length: number, anchors: Anchors): string {
  const id = anchors.finding(finding);
  if (id === undefined) return '';
  const { severity, code, line, start, message } = finding;
  const left = ((Math.min(start, length) / length) * 100).toFixed(1);
  const title = escapeHtml(`${severity}, line ${line}: ${message}`);
  return `<a class="mark ${severity}" style="left:${left}%" href="#${id}" title="${title}" aria-label="${escapeHtml(code)}, line ${line}"></a>`;
}

/** The map of a page as SVG. Content has less than half the height, so that it differs from template without colour, too. */
function picture(regions: readonly Region[], length: number): string {
  const place = (offset: number): number => Math.round((offset / length) * map.width);
  const paths = (['template', 'content', 'deviating'] as const).map(kind => {
    const [top, height] = kind === 'content' ? [map.height * 0.3, map.height * 0.4] : [0, map.height];
    const boxes = regions
      .filter(region => region.kind === kind)
      .map(({ start, end }) => [place(start), place(end) - place(start)] as const)
      .filter(([, width]) => width > 0)
      .map(([left, width]) => `M${left} ${top}h${width}v${height}h-${width}z`);
    return boxes.length > 0 ? `<path class="${kind}" d="${boxes.join('')}"/>` : '';
  });
  return `<svg viewBox="0 0 ${map.width} ${map.height}" preserveAspectRatio="none" aria-hidden="true">${paths.join('')}</svg>`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
