import { escapeMarkdown } from 'templens-shared/markdown';
import type { RegionsParams } from 'templens-shared/protocol';
import type { Limitation } from './limitation.ts';

/** What the client is doing, apart from any page. */
export type ClientState =
  | { kind: 'starting' | 'running' }
  /** The workspace does not allow the server to run. */
  | ({ kind: 'limited' } & Limitation)
  | { kind: 'stopped'; reason: string };

export interface StatusText {
  text: string;
  /** Markdown. */
  tooltip: string;
  /** Those that the tooltip links to. */
  commands: string[];
  /** For screen readers: the text without icons. */
  label: string;
}

/** The status item for the page in front, or undefined to show none. `page` is missing while the page is not labelled or no page. */
export function statusText(state: ClientState, page: RegionsParams | undefined): StatusText | undefined {
  switch (state.kind) {
    case 'limited':
      return item('shield', 'Templens: limited', state.reason);
    case 'stopped':
      return item('error', 'Templens: stopped', state.reason);
    case 'starting':
      return item('sync~spin', 'Templens: starting', 'The language server is starting.');
    case 'running':
      return page && pageText(page);
  }
}

interface CommandLink {
  title: string;
  command: string;
}

const pageLinks: readonly CommandLink[] = [
  { title: 'Show template', command: 'templens.openTemplate' },
  { title: 'Groups', command: 'templens.openGroups' },
  { title: 'Decorations', command: 'templens.chooseDecorations' },
];

function pageText({ layout, pages, templateShare }: RegionsParams): StatusText {
  const share = `${Math.round(templateShare * 100)}% template`;
  if (pages === 1) {
    const alone = `No other page of the site is built like this one (layout ${layout}).`;
    return item('layout', `${layout}: 1 page, ${share}`, alone, pageLinks);
  }
  const shared = `${pages} pages share the layout of this page (layout ${layout}); ${share.replace(' ', ' of its nodes are ')}.`;
  return item('layout', `${layout}: ${pages} pages, ${share}`, shared, pageLinks);
}

function item(icon: string, text: string, sentence: string, links: readonly CommandLink[] = []): StatusText {
  const linked = links.map(({ title, command }) => `[${title}](command:${command})`).join(' · ');
  return {
    text: `$(${icon}) ${withoutIcons(text)}`,
    tooltip: escapeMarkdown(sentence) + (linked && `\n\n${linked}`),
    commands: links.map(({ command }) => command),
    label: `${text}. ${sentence}`,
  };
}

/** VS Code draws an icon for `$(name)`, unless a backslash stands before it. */
function withoutIcons(text: string): string {
  return text.replace(/\$\([a-z\d-]+(?:~[a-z]+)?\)/gi, '\\$&');
}
