import { counted } from 'templens-shared/counted';
import type { Finding } from 'templens-shared/findings';
import type { GroupSummary, Region } from 'templens-shared/labels';
import { escapeHtml } from '../html-document.ts';
import type { Anchors } from './anchors.ts';
import { NO_PART } from './findings-section.ts';
import type { ReportedPage, SiteReport } from './report-data.ts';

/** Pages of a layout that are shown at once, and in all; the others have no findings. */
const AT_ONCE = 24;
const LEAST_FOLDED = 8;
const MOST_ROWS = 1000;
/** The map's width, in units of its own. */
const WIDTH = 1000;
const HEIGHT = 10;

/** The layouts by name, each with a map of its pages: a row a page, with a link to every finding where it stands. */
export function layoutsSection({ grouping: { groups }, pages, causes }: SiteReport, anchors: Anchors): string {
  const names = new Map(groups.map(({ template, layout }) => [template, layout]));
  const found = new Map<string, Finding[]>();
  for (const finding of causes.flatMap(cause => cause.findings))
    found.set(finding.page, [...(found.get(finding.page) ?? []), finding]);
  const rowOf = (page: ReportedPage): string => pageRow(page, found.get(page.page) ?? [], anchors);
  return groups
    .map(group => {
      const members = group.pages.flatMap(page => pages.get(page) ?? []);
      return `<section class="layout"><h3>${escapeHtml(group.layout)}</h3>
<p>${summary(group, names)}</p>
${tables(members, page => found.has(page.page), rowOf, group.layout)}</section>`;
    })
    .join('\n');
}

function summary({ pages, templateShare, nearest }: GroupSummary, names: ReadonlyMap<string, string>): string {
  const own = `${counted(pages.length, 'page')}, ${percent(templateShare)} template.`;
  if (!nearest) return own;
  return `${own} Nearest layout: ${escapeHtml(names.get(nearest.template) ?? nearest.template)}, at a distance of ${nearest.distance.toFixed(2)}.`;
}

/** Of a large layout: pages with findings and the first of the others, then the rest, folded. */
function tables(
  members: readonly ReportedPage[],
  isFound: (page: ReportedPage) => boolean,
  rowOf: (page: ReportedPage) => string,
  layout: string,
): string {
  if (members.length <= AT_ONCE) return table(members.map(rowOf), layout);
  const found = members.filter(isFound);
  const first = new Set([...found, ...members.filter(page => !isFound(page))].slice(0, Math.max(found.length, AT_ONCE)));
  const rest = members.filter(page => !first.has(page));
  if (rest.length < LEAST_FOLDED) return table(members.map(rowOf), layout);
  const shown = rest.slice(0, Math.max(0, MOST_ROWS - first.size));
  const left = rest.length - shown.length;
  const folded = `<details><summary>${counted(shown.length, 'more page')} without findings</summary>${table(shown.map(rowOf), `${layout}, without findings`)}</details>`;
  const note = left > 0 ? `<p>${counted(left, 'page')} without findings not shown.</p>` : '';
  return table(members.filter(page => first.has(page)).map(rowOf), layout) + (shown.length > 0 ? folded : '') + note;
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
  const first = found[0] ? `<a href="#${anchors.finding(found[0])}">${found.length}</a>` : '';
  return `<tr id="${anchors.page(page)}"><th scope="row">${escapeHtml(page)}</th><td><div class="bar">${picture(regions, length)}${marks}</div></td><td>${percent(templateShare)}</td><td>${first}</td></tr>`;
}

function mark(finding: Finding, length: number, anchors: Anchors): string {
  const { severity, code, line, start, part, message } = finding;
  const left = ((Math.min(start, length) / length) * 100).toFixed(1);
  const title = escapeHtml(`${severity}, line ${line}: ${message}`);
  return `<a class="mark ${severity}" style="left:${left}%" href="#${anchors.finding(finding)}" title="${title}" aria-label="${escapeHtml(code)}, line ${line}" data-severity="${severity}" data-part="${escapeHtml(part ?? NO_PART)}"></a>`;
}

/** Template over the whole height, content over half of it, so that colour is not needed to tell them apart. */
function picture(regions: readonly Region[], length: number): string {
  const place = (offset: number): number => Math.round((offset / length) * WIDTH);
  const paths = (['template', 'content', 'deviating'] as const).map(kind => {
    const [top, height] = kind === 'content' ? [HEIGHT * 0.3, HEIGHT * 0.4] : [0, HEIGHT];
    const boxes = regions
      .filter(region => region.kind === kind)
      .map(({ start, end }) => [place(start), place(end) - place(start)] as const)
      .filter(([, width]) => width > 0)
      .map(([left, width]) => `M${left} ${top}h${width}v${height}h-${width}z`);
    return boxes.length > 0 ? `<path class="${kind}" d="${boxes.join('')}"/>` : '';
  });
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${paths.join('')}</svg>`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
