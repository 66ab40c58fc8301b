import TurndownService from 'turndown';
import { nodeName } from '../../html/access.ts';
import { parseHtml } from '../../html/parse.ts';
import { BLANK, ELEMENT, TEXT, VERBATIM } from '../../html/tree.ts';

/** Elements that Markdown writes in its own way. */
const written = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'blockquote', 'pre', 'hr']);
/** Elements whose content can be Markdown, while their tags stay HTML. */
const transparent = new Set(['html', 'body', 'div', 'section', 'article', 'main', 'header', 'footer', 'aside', 'center']);
/** Inner elements of blocks that Markdown writes in its own way, with the attributes that it has for them. */
const inner: ReadonlyMap<string, readonly string[]> = new Map([
  ...[...written, 'li', 'br', 'em', 'strong'].map((name): [string, string[]] => [name, []]),
  ['a', ['href', 'title']],
  ['img', ['src', 'alt', 'title']],
  ['code', ['class']],
  ['ol', ['start']],
]);

/** Characters that stand for what turndown would decode or collapse: `&`, `;` and a line end. */
const stands = ['\ue000', '\ue001', '\ue002'] as const;

/** What turndown gives of an element. */
interface DomElement {
  nodeName: string;
  outerHTML: string;
  attributes: ArrayLike<{ name: string }>;
  children: ArrayLike<DomElement>;
  parentNode: DomElement;
  getAttribute(name: string): string | null;
}

/** A block of HTML, by its offsets. */
export interface HtmlBlock {
  start: number;
  end: number;
}

/** Blocks that Markdown may have another way to write for: they have whole lines, and no block of the list is in another one. */
export function blocksOf(html: string): HtmlBlock[] {
  const tree = parseHtml(html);
  const blocks: HtmlBlock[] = [];
  for (let node = 0; node < tree.size; ) {
    const isElement = tree.kind[node] === ELEMENT;
    const name = isElement ? nodeName(tree, node) : '';
    const [start, end] = [tree.start[node]!, tree.end[node]!];
    const hasLines = (start === 0 || html[start - 1] === '\n') && (end === html.length || html[end] === '\n');
    const isWhole = start < tree.tagEnd[node]! && (tree.closeStart[node]! < end || name === 'hr');
    const isPlain = name === 'ol' || tree.attrFirst[node] === tree.attrFirst[node + 1];
    if (written.has(name) && isPlain && hasLines && isWhole) blocks.push({ start, end });
    node = transparent.has(name) ? node + 1 : tree.subtreeEnd[node]!;
  }
  return blocks;
}

/** Writes blocks of HTML as Markdown. */
export class MarkdownWriter {
  readonly #service: TurndownService;

  /** @param linksStay true if links and pictures stay HTML. */
  constructor(linksStay: boolean) {
    const service = new TurndownService({
      headingStyle: 'atx',
      bulletListMarker: '-',
      codeBlockStyle: 'fenced',
      emDelimiter: '*',
      br: '\\',
    });
    const isOwn = (node: DomElement): boolean => {
      const name = node.nodeName.toLowerCase();
      const attributes = linksStay && (name === 'a' || name === 'img') ? undefined : inner.get(name);
      return attributes !== undefined && Array.from(node.attributes).every(({ name }) => attributes.includes(name));
    };
    service.addRule('item', {
      filter: 'li',
      replacement: (content: string, node: unknown) => listItem(content, node as DomElement),
    });
    service.addRule('other', {
      filter: (node: unknown) => !isOwn(node as DomElement),
      replacement: (_: string, node: unknown) => (node as DomElement).outerHTML,
    });
    this.#service = service;
  }

  /** @returns Markdown that may mean the block; undefined if the block cannot be written in Markdown. */
  write(html: string): string | undefined {
    if (stands.some(character => html.includes(character))) return undefined;
    const markdown = this.#service.turndown(shielded(html));
    return markdown
      .replaceAll(stands[0], '&')
      .replaceAll(stands[1], ';')
      .replace(new RegExp(`${stands[2]}(?:([-+>#=~|])|(\\d+)(?=[.)]))?`, 'g'), (_, mark?: string, digits?: string) =>
        mark !== undefined ? `\n\\${mark}` : digits !== undefined ? `\n${digits}\\` : '\n',
      );
  }
}

/** Writes a list item in Markdown; its further lines are indented below the first. */
function listItem(content: string, item: DomElement): string {
  const list = item.parentNode;
  const items = Array.from(list.children);
  const number = Number(list.getAttribute('start') ?? 1) + items.indexOf(item);
  const mark = list.nodeName === 'OL' ? `${number}. ` : '- ';
  const lines = content.trim().replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`);
  return `${mark}${lines}${item === items.at(-1) ? '' : '\n'}`;
}

/** HTML in which references to characters, and line ends in texts, survive turndown. Code has its own rules. */
function shielded(html: string): string {
  const tree = parseHtml(html);
  let text = '';
  let at = 0;
  const code = (node: number): boolean => {
    for (let own = tree.parent[node]!; own >= 0; own = tree.parent[own]!) if (nodeName(tree, own) === 'code') return true;
    return (tree.flags[node]! & VERBATIM) !== 0;
  };
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== TEXT || (tree.flags[node]! & BLANK) !== 0 || code(node)) continue;
    const [start, end] = [tree.start[node]!, tree.end[node]!];
    text +=
      html.slice(at, start) +
      html
        .slice(start, end)
        .replace(/&(#?\w+);/g, `${stands[0]}$1${stands[1]}`)
        .replaceAll('\n', stands[2]);
    at = end;
  }
  return text + html.slice(at);
}
