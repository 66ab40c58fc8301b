import { escapeMarkdown } from 'templens-shared/markdown';
import type { RegionsParams } from 'templens-shared/protocol';
import type { Limitation } from './limitation.ts';

/** The state of the extension, independent of the active page. */
export type ClientState =
  | { kind: 'starting' | 'running' }
  /** The server cannot run in the window. */
  | ({ kind: 'limited' } & Limitation)
  | { kind: 'stopped'; reason: string };

/** The content of the status bar item. */
export interface StatusText {
  /** Text with icons in the syntax of VS Code. */
  text: string;
  /** Tooltip, in Markdown. */
  tooltip: string;
  /** Ids of the commands that the tooltip links to. */
  commands: string[];
  /** Text for screen readers, without icons. */
  label: string;
}

/**
 * The status bar item for the active page; undefined to hide it.
 * @param page undefined while the page is not labelled, or if the document is not a page.
 */
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
  { title: 'Layouts', command: 'templens.openGroups' },
  { title: 'Decorations', command: 'templens.chooseDecorations' },
];

function pageText({ layout, pages, templateShare }: RegionsParams): StatusText {
  const share = `this page ${Math.round(templateShare * 100)}% template`;
  if (pages === 1) {
    const alone = `No other page of the site is built like this one (layout ${layout}).`;
    return item('layout', `${layout}: 1 page, ${share}`, alone, pageLinks);
  }
  const shared = `${pages} pages share the layout of this page (layout ${layout}); ${Math.round(templateShare * 100)}% of its nodes are template.`;
  return item('layout', `${layout}: ${pages} pages, ${share}`, shared, pageLinks);
}

function item(icon: string, text: string, sentence: string, links: readonly CommandLink[] = []): StatusText {
  const linked = links.map(({ title, command }) => `[${title}](command:${command})`).join(' · ');
  return {
    text: `$(${icon}) ${escapeIcons(text)}`,
    tooltip: escapeMarkdown(sentence) + (linked && `\n\n${linked}`),
    commands: links.map(({ command }) => command),
    label: `${text}. ${sentence}`,
  };
}

/** Escapes `$(name)`, which VS Code would replace by an icon, with a backslash. */
function escapeIcons(text: string): string {
  return text.replace(/\$\([a-z\d-]+(?:~[a-z]+)?\)/gi, '\\$&');
}
