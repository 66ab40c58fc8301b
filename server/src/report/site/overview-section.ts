import { groupByCause, severityNoun } from 'templens-shared/causes';
import { counted } from 'templens-shared/counted';
import { type Finding, type Severity, severities } from 'templens-shared/findings';
import { isListed } from 'templens-shared/parts';
import { escapeHtml } from '../html-document.ts';
import { limits } from '../thresholds.ts';
import { type Anchors, pageLink } from './anchors.ts';
import type { SiteReport } from './report-data.ts';

/** What findings of a severity mean to a site. */
const effects: Readonly<Record<Severity, string>> = {
  error: 'A required element is missing, or a setting is wrong.',
  warning: 'A visitor can notice it: words, links, pictures, forms, scripts, styles.',
  information: 'Visitors do not notice it: classes, ornaments, metadata.',
  hint: 'A directive or a setting has no effect.',
};

/** The HTML of the overview: figures of the site, findings by effect, by kind and by page, and what changed since a baseline. */
export function overviewSection(report: SiteReport, anchors: Anchors): string {
  const findings = allFindings(report);
  return [
    figures(report),
    report.trend ? trendBlock(report, findings) : '',
    findings.length === 0
      ? '<p>No page differs from what the other pages with the same parts agree on.</p>'
      : `<h3>Findings by effect</h3>\n${effectTable(report)}\n<div class="columns">${kindTable(findings)}${pageTable(findings, anchors)}</div>`,
    report.notes.length > 0
      ? `<h3>Notes on the site</h3><ul>${report.notes.map(note => `<li>${escapeHtml(note)}`).join('\n')}</ul>`
      : '',
  ].join('\n');
}

/** All findings of a report, those of one cause together. */
export function allFindings({ causes }: Pick<SiteReport, 'causes'>): Finding[] {
  return causes.flatMap(({ first, others }) => [first, ...others]);
}

/** Mean share of template on the pages, in [0,1]; 0 without pages. */
function templateShare({ grouping: { groups } }: SiteReport): number {
  const pages = groups.reduce((sum, group) => sum + group.pages.length, 0);
  return pages === 0 ? 0 : groups.reduce((sum, group) => sum + group.pages.length * group.templateShare, 0) / pages;
}

function figures(report: SiteReport): string {
  const { grouping, parts, causes } = report;
  const pages = grouping.groups.reduce((sum, group) => sum + group.pages.length, 0);
  const listed = parts.filter(isListed);
  const varying = listed.filter(({ versions }) => versions.length > 1).length;
  const share = Math.round(templateShare(report) * 100);
  const affected = new Set(allFindings(report).map(({ page }) => page)).size;
  const boxes: [string, string, string][] = [
    ['#findings', 'Findings', `${causes.length}<small>on ${counted(affected, 'page')}</small>`],
    ['#layouts', 'Pages', `${pages}<small>in ${counted(grouping.groups.length, 'layout')}</small>`],
    ['#parts', 'Shared parts', `${listed.length}<small>${varying} with several versions</small>`],
    [
      '#layouts',
      'Template',
      `${share} %<small>of an average page</small><meter min="0" max="100" value="${share}" aria-label="Share of template">${share} %</meter>`,
    ],
  ];
  return `<dl class="figures">${boxes.map(([link, name, value]) => `<div><dt><a href="${link}">${name}</a></dt><dd>${value}</dd></div>`).join('')}</dl>`;
}

/** What changed since a baseline: the findings that are new, still there and fixed, as a bar and as a list. */
function trendBlock({ trend, causes }: SiteReport, findings: readonly Finding[]): string {
  const { baseline, fresh, fixed } = trend!;
  const known = findings.length - fresh.size;
  const parts = [
    ['new', fresh.size],
    ['still there', known],
    ['fixed', fixed.length],
  ] as const;
  const bar = parts
    .filter(([, number]) => number > 0)
    .map(([name, number]) => `<span class="trend-${name.split(' ', 1)[0]}" style="flex-grow:${number}"></span>`)
    .join('');
  const isNew = causes.some(({ first, others }) => [first, ...others].some(finding => fresh.has(finding)));
  const link = isNew ? '<a href="#findings" data-filter="trend=new">new</a>' : 'new';
  const items = fixed
    .slice(0, limits.siteFixed)
    .map(({ page, message }) => `<li><b>${escapeHtml(page)}</b> ${escapeHtml(message)}`);
  if (fixed.length > items.length) items.push(`<li>and ${fixed.length - items.length} more`);
  const list = items.length > 0 ? `<details><summary>Fixed</summary><ul>${items.join('\n')}</ul></details>` : '';
  return `<h3>Since the baseline</h3>
<p>By place, compared with <code>${escapeHtml(baseline)}</code>: <b>${fresh.size}</b> ${link}, <b>${known}</b> still there, <b>${fixed.length}</b> fixed.</p>
${bar === '' ? '' : `<div class="trend" aria-hidden="true">${bar}</div>`}${list}`;
}

function effectTable({ causes }: SiteReport): string {
  const head = ['Severity', 'Effect', 'Findings', 'Places', 'Pages', 'Safe fix', 'Fix to review'];
  const rows = severities.flatMap(severity => {
    const same = causes.filter(cause => cause.severity === severity);
    if (same.length === 0) return [];
    const findings = allFindings({ causes: same });
    const pages = new Set(findings.map(({ page }) => page)).size;
    const safe = same.filter(({ first }) => first.fixable && first.risk === undefined).length;
    const unsafe = same.filter(({ first }) => first.fixable && first.risk !== undefined).length;
    const numbers = [same.length, findings.length, pages, safe, unsafe];
    return [
      `<tr><th scope="row"><a class="severity ${severity}" href="#findings" data-filter="severity=${severity}">${severityNoun(severity)}</a></th><td>${effects[severity]}</td>${numbers.map((number, at) => `<td data-label="${head[at + 2]}">${number}</td>`).join('')}</tr>`,
    ];
  });
  return `<table class="effects"><thead><tr>${head.map(name => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

/** The kinds of findings, the most frequent first. */
function kindTable(findings: readonly Finding[]): string {
  const counts = new Map<string, number>();
  for (const { first } of groupByCause(findings)) counts.set(first.code, (counts.get(first.code) ?? 0) + 1);
  const rows = [...counts].map(
    ([code, number]) => [`<a href="#findings" data-filter="code=${encodeURIComponent(code)}">${code}</a>`, number] as const,
  );
  return ranking('Findings by kind', rows);
}

/** The pages with the most findings. */
function pageTable(findings: readonly Finding[], anchors: Anchors): string {
  const counts = new Map<string, number>();
  for (const { page } of findings) counts.set(page, (counts.get(page) ?? 0) + 1);
  const rows = [...counts].map(([page, number]) => [pageLink(page, anchors), number] as const);
  return ranking('Pages with the most findings', rows);
}

/** A list of things with their numbers and bars, the largest number first. */
function ranking(title: string, rows: readonly (readonly [html: string, number: number])[]): string {
  const sorted = rows.toSorted(([, a], [, b]) => b - a);
  const most = sorted[0]?.[1] ?? 1;
  const items = sorted
    .slice(0, limits.siteRanked)
    .map(
      ([html, number]) =>
        `<li><span>${html}</span> <b>${number}</b><i style="width:${((number / most) * 100).toFixed(1)}%" aria-hidden="true"></i>`,
    );
  if (sorted.length > items.length) items.push(`<li>and ${sorted.length - items.length} more`);
  return `<section><h3>${title}</h3><ol class="ranking">${items.join('\n')}</ol></section>`;
}
