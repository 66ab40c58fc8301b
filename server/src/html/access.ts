import { knownNames } from './names.ts';
import { decodeAttribute, normaliseText } from './normalise.ts';
import { BLANK, ELEMENT, IMPLIED, type PageTree, TEXT } from './tree.ts';

/** Lower-case tag name of an element; `#text`, `#comment`, `#doctype` for other nodes. */
export function nodeName(tree: PageTree, node: number): string {
  const kind = tree.kind[node];
  if (kind !== ELEMENT) return kind === TEXT ? '#text' : kind === 3 ? '#comment' : '#doctype';
  const id = tree.name[node]!;
  return knownNames[id] ?? tree.otherNames[id - knownNames.length] ?? '';
}

/** First child of a node, or -1. */
export function firstChild(tree: PageTree, node: number): number {
  return node + 1 < tree.subtreeEnd[node]! ? node + 1 : -1;
}

/** Next sibling of a node, or -1. */
export function nextSibling(tree: PageTree, node: number): number {
  const next = tree.subtreeEnd[node]!;
  const parent = tree.parent[node]!;
  return next < (parent < 0 ? tree.size : tree.subtreeEnd[parent]!) ? next : -1;
}

/** Index of a node's attribute in the tree's attribute arrays, or -1; the first of duplicates. `name` is in lower case. */
export function attributeIndex(tree: PageTree, source: string, node: number, name: string): number {
  for (let at = tree.attrFirst[node]!; at < tree.attrFirst[node + 1]!; at++) {
    const start = tree.attrNameStart[at]!;
    const end = tree.attrNameEnd[at]!;
    if (end - start === name.length && source.slice(start, end).toLowerCase() === name) return at;
  }
  return -1;
}

/** Decoded value of a node's attribute, or undefined; the first of duplicates. `name` is in lower case. */
export function attributeValue(tree: PageTree, source: string, node: number, name: string): string | undefined {
  const at = attributeIndex(tree, source, node, name);
  return at < 0 ? undefined : decodeAttribute(source.slice(tree.attrValueStart[at]!, tree.attrValueEnd[at]!));
}

/** True for a `link` to a style sheet, also an alternate one. */
export function isStyleSheetLink(tree: PageTree, source: string, node: number): boolean {
  if (nodeName(tree, node) !== 'link') return false;
  return /\bstylesheet\b/i.test(attributeValue(tree, source, node, 'rel') ?? '');
}

/** True for a script, and for a link to a style sheet. */
export function isScriptOrSheet(tree: PageTree, source: string, node: number): boolean {
  return nodeName(tree, node) === 'script' || isStyleSheetLink(tree, source, node);
}

/** True for a `title` of the page. Pictures (`svg`) have titles of their own. */
export function isPageTitle(tree: PageTree, node: number): boolean {
  return nodeName(tree, node) === 'title' && nodeName(tree, tree.parent[node]!) !== 'svg';
}

/** The first `title` of a page after the node `after`; -1 for none. */
export function titleElement(tree: PageTree, after = -1): number {
  for (let node = after + 1; node < tree.size; node++) if (isPageTitle(tree, node)) return node;
  return -1;
}

/** Offset after an attribute, its closing quote included. `at` is the attribute's index in the tree. */
export function attributeEnd(tree: PageTree, source: string, at: number): number {
  const end = tree.attrValueEnd[at]!;
  const quote = source[tree.attrValueStart[at]! - 1];
  return (quote === '"' || quote === "'") && source[end] === quote ? end + 1 : end;
}

/** Normalised text of a text node: entities decoded, white space collapsed and trimmed. */
export function nodeText(tree: PageTree, source: string, node: number): string {
  return normaliseText(source.slice(tree.start[node]!, tree.end[node]!));
}

/** True for the nodes that get labels: elements with a start tag, and texts that are not only white space. */
export function isLabelled(tree: PageTree, node: number): boolean {
  const kind = tree.kind[node];
  return kind === ELEMENT ? !(tree.flags[node]! & IMPLIED) : kind === TEXT && !(tree.flags[node]! & BLANK);
}

/** Innermost node whose source contains an offset, or -1. */
export function nodeAt(tree: PageTree, offset: number): number {
  let found = -1;
  for (let node = 0; node < tree.size; ) {
    if (tree.start[node]! > offset) break;
    if (offset < tree.end[node]!) {
      found = node;
      node++;
    } else node = tree.subtreeEnd[node]!;
  }
  return found;
}

/** Innermost node whose source contains an offset and for which `isLabelled` is true, or -1. */
export function labelledNodeAt(tree: PageTree, offset: number): number {
  let node = nodeAt(tree, offset);
  while (node >= 0 && !isLabelled(tree, node)) node = tree.parent[node]!;
  return node;
}
