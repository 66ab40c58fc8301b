import { causeTotals, severityNoun } from 'templens-shared/causes';
import { counted } from 'templens-shared/counted';
import { type Severity, severities } from 'templens-shared/findings';
import { isListed } from 'templens-shared/parts';
import { escapeHtml, htmlDocument } from '../html-document.ts';
import { anchorsOf } from './anchors.ts';
import { filterScript } from './filter-script.ts';
import { findingsSection, NO_PART } from './findings-section.ts';
import { layoutsSection } from './layouts-section.ts';
import { partsSection } from './parts-section.ts';
import type { SiteReport } from './report-data.ts';
import { reportStyle } from './style.ts';

/** The report of a site as one self-contained HTML page: the findings, the versions of each part, the layouts with their pages. */
export function siteReport(report: SiteReport): string {
  const { name, grouping, parts, causes, withheld } = report;
  const pages = grouping.groups.reduce((sum, group) => sum + group.pages.length, 0);
  const anchors = anchorsOf(report);
  const found = causes.length;
  const listed = parts.filter(isListed).length;
  const body = `<header><h1>${escapeHtml(name)}</h1>
<p class="lead">${counted(pages, 'page')} in ${counted(grouping.groups.length, 'layout')}, ${counted(listed, 'shared part')}. ${totals(report)}</p>
<nav aria-label="Sections"><ul><li><a href="#findings">Findings (${found})</a><li><a href="#parts">Shared parts (${listed})</a><li><a href="#layouts">Layouts and pages (${grouping.groups.length})</a></ul></nav></header>
<main>
<section aria-labelledby="findings"><h2 id="findings">Findings</h2>
${found === 0 ? '<p>No page differs from what the other pages with the same parts agree on.</p>' : filters(report) + findingsSection(causes, anchors)}
${withheld > 0 ? `<p>${counted(withheld, 'more finding')} on pages with very many not shown.</p>` : ''}</section>
<section aria-labelledby="parts"><h2 id="parts">Shared parts</h2>
<p class="lead">Blocks that pages repeat. <del>Words</del> of version 1 that another version lacks, <ins>words</ins> that only the other has.</p>
${listed === 0 ? '<p>The pages share no part.</p>' : partsSection(parts, anchors)}</section>
<section aria-labelledby="layouts"><h2 id="layouts">Layouts and pages</h2>
<ul class="key"><li><span class="template"></span>template: shared with other pages of the layout<li><span class="content"></span>content: of this page<li><span class="deviating"></span>deviating: differs from the layout<li><span class="mark warning"></span>a finding: follow it</ul>
${layoutsSection(report, anchors)}</section>
</main>
<footer><p>Made by <code>templens report</code>. A layout is a set of pages built alike; a part is a block that they share; a version is one wording of it.</p></footer>`;
  return htmlDocument(`Templens: ${name}`, reportStyle, body, filterScript);
}

function totals({ causes }: SiteReport): string {
  const findings = causes.flatMap(({ first, others }) => [first, ...others]);
  const pages = new Set(findings.map(({ page }) => page)).size;
  return findings.length === 0 ? 'No findings.' : `${causeTotals(findings)} on ${counted(pages, 'page')}.`;
}

/** By severity, the number of its causes; only severities that occur, the highest first. */
function severityCounts(causes: SiteReport['causes']): Map<Severity, number> {
  const counts = severities.map(severity => [severity, causes.filter(cause => cause.severity === severity).length] as const);
  return new Map(counts.filter(([, count]) => count > 0));
}

/** The HTML form of the filters. Hidden until the script shows it, since it has no effect without the script. */
function filters({ causes }: SiteReport): string {
  const boxes = [...severityCounts(causes)].map(
    ([severity, count]) =>
      `<label><input type="checkbox" value="${severity}" checked> ${severityNoun(severity)} (${count})</label>`,
  );
  const parts = new Set(causes.map(({ first: { part = NO_PART } }) => part));
  const names = [...parts].filter(part => part !== NO_PART).sort();
  const options = names.map(part => `<option>${escapeHtml(part)}</option>`);
  if (parts.has(NO_PART)) options.push(`<option value="${NO_PART}">in no part</option>`);
  return `<form class="filters" hidden><fieldset><legend>Severity</legend>${boxes.join('')}</fieldset>
<label>Part <select><option value="">all</option>${options.join('')}</select></label> <span id="count" role="status"></span></form>
`;
}
