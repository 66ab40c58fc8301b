import { counted } from 'templens-shared/counted';
import { firstOf } from 'templens-shared/first-of';
import type { PartDifference, PartVersionDetail, PartWords } from 'templens-shared/parts';
import { isListed } from 'templens-shared/parts';
import { escapeHtml } from '../html-document.ts';
import { limits } from '../thresholds.ts';
import { type Anchors, pageLink } from './anchors.ts';
import type { PartWithSources, VersionSource } from './report-data.ts';
import { sourceExcerpt } from './source-frame.ts';

/** The HTML of the parts: a table of all, those with several versions first, and a detail with the versions of each of these. */
export function partsSection(parts: readonly PartWithSources[], anchors: Anchors): string {
  const listed = parts.filter(isListed);
  const varying = listed.filter(({ versions }) => versions.length > 1);
  const same = listed.filter(({ versions }) => versions.length === 1);
  const shown = varying.slice(0, limits.siteParts);
  const hidden = parts.length - listed.length;
  const rows = [...shown, ...same.slice(0, limits.siteParts)].map(partRow);
  return `<div class="index"><p class="lead">Blocks that pages repeat.</p>
<table class="list"><thead><tr><th scope="col">Part</th><th scope="col">Place</th><th scope="col">Pages</th><th scope="col">Versions</th></tr></thead>
<tbody data-pager="${limits.siteRowsPage}" data-name="parts">
${rows.join('\n')}
</tbody></table>
${[
  notShown(varying.length - limits.siteParts, 'more part', ' with several versions'),
  notShown(same.length - limits.siteParts, 'more part', ' in one version'),
  hidden > 0 ? `<p>${counted(hidden, 'part')} of a single node not shown.</p>` : '',
].join('\n')}</div>
${shown.map(part => partBlock(part, anchors)).join('\n')}`;
}

function partRow({ id, name, place, pages, versions }: PartWithSources): string {
  const isVarying = versions.length > 1;
  const title = isVarying ? `<a href="#${partId(id)}">${escapeHtml(name)}</a>` : escapeHtml(name);
  // A part with several versions is found by its detail.
  const found = isVarying ? '' : ` id="${partId(id)}" data-part-row data-kind="part"`;
  return `<tr${found}><th scope="row">${title}</th><td><code>${escapeHtml(place)}</code></td><td data-label="Pages">${pages}</td><td data-label="Versions">${versions.length}</td></tr>`;
}

function partId(id: string): string {
  return `part-${escapeHtml(id)}`;
}

function layoutNames(layouts: readonly string[]): string {
  return firstOf(layouts, limits.sitePartLayouts);
}

/** A sentence on parts that are not shown; empty unless `parts`, their number, is positive. */
function notShown(parts: number, what: string, which: string): string {
  return parts > 0 ? `<p>${counted(parts, what)}${which} not shown: <code>templens parts</code></p>` : '';
}

function partBlock({ id, name, place, pages, layouts, versions, slots, sources }: PartWithSources, anchors: Anchors): string {
  const slotNames = slots.length > 0 ? ` Each page has its own: ${escapeHtml(slots.map(slot => slot.name).join(', '))}.` : '';
  const shown = versions.slice(0, limits.siteVersions);
  const rest = versions.slice(limits.siteVersions);
  return `<article class="part detail" id="${partId(id)}" data-kind="part"><h3>${escapeHtml(name)} <small>${counted(versions.length, 'version')} on ${counted(pages, 'page')}</small></h3>
<p>In <code>${escapeHtml(place)}</code>; layouts: ${escapeHtml(layoutNames(layouts))}.${slotNames}</p>
<p class="lead"><del>Words</del> of version 1 that another version lacks, <ins>words</ins> that only the other has.</p>
<div class="versions">
${shown.map((version, at) => versionCard(version, at, sources.get(version.id), anchors)).join('\n')}
</div>${rest.length > 0 ? `\n<p>${counted(rest.length, 'more version')}, on ${counted(new Set(rest.flatMap(version => version.pages)).size, 'page')}: <code>templens parts --part "${escapeHtml(name)}"</code></p>` : ''}
</article>`;
}

function versionCard(
  { id, language, pages, words, difference }: PartVersionDetail,
  at: number,
  source: VersionSource | undefined,
  anchors: Anchors,
): string {
  const places = words.slice(0, limits.sitePlaces).map(place => `<p class="words">${place.map(wordsHtml).join('').trim()}</p>`);
  // Some differences have no words, such as those of an attribute's value.
  if (places.length === 0) places.push(...difference.slice(0, limits.sitePlaces).map(differenceHtml));
  const more = words.length > limits.sitePlaces ? `<p>and ${counted(words.length - limits.sitePlaces, 'more place')}</p>` : '';
  const excerpt = source
    ? `<details${difference.length === 0 ? ' open' : ''}><summary>Source on ${escapeHtml(source.page)}</summary>${sourceExcerpt(source.source)}</details>`
    : '';
  return `<section class="version"><h4>Version ${at + 1}${language ? ` (${escapeHtml(language)})` : ''} <small>${counted(pages.length, 'page')}, <code>${escapeHtml(id)}</code></small></h4>
${pageList(pages, anchors)}
${places.join('\n')}${more}${excerpt}</section>`;
}

function pageList(pages: readonly string[], anchors: Anchors): string {
  const link = (page: string): string => `<li>${pageLink(page, anchors)}`;
  const first = pages.slice(0, limits.siteFirstPages).map(link).join('\n');
  const rest = pages.slice(limits.siteFirstPages);
  const items = rest.slice(0, limits.siteMorePages).map(link);
  if (rest.length > limits.siteMorePages) items.push(`<li>and ${rest.length - limits.siteMorePages} more`);
  const folded = `<details><summary>${counted(rest.length, 'more page')}</summary><ul class="pages">${items.join('\n')}</ul></details>`;
  return `<ul class="pages">${first}</ul>${rest.length > 0 ? folded : ''}`;
}

function differenceHtml({ kind, what }: PartDifference): string {
  return `<p class="words">${kind === 'missing' ? `<del>${escapeHtml(what)}</del>` : `<ins>${escapeHtml(what)}</ins>`}</p>`;
}

function wordsHtml({ kind, text }: PartWords): string {
  const html = escapeHtml(text);
  return kind === 'same' ? html : kind === 'missing' ? `<del>${html}</del>` : `<ins>${html}</ins>`;
}
