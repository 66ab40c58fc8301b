import { counted } from 'templens-shared/counted';
import type { LayoutOverview, SiteOverview } from 'templens-shared/protocol';
import { uriOf } from './page-uri.ts';

/** The layouts, parts and findings of a site as Markdown. */
export function layoutsText({ name, uri, pages, layouts, parts, causes }: SiteOverview): string {
  const link = (page: string): string => `[${escaped(page)}](<${uriOf(uri, page)}>)`;
  const lines = [`# Layouts of ${escaped(name)}`, '', `${counted(pages, 'page')} in ${counted(layouts.length, 'layout')}.`, ''];
  lines.push('| layout | pages | template | findings |', '| --- | ---: | ---: | ---: |');
  for (const layout of layouts)
    lines.push(`| ${escaped(layout.name)} | ${layout.pages.length} | ${percent(layout.templateShare)} | ${findingsOf(layout)} |`);
  if (parts.length > 0) {
    lines.push('', '## Shared parts', '', '| part | pages | versions | place |', '| --- | ---: | ---: | --- |');
    for (const part of parts)
      lines.push(`| ${escaped(part.name)} | ${part.pages} | ${part.versions.length} | \`${part.place}\` |`);
  }
  if (causes.length > 0) {
    lines.push('', '## Findings', '', '| pages | finding |', '| ---: | --- |');
    for (const { places, message } of causes)
      lines.push(`| ${new Set(places.map(({ page }) => page)).size} | ${escaped(message)} |`);
  }
  for (const layout of layouts) {
    lines.push('', `## ${escaped(layout.name)}`, '');
    for (const { page, findings } of layout.pages)
      lines.push(`- ${link(page)}${findings > 0 ? `: ${counted(findings, 'finding')}` : ''}`);
  }
  return `${lines.join('\n')}\n`;
}

function findingsOf({ pages }: LayoutOverview): number {
  return pages.reduce((sum, { findings }) => sum + findings, 0);
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** As Markdown shows it literally, also in a table. */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>|#]/g, '\\$&').replaceAll('\n', ' ');
}
