import { counted } from 'templens-shared/counted';
import type { PartVersionDetail, PartWords } from 'templens-shared/parts';
import { escapeHtml } from './html-document.ts';
import { type DetailedPart, isListed } from './parts.ts';

/** The parts of a site as HTML: a block each, to be opened for its versions, their pages and their differences. */
export function partsSection(parts: readonly DetailedPart[]): string {
  const listed = parts.filter(isListed);
  if (listed.length === 0) return '<p>None.</p>';
  const hidden = parts.length - listed.length;
  return listed.map(partBlock).join('\n') + (hidden > 0 ? `\n<p>${counted(hidden, 'part')} of a single node not shown.</p>` : '');
}

function partBlock({ name, place, pages, layouts, versions, slots }: DetailedPart): string {
  const versionCount = versions.length > 1 ? `, ${counted(versions.length, 'version')}` : '';
  const varying = slots.length > 0 ? `; differs by page: ${escapeHtml(slots.map(slot => slot.name).join(', '))}` : '';
  return `<details class="part"><summary><b>${escapeHtml(name)}</b>, on ${counted(pages, 'page')}${versionCount}</summary>
<p>In <code>${escapeHtml(place)}</code>; layouts ${escapeHtml(layouts.join(', '))}${varying}.</p>
${versions.map(versionBlock).join('\n')}
</details>`;
}

function versionBlock({ language, pages, words }: PartVersionDetail, at: number): string {
  const places = words.map(place => `<pre>${place.map(wordsHtml).join('').trimStart()}</pre>`);
  return `<h4>Version ${at + 1}${language ? ` (${escapeHtml(language)})` : ''}, on ${counted(pages.length, 'page')}</h4>
<details><summary>Pages</summary><p>${pages.map(escapeHtml).join(', ')}</p></details>
${places.join('\n')}`;
}

function wordsHtml({ kind, text }: PartWords): string {
  const html = escapeHtml(text);
  return kind === 'same' ? html : kind === 'missing' ? `<del>${html}</del>` : `<ins>${html}</ins>`;
}

export const partsStyle = `
.part { margin-bottom: .5rem; }
.part h4 { margin: .8rem 0 .2rem; }
.part pre { margin: .2rem 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px ui-monospace, monospace; }
del { background: light-dark(#fecaca, #7f1d1d); }
ins { background: light-dark(#bbf7d0, #14532d); text-decoration: none; }`;
