// Edits that make a page drift from its template: what a person does by mistake to nodes that all pages have in common.
import type { GroupNodes, SourceNode } from './shared-nodes.ts';

export const driftKinds = [
  'delete leaf',
  'delete block',
  'change text',
  'change href',
  'change attribute',
  'reorder',
  'insert extra',
] as const;
export type DriftKind = (typeof driftKinds)[number];

/** A change of a page's text. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The element that the change lies in: a finding must lie in it. */
  readonly within: { readonly start: number; readonly end: number };
  /** For people. */
  readonly what: string;
}

export function applyEdit(text: string, { start, end, text: put }: Edit): string {
  return text.slice(0, start) + put + text.slice(end);
}

/** All edits of a kind that a page allows, and whether the majority that they part the page from can be believed in. */
export function driftEdits(
  kind: DriftKind,
  text: string,
  nodes: readonly SourceNode[],
  group: GroupNodes,
): { edit: Edit; eligible: boolean }[] {
  const found: { edit: Edit; eligible: boolean }[] = [];
  for (const node of nodes) {
    const parent = node.parent;
    if (node.label !== 'template' || !parent || inCode(node)) continue;
    const made = makers[kind](node, parent, text, nodes, group);
    if (made) found.push({ edit: { within: parent, ...made.edit }, eligible: made.eligible && !isTrail(node) });
  }
  return found;
}

type Maker = (
  node: SourceNode,
  parent: SourceNode,
  text: string,
  nodes: readonly SourceNode[],
  group: GroupNodes,
) => { edit: Omit<Edit, 'within'>; eligible: boolean } | undefined;

const makers: Record<DriftKind, Maker> = {
  'delete leaf': (node, _parent, _text, nodes, group) =>
    size(node) > 2 || node.name === 'html'
      ? undefined
      : {
          edit: { start: node.start, end: node.end, text: '', what: `without ${node.value}` },
          eligible: group.isShared(node, nodes),
        },
  'delete block': (node, _parent, _text, nodes, group) =>
    size(node) < 4 || size(node) > nodes.length / 2 || !isTemplate(node) || ['head', 'body'].includes(node.name)
      ? undefined
      : {
          edit: { start: node.start, end: node.end, text: '', what: `without <${node.tag}>` },
          eligible: group.isShared(node, nodes),
        },
  'change text': (node, _parent, text, nodes, group) => {
    if (node.kind !== 'text' || /[&<]/.test(text.slice(node.start, node.end))) return undefined;
    const letters = /\p{L}{3,}/u.exec(text.slice(node.start, node.end));
    if (!letters) return undefined;
    // A typing mistake: two letters change places, or one stands twice.
    const [word] = letters;
    const typo = word[1] === word[2] ? `${word[0]}${word}` : `${word[0]}${word[2]}${word[1]}${word.slice(3)}`;
    const start = node.start + letters.index;
    return {
      edit: { start, end: start + word.length, text: typo, what: `${word} is ${typo}` },
      eligible: group.isShared(node, nodes),
    };
  },
  'change href': (node, _parent, text, nodes, group) => {
    const href = node.attributes.get('href');
    if (node.name !== 'a' || !href || href.startsWith('#')) return undefined;
    const edit = changeAttribute(node, text, 'href', value => value.replace(/([^/?#]*)([?#].*)?$/, 'elsewhere-$1'));
    return edit && { edit, eligible: group.isShared(node, nodes) };
  },
  'change attribute': (node, _parent, text, nodes, group) => {
    const name = ['class', 'alt', 'title', 'src', 'name', 'align', 'width'].find(each => node.attributes.get(each));
    if (!name || node.name === 'html' || node.name === 'body') return undefined;
    const edit = changeAttribute(node, text, name, value => (name === 'width' ? `${value}1` : `other-${value}`));
    return edit && { edit, eligible: group.isTagShared(node, nodes) };
  },
  reorder: (node, parent, text, nodes, group) => {
    const next = parent.children[parent.children.indexOf(node) + 1];
    if (!next || node.kind !== 'element' || next.kind !== 'element' || next.label !== 'template' || node.value === next.value)
      return undefined;
    if (!isTemplate(node) || !isTemplate(next) || node.end > next.start || endless(node, text) || endless(next, text))
      return undefined;
    // Their order has no effect: it is a control.
    if (isMetadata(node) || isMetadata(next)) return undefined;
    const eligible = group.isShared(node, nodes) && group.isShared(next, nodes) && group.isOrderShared(node);
    return { edit: swapped(text, node, next), eligible };
  },
  'insert extra': (node, parent, text, nodes, group) => {
    const next = parent.children[parent.children.indexOf(node) + 1];
    if (!next || node.kind !== 'element' || next.kind !== 'element' || next.label !== 'template') return undefined;
    if (!isTemplate(node) || !isTemplate(next) || endless(node, text)) return undefined;
    const extra = extraFor(node, parent);
    if (!extra) return undefined;
    const eligible = group.isShared(node, nodes) && group.isShared(next, nodes) && group.isOrderShared(node);
    return { edit: { start: node.end, end: node.end, text: extra, what: `${extra} after ${node.value}` }, eligible };
  },
};

/** Two neighbours in the other order. */
export function swapped(text: string, first: SourceNode, second: SourceNode): Omit<Edit, 'within'> {
  const [one, between, two] = [
    text.slice(first.start, first.end),
    text.slice(first.end, second.start),
    text.slice(second.start, second.end),
  ];
  return { start: first.start, end: second.end, text: two + between + one, what: `${second.value} before ${first.value}` };
}

/** An element of the head that is neither a style sheet nor a script. */
export function isMetadata({ name, attributes, parent }: SourceNode): boolean {
  const isSheet = /\bstylesheet\b/i.test(attributes.get('rel') ?? '');
  return parent?.name === 'head' && (/^(?:meta|title)$/.test(name) || (name === 'link' && !isSheet));
}

function size(node: SourceNode): number {
  return 1 + node.children.reduce((sum, child) => sum + size(child), 0);
}

function isTemplate(node: SourceNode): boolean {
  return node.label === 'template' && node.children.every(isTemplate);
}

function inCode(node: SourceNode): boolean {
  for (let at: SourceNode | undefined = node.parent; at; at = at.parent)
    if (/^(?:script|style|title|noscript|iframe)$/.test(at.name)) return true;
  return node.name === 'title';
}

/** In a breadcrumb or a table of contents, which is compared by its frame alone (N11). */
function isTrail(node: SourceNode): boolean {
  for (let at = node.parent; at; at = at.parent) {
    if (/breadcrumb|\btoc\b/i.test(`${at.attributes.get('class')} ${at.attributes.get('id')}`)) return true;
  }
  return false;
}

/** It has no end tag, so that what is put after it would stand inside. */
function endless(node: SourceNode, text: string): boolean {
  return /^(?:li|p|td|th|tr|dt|dd|option)$/.test(node.name) && !/<\/\w+\s*>$/.test(text.slice(node.start, node.end));
}

/** A block, an item or a link that fits where its left neighbour stands. */
function extraFor(node: SourceNode, parent: SourceNode): string | undefined {
  if (/^(?:head|table|tbody|thead|tr|select|dl|colgroup|svg|object)$/.test(parent.name) || parent.path.includes('/head'))
    return undefined;
  if (/^(?:ul|ol)$/.test(parent.name)) return '<li><a href="/surplus.html">Surplus entry</a></li>';
  if (/^(?:a|span|b|i|em|strong|small|img|br|input|button|label|font)$/.test(node.name))
    return '<a href="/surplus.html">Surplus entry</a>';
  return '<div class="surplus"><b>Surplus block</b></div>';
}

function changeAttribute(
  node: SourceNode,
  text: string,
  name: string,
  change: (value: string) => string,
): Omit<Edit, 'within'> | undefined {
  const tag = text.slice(node.start, node.tagEnd);
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>"']+))`, 'i').exec(tag);
  const value = match && (match[1] ?? match[2] ?? match[3]);
  if (!match || !value) return undefined;
  const start = node.start + match.index + match[0].lastIndexOf(value);
  return { start, end: start + value.length, text: change(value), what: `${name}="${value}" is "${change(value)}"` };
}
