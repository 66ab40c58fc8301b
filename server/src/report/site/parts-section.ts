import { counted } from 'templens-shared/counted';
import type { PartDifference, PartVersionDetail, PartWords } from 'templens-shared/parts';
import { escapeHtml } from '../html-document.ts';
import { isListed } from '../parts.ts';
import type { Anchors } from './anchors.ts';
import type { PartWithSources, VersionSource } from './report-data.ts';
import { sourceExcerpt } from './source-frame.ts';

/** Versions of a part side by side, pages named of each at once, and places at which it differs. */
const MOST_VERSIONS = 12;
const MOST_PAGES = 5;
const MOST_PLACES = 8;

/** The parts of a site: those with several versions first, their versions side by side. */
export function partsSection(parts: readonly PartWithSources[], anchors: Anchors): string {
  const listed = parts.filter(isListed);
  const varying = listed.filter(({ versions }) => versions.length > 1);
  const same = listed.filter(({ versions }) => versions.length === 1);
  const hidden = parts.length - listed.length;
  return [
    ...varying.map(part => partBlock(part, anchors)),
    same.length === 0
      ? ''
      : `<h3>In one version</h3><ul>${same.map(({ name, pages, place }) => `<li>${escapeHtml(name)}, on ${counted(pages, 'page')}, in <code>${escapeHtml(place)}</code>`).join('\n')}</ul>`,
    hidden > 0 ? `<p>${counted(hidden, 'part')} of a single node not shown.</p>` : '',
  ].join('\n');
}

function partBlock({ id, name, place, pages, layouts, versions, slots, sources }: PartWithSources, anchors: Anchors): string {
  const slotNames = slots.length > 0 ? ` Each page has its own: ${escapeHtml(slots.map(slot => slot.name).join(', '))}.` : '';
  const shown = versions.slice(0, MOST_VERSIONS);
  const rest = versions.slice(MOST_VERSIONS);
  return `<article class="part" id="part-${escapeHtml(id)}"><h3>${escapeHtml(name)} <small>${counted(versions.length, 'version')} on ${counted(pages, 'page')}</small></h3>
<p>In <code>${escapeHtml(place)}</code>; layouts: ${escapeHtml(layouts.join(', '))}.${slotNames}</p>
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
  const places = words.slice(0, MOST_PLACES).map(place => `<p class="words">${place.map(wordsHtml).join('').trim()}</p>`);
  // Differences of an attribute's value alone, for example, have no words.
  if (places.length === 0) places.push(...difference.slice(0, MOST_PLACES).map(differenceHtml));
  const more = words.length > MOST_PLACES ? `<p>and ${counted(words.length - MOST_PLACES, 'more place')}</p>` : '';
  const excerpt = source
    ? `<details${difference.length === 0 ? ' open' : ''}><summary>Source on ${escapeHtml(source.page)}</summary>${sourceExcerpt(source.source)}</details>`
    : '';
  return `<section class="version"><h4>Version ${at + 1}${language ? ` (${escapeHtml(language)})` : ''} <small>${counted(pages.length, 'page')}, <code>${escapeHtml(id)}</code></small></h4>
${pageList(pages, anchors)}
${places.join('\n')}${more}${excerpt}</section>`;
}

function pageList(pages: readonly string[], anchors: Anchors): string {
  const link = (page: string): string => `<li><a href="#${anchors.page(page)}">${escapeHtml(page)}</a>`;
  const first = pages.slice(0, MOST_PAGES).map(link).join('\n');
  const rest = pages.slice(MOST_PAGES);
  const folded = `<details><summary>${counted(rest.length, 'more page')}</summary><ul class="pages">${rest.map(link).join('\n')}</ul></details>`;
  return `<ul class="pages">${first}</ul>${rest.length > 0 ? folded : ''}`;
}

function differenceHtml({ kind, what }: PartDifference): string {
  return `<p class="words">${kind === 'missing' ? `<del>${escapeHtml(what)}</del>` : `<ins>${escapeHtml(what)}</ins>`}</p>`;
}

function wordsHtml({ kind, text }: PartWords): string {
  const html = escapeHtml(text);
  return kind === 'same' ? html : kind === 'missing' ? `<del>${html}</del>` : `<ins>${html}</ins>`;
}
