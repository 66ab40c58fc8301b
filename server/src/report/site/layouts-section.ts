import { counted } from 'templens-shared/counted';
import type { Finding } from 'templens-shared/findings';
import type { GroupSummary, Region } from 'templens-shared/labels';
import { escapeHtml } from '../html-document.ts';
import type { Anchors } from './anchors.ts';
import { NO_PART } from './findings-section.ts';
import type { ReportedPage, SiteReport } from './report-data.ts';
import { type ShownPages, shownPages } from './shown-pages.ts';

/** Size of a map's drawing, in its own units. */
const map = { width: 1000, height: 10 } as const;

/** The HTML of the layouts, each with a map of its pages: one row for each page, with a link to each finding at its place. */
export function layoutsSection({ grouping: { groups }, pages, causes }: SiteReport, anchors: Anchors): string {
  const names = new Map(groups.map(({ template, layout }) => [template, layout]));
  const found = new Map<string, Finding[]>();
  for (const finding of causes.flatMap(({ first, others }) => [first, ...others])) {
    const known = found.get(finding.page);
    if (known) known.push(finding);
    else found.set(finding.page, [finding]);
  }
  const rowsOf = (shown: readonly string[]): string[] =>
    shown.flatMap(page => pages.get(page) ?? []).map(page => pageRow(page, found.get(page.page) ?? [], anchors));
  const shown = shownPages(groups, page => found.has(page));
  const sections = shown.map(
    layout => `<section class="layout"><h3>${escapeHtml(layout.group.layout)}</h3>
<p>${summary(layout.group, names)}</p>
${tables(layout, rowsOf)}</section>`,
  );
  const hidden = groups.length - shown.length;
  if (hidden > 0) sections.push(`<p>${counted(hidden, 'more layout')} not shown: <code>templens groups</code></p>`);
  return sections.join('\n');
}

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
<tbody>
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
  const { severity, code, line, start, part, message } = finding;
  const left = ((Math.min(start, length) / length) * 100).toFixed(1);
  const title = escapeHtml(`${severity}, line ${line}: ${message}`);
  return `<a class="mark ${severity}" style="left:${left}%" href="#${id}" title="${title}" aria-label="${escapeHtml(code)}, line ${line}" data-severity="${severity}" data-part="${escapeHtml(part ?? NO_PART)}"></a>`;
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
