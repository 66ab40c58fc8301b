import { describePart } from 'templens-shared/describe-part';
import type { NodeEvidence } from 'templens-shared/stream';
import { MarkupKind } from 'vscode-languageserver';
import { escapeMarkdown } from './markdown.ts';

/** Another page that has the node; line and column are 1-based. */
export interface ExampleLink {
  uri: string;
  page: string;
  line?: number;
  column?: number;
}

/** Why a node has its label, for a person: a sentence, then the counts behind it, then where to look. */
export function describeEvidence(evidence: NodeEvidence, kind: MarkupKind, example?: ExampleLink): string {
  const { label, score, name, layout, support, site, importance, segment, part, reason } = evidence;
  const markdown = kind === MarkupKind.Markdown;
  const strong = (text: string) => (markdown ? `**${text}**` : text);
  const code = (text: string) => (markdown ? `\`${text.replaceAll('`', '')}\`` : text);
  const sureness = label === 'template' ? score : 1 - score;
  const group = `the layout ${code(layout)}`;
  const same = segment === undefined ? 'The same element' : 'The same text';
  const facts =
    support.of === 1
      ? [`The only page of ${group}`, `${same} on ${site.pages} of ${pages(site.of)} of the site`]
      : segment === undefined
        ? [`On ${support.pages} of ${pages(support.of)} of ${group}`]
        : [`The same text on ${segment.group} of ${pages(support.of)} of ${group}, and on ${pages(segment.site)} of the site`];
  if (importance !== undefined)
    facts.push(`Importance in the site style tree: ${importance.toFixed(2)} (0 is template, 1 is content)`);
  if (example !== undefined) facts.push(`For example on ${exampleText(example, markdown)}`);
  const title = `${strong(label === 'template' ? 'Template' : 'Content')}, ${Math.round(sureness * 100)}% sure: ${code(name === '#text' ? 'text' : `<${name}>`)}`;
  if (part) facts.unshift(markdown ? escapeMarkdown(describePart(part)) : describePart(part));
  return [title, markdown ? escapeMarkdown(reason) : reason, facts.map(fact => `- ${fact}`).join('\n')].join('\n\n');
}

const pages = (count: number) => (count === 1 ? '1 page' : `${count} pages`);

function exampleText({ uri, page, line, column }: ExampleLink, markdown: boolean): string {
  const place = line === undefined ? page : `${page}:${line}`;
  if (!markdown) return place;
  const target = line === undefined ? uri : `${uri}#L${line},${column}`;
  return `[${escapeMarkdown(place)}](${target.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}
