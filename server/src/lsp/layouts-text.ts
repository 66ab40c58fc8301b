import { counted } from 'templens-shared/counted';
import { escapeMarkdown, markdownCode } from 'templens-shared/markdown';
import type { OverviewList, SiteOverview } from 'templens-shared/protocol';
import { uriOf } from './page-uri.ts';

/** The layouts, parts and findings of a site as Markdown: the first items of each list. */
export function layoutsText({ name, uri, pages, layouts, parts, causes }: SiteOverview): string {
  const link = (page: string): string => `[${escapeMarkdown(page)}](<${uriOf(uri, page)}>)`;
  const lines = [
    `# Layouts of ${escapeMarkdown(name)}`,
    '',
    `${counted(pages, 'page')} in ${counted(layouts.total, 'layout')}.`,
    '',
  ];
  lines.push('| layout | pages | template | findings |', '| --- | ---: | ---: | ---: |');
  for (const layout of layouts.items)
    lines.push(
      `| ${escapeMarkdown(layout.name)} | ${layout.pages.total} | ${percent(layout.templateShare)} | ${layout.findings} |`,
    );
  lines.push(...unlisted(layouts, 'layout'));
  if (parts.total > 0) {
    lines.push('', '## Shared parts', '', '| part | pages | versions | place |', '| --- | ---: | ---: | --- |');
    for (const part of parts.items)
      lines.push(`| ${escapeMarkdown(part.name)} | ${part.pages} | ${part.versions.total} | ${codeInTable(part.place)} |`);
    lines.push(...unlisted(parts, 'part'));
  }
  if (causes.total > 0) {
    lines.push('', '## Findings', '', '| pages | finding |', '| ---: | --- |');
    for (const { pages, message } of causes.items) lines.push(`| ${pages} | ${escapeMarkdown(message)} |`);
    lines.push(...unlisted(causes, 'cause'));
  }
  for (const layout of layouts.items) {
    lines.push('', `## ${escapeMarkdown(layout.name)}`, '');
    for (const { page, findings } of layout.pages.items)
      lines.push(`- ${link(page)}${findings > 0 ? `: ${counted(findings, 'finding')}` : ''}`);
    lines.push(...unlisted(layout.pages, 'page'));
  }
  return `${lines.join('\n')}\n`;
}

/** A paragraph with the number of items that are not listed; empty if all are. */
function unlisted({ total, items }: OverviewList<unknown>, noun: string): string[] {
  return total > items.length ? ['', `and ${counted(total - items.length, `more ${noun}`)}`] : [];
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** Escapes bars, which end a cell of a Markdown table even inside code. */
const codeInTable = (text: string): string => markdownCode(text).replaceAll('|', '\\|');
