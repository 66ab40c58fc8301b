// Edits that are no drift: changes of a page's own content, and the template in another spelling or another state.
import { type Edit, isMetadata, swapped } from './drift-edits.ts';
import type { SourceNode } from './shared-nodes.ts';

type Maker = (text: string, nodes: readonly SourceNode[], page: string) => Edit[];

const makers = {
  'content changed': (text, nodes) =>
    nodes.flatMap(node => {
      if (node.kind !== 'text' || node.label !== 'content' || isOfTitle(node)) return [];
      const word = /\p{L}{3,}/u.exec(text.slice(node.start, node.end));
      return word ? [edit(node, node.start + word.index, node.start + word.index + word[0].length, 'Something else')] : [];
    }),
  'content deleted': (_text, nodes) =>
    nodes.filter(node => isContent(node) && !isOfTitle(node)).map(node => edit(node, node.start, node.end, '')),
  'content inserted': (text, nodes) =>
    nodes.flatMap(node => {
      const { parent } = node;
      if (!parent || !isContent(node) || parent.label !== 'content' || node.kind !== 'element') return [];
      // An id that stands twice is a mistake.
      const copy = text.slice(node.start, node.end).replace(/\sid\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, '');
      return [edit(node, node.end, node.end, `\n${copy.replace(/>([^<]*\p{L}[^<]*)</gu, '>Something new<')}`)];
    }),
  'longer list': (text, nodes) =>
    nodes.flatMap(node => {
      if (node.name !== 'li' || !isContent(node) || !/<\/li\s*>$/i.test(text.slice(node.start, node.end))) return [];
      return [edit(node, node.end, node.end, '<li>One more</li><li>And another</li><li>And a last one</li>')];
    }),
  'order of metadata': (text, nodes) =>
    nodes.flatMap(node => {
      const next = node.parent?.children[node.parent.children.indexOf(node) + 1];
      if (!next || !isMetadata(node) || !isMetadata(next) || node.end > next.start) return [];
      return [{ ...swapped(text, node, next), within: node.parent! }];
    }),
  'order of attributes': tagEdits(tag => {
    const attributes = attributesOf(tag);
    return attributes.length < 2 ? undefined : tag.replace(attributes.join(''), [...attributes].reverse().join(''));
  }),
  'style of quotes': tagEdits(tag => tag.replace(/="([^"']*)"/, "='$1'")),
  'letter case of tags': tagEdits(tag => tag.replace(/^<([a-z]\w*)/, (_, name: string) => `<${name.toUpperCase()}`)),
  'order of classes': tagEdits(tag => tag.replace(/(class=")([^\s"]+) ([^\s"]+)"/, '$1$3 $2"')),
  'white space': (_text, nodes) =>
    nodes
      .filter(
        node =>
          node.kind === 'element' && /^(?:div|ul|nav|header|footer|section|tr|table|body)$/.test(node.name) && !isVerbatim(node),
      )
      .map(node => edit(node, node.tagEnd, node.tagEnd, '\n\n     \t')),
  'spelling of entities': (text, nodes) =>
    nodes.flatMap(node => {
      if (node.kind !== 'text' || isVerbatim(node)) return [];
      const letter = /\p{L}/u.exec(text.slice(node.start, node.end));
      if (!letter || /&/.test(text.slice(node.start, node.end))) return [];
      const at = node.start + letter.index;
      return [edit(node, at, at + letter[0].length, `&#${letter[0].codePointAt(0)};`)];
    }),
  comment: (_text, nodes) => inBody(nodes).map(node => edit(node, node.start, node.start, '<!-- a remark -->')),
  'conditional comment': (_text, nodes) =>
    nodes
      .filter(({ name }) => name === 'head')
      .map(node => edit(node, node.tagEnd, node.tagEnd, '<!--[if lt IE 9]><p>Old</p><![endif]-->')),
  CRLF: text => whole(text.replace(/\r?\n/g, '\r\n'), text),
  'byte-order mark': text => whole(`\ufeff${text}`, text),
  'class of the body': (text, nodes) =>
    nodes
      .filter(({ name }) => name === 'body')
      .map(node => {
        const tag = text.slice(node.start, node.tagEnd).replace(/\sclass=("[^"]*"|'[^']*'|[^\s>]+)/i, '');
        return edit(node, node.start, node.tagEnd, `${tag.slice(0, 5)} class="another page"${tag.slice(5)}`);
      }),
  // Another item would be the wrong one, which is drift.
  'active menu item': ownItemEdits(tag => {
    return /\sclass="/.test(tag) ? tag.replace(/(\sclass="[^"]*)"/, '$1 active"') : tag.replace(/^<(\w+)/, '<$1 class="active"');
  }),
  'aria-current': ownItemEdits(tag => (/^<a\b/.test(tag) ? tag.replace(/^<a/, '<a aria-current="page"') : undefined)),
  'address from ./': tagEdits(tag => tag.replace(/(href|src)="(?=[a-z][^":?#]*")/, '$1="./')),
  'index page': tagEdits(tag => tag.replace(/(href="(?:[^":?#]*\/)?)index\.html"/, '$1"').replace(/href=""/, 'href="./"')),
  nonce: tagEdits(tag => (/^<script/.test(tag) ? tag.replace(/^<script/, '<script nonce="d5f1c7a09be24c66"') : undefined)),
  'version of a file': tagEdits(tag => tag.replace(/((?:href|src)="[^"?#]+\.(?:css|js|png|jpg|gif))"/, '$1?v=13"')),
  'hashed file name': tagEdits(tag => tag.replace(/((?:href|src)="[^"?#]*[a-z])\.(css|js)"/, '$1.3f2a9c1b.$2"')),
  'another year': (text, nodes) =>
    nodes.flatMap(node => {
      if (node.kind !== 'text' || node.label !== 'content' || isVerbatim(node)) return [];
      const year = /(?<![\w-])20[012]\d(?![\w-])/.exec(text.slice(node.start, node.end));
      return year ? [edit(node, node.start + year.index, node.start + year.index + 4, '2031')] : [];
    }),
} satisfies Record<string, Maker>;

export type ControlKind = keyof typeof makers;
export const controlKinds = Object.keys(makers) as ControlKind[];

/** All edits of a kind that a page allows. */
export function controlEdits(kind: ControlKind, text: string, nodes: readonly SourceNode[], page: string): Edit[] {
  return (makers[kind] as Maker)(text, nodes, page);
}

/** Edits of the start tags of template elements; a tag that stays as it was, or undefined, is not an edit. */
function tagEdits(change: (tag: string) => string | undefined): Maker {
  return (text, nodes) =>
    nodes.flatMap(node => {
      if (node.kind !== 'element' || node.label !== 'template') return [];
      const tag = text.slice(node.start, node.tagEnd);
      const changed = change(tag);
      return changed === undefined || changed === tag ? [] : [edit(node, node.start, node.tagEnd, changed)];
    });
}

/** Edits of the start tags of links of the template to the page itself, and of the list items that hold them. */
function ownItemEdits(change: (tag: string) => string | undefined): Maker {
  return (text, nodes, page) => {
    const links = nodes.filter(node => node.name === 'a' && leadsTo(node, page));
    // Of several such links in one list, as in a pagination that leads nowhere yet, one is the current item already.
    const own = new Set(links.filter(link => links.every(other => other === link || listOf(other) !== listOf(link))));
    const items = nodes.filter(node => own.has(node) || (node.name === 'li' && node.children.some(child => own.has(child))));
    return tagEdits(change)(text, items, page);
  };
}

/** The element that holds the items of a list, by the link of one. */
function listOf({ parent }: SourceNode): SourceNode | undefined {
  return parent?.name === 'li' ? parent.parent : parent;
}

function leadsTo({ attributes }: SourceNode, page: string): boolean {
  const href = attributes.get('href');
  if (!href || href.startsWith('#')) return false;
  try {
    const { href: target } = new URL(href, `http://site.invalid/${page}`);
    return target.replace(/index\.html$/, '') === `http://site.invalid/${page}`.replace(/index\.html$/, '');
  } catch {
    return false;
  }
}

/** The attributes of a start tag, each with the space before it, where all are quoted and of different names; else none. */
function attributesOf(tag: string): string[] {
  const [, attributes = ''] = /^<\w+((?:\s+[\w-]+="[^"]*")+)\s*\/?>$/.exec(tag) ?? [];
  const names = attributes.match(/[\w-]+(?==")/g) ?? [];
  return new Set(names).size === names.length ? (attributes.match(/\s+[\w-]+="[^"]*"/g) ?? []) : [];
}

function edit(node: SourceNode, start: number, end: number, text: string): Edit {
  return { start, end, text, within: node.parent ?? node, what: `<${node.parent?.tag}> ${node.value.slice(0, 80)}` };
}

function whole(text: string, before: string): Edit[] {
  return text === before
    ? []
    : [{ start: 0, end: before.length, text, within: { start: 0, end: before.length }, what: 'the page' }];
}

function inBody(nodes: readonly SourceNode[]): SourceNode[] {
  return nodes.filter(node => node.path.includes('/body') && node.kind === 'element' && !isVerbatim(node));
}

/** Of the title of the page: one without words, or without the site's name, is a mistake. */
function isOfTitle({ path, name }: SourceNode): boolean {
  return /\/head(?:\/|$)/.test(path) && (name === 'title' || path.endsWith('/title'));
}

/** Content throughout, and what it lies in. */
function isContent(node: SourceNode): boolean {
  return node.label === 'content' && node.children.every(isContent);
}

function isVerbatim(node: SourceNode): boolean {
  return /\/(?:pre|textarea|script|style|title|noscript)(?:\/|$)/.test(`${node.path}/${node.name}`);
}
