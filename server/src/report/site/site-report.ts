import { severityNoun } from 'templens-shared/causes';
import { counted } from 'templens-shared/counted';
import { type Severity, severities } from 'templens-shared/findings';
import { isListed } from 'templens-shared/parts';
import { escapeHtml, htmlDocument } from '../html-document.ts';
import { anchorsOf } from './anchors.ts';
import { findingsSection, fixKind, fixKinds, NO_PART } from './findings-section.ts';
import { layoutsSection } from './layouts-section.ts';
import { overviewSection } from './overview-section.ts';
import { partsSection } from './parts-section.ts';
import type { SiteReport } from './report-data.ts';
import { reportScript } from './report-script.ts';
import { shownCauses } from './shown-causes.ts';
import { reportStyle } from './style.ts';

/** The report of a site as one self-contained HTML page: an overview, the findings, the versions of each part, the layouts with their pages. */
export function siteReport(report: SiteReport): string {
  const { name, grouping, parts, causes, withheld } = report;
  const anchors = anchorsOf(report);
  const found = causes.length;
  const listed = parts.filter(isListed).length;
  const body = `<header><h1>${escapeHtml(name)}</h1>
<nav aria-label="Sections"><ul><li><a href="#overview">Overview</a><li><a href="#findings">Findings <small>${found}</small></a><li><a href="#parts">Shared parts <small>${listed}</small></a><li><a href="#layouts">Layouts <small>${grouping.groups.length}</small></a></ul></nav>
<form role="search" hidden><input id="search" type="search" aria-label="Search this report" placeholder="Search (press /)" autocomplete="off"></form></header>
<main>
${view('overview', 'Overview', overviewSection(report, anchors))}
${view(
  'findings',
  'Findings',
  `${found === 0 ? '<p>No page differs from what the other pages with the same parts agree on.</p>' : filters(report) + findingsSection(report, anchors)}
${withheld > 0 ? `<p>${counted(withheld, 'more finding')} on pages with very many not shown.</p>` : ''}`,
)}
${view('parts', 'Shared parts', listed === 0 ? '<p>The pages share no part.</p>' : partsSection(parts, anchors))}
${view('layouts', 'Layouts', layoutsSection(report, anchors))}
<section class="view" id="results" aria-label="Search results" hidden><h2>Search</h2><p role="status"></p><ul></ul></section>
</main>
<footer><p>Made by <code>templens report</code>. A layout is a set of pages built alike; a part is a block that they share; a version is one wording of it.</p></footer>`;
  return htmlDocument(`Templens: ${name}`, reportStyle, body, reportScript);
}

/** A section that the script shows alone. Its heading leads back from a part or layout in it. */
function view(id: string, heading: string, html: string): string {
  return `<section class="view" id="${id}" aria-labelledby="${id}-heading"><h2 id="${id}-heading"><a href="#${id}">${heading}</a></h2>
${html}</section>`;
}

/** By severity, the number of its causes that are shown; only severities that occur, the highest first. */
function severityCounts(causes: SiteReport['causes']): Map<Severity, number> {
  const counts = severities.map(severity => [severity, causes.filter(cause => cause.severity === severity).length] as const);
  return new Map(counts.filter(([, count]) => count > 0));
}

/** The HTML form of the filters. Hidden until the script shows it, since it has no effect without the script. */
function filters({ causes, trend }: SiteReport): string {
  const shown = shownCauses(causes);
  const boxes = [...severityCounts(shown)].map(
    ([severity, count]) =>
      `<label><input type="checkbox" value="${severity}" checked> ${severityNoun(severity)} (${count})</label>`,
  );
  const codes = [...new Set(shown.map(({ first }) => first.code))].sort();
  const parts = new Set(shown.map(({ first: { part = NO_PART } }) => part));
  const names = [...parts].filter(part => part !== NO_PART).sort();
  const partOptions: [string, string][] = names.map(part => [part, part]);
  if (parts.has(NO_PART)) partOptions.push([NO_PART, 'in no part']);
  const kinds = new Set(shown.map(({ first }) => fixKind(first)));
  const fixOptions = Object.entries(fixKinds).filter(([kind]) => kinds.has(kind as keyof typeof fixKinds));
  const selects = [
    select(
      'code',
      'Kind',
      codes.map(code => [code, code]),
    ),
    select('part', 'Part', partOptions),
    select('fix', 'Fix', fixOptions),
  ];
  if (trend)
    selects.push(
      select('trend', 'Baseline', [
        ['new', 'new'],
        ['known', 'still there'],
      ]),
    );
  return `<form class="filters" hidden><fieldset><legend>Severity</legend>${boxes.join('')}</fieldset>
${selects.join('\n')} <span id="count" role="status"></span></form>
`;
}

function select(name: string, label: string, options: readonly (readonly [value: string, text: string])[]): string {
  const choices = options.map(([value, text]) => `<option value="${escapeHtml(value)}">${escapeHtml(text)}</option>`);
  return `<label>${label} <select name="${name}"><option value="">all</option>${choices.join('')}</select></label>`;
}
