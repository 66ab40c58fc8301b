import { attributeValue, nodeName, nodeText } from '../../page/access.ts';
import { ELEMENT, TEXT } from '../../page/tree.ts';
import type { ComparedPage } from '../check-digest.ts';
import type { Verdict } from './majority.ts';

const MOST_CHARACTERS = 40;

/** A text in quotation marks, cut where it is long. */
export function quoted(text: string): string {
  const characters = [...text];
  const shown = characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS - 1).join('')}\u2026` : text;
  return `\u201c${shown}\u201d`;
}

/** What a reader knows a node by: a text in quotation marks; of an element its name with id or class, and the text inside. */
export function described({ tree, source }: ComparedPage, node: number): string {
  if (tree.kind[node] === TEXT) return quoted(nodeText(tree, source, node));
  const attribute = (name: string) => writtenAttribute(tree, source, node, name);
  const parts = [nodeName(tree, node)];
  const told = ['id', 'class', 'rel', 'name', 'property', 'src', 'href'].find(name => attribute(name));
  if (told) parts.push(`${told}="${cut(attribute(told)!)}"`);
  const text = insideText(tree, source, node);
  return `<${parts.join(' ')}>${text ? ` ${quoted(text)}` : ''}`;
}

function cut(value: string): string {
  return value.length > MOST_CHARACTERS ? `\u2026${[...value].slice(-MOST_CHARACTERS + 1).join('')}` : value;
}

function writtenAttribute(tree: ComparedPage['tree'], source: string, node: number, name: string): string | undefined {
  const value = attributeValue(tree, source, node, name);
  return value === undefined ? undefined : value.trim().replace(/\s+/g, ' ');
}

/** The first words inside an element, scripts and style sheets left out. */
function insideText(tree: ComparedPage['tree'], source: string, node: number): string {
  const words: string[] = [];
  let length = 0;
  for (let inside = node + 1; inside < tree.subtreeEnd[node]! && length <= MOST_CHARACTERS; inside++) {
    if (tree.kind[inside] === ELEMENT && /^(?:script|style)$/.test(nodeName(tree, inside))) {
      inside = tree.subtreeEnd[inside]! - 1;
      continue;
    }
    if (tree.kind[inside] !== TEXT || tree.textLength[inside] === 0) continue;
    const text = nodeText(tree, source, inside);
    words.push(text);
    length += text.length + 1;
  }
  return words.join(' ');
}

/** "38 of 40 pages". */
export function supportText({ pages, of }: Verdict): string {
  return `${pages} of ${of} pages`;
}

/** Element names from the root down to the node. */
export function treePath({ tree }: ComparedPage, node: number): string {
  const names: string[] = [];
  for (let at = node; at >= 0; at = tree.parent[at]!) names.push(nodeName(tree, at));
  return names.reverse().join('/');
}

/** A signature as text. */
export function signatureText(lanes: Int32Array, node: number): string {
  const hexadecimal = (lane: number) => (lane >>> 0).toString(16).padStart(8, '0');
  return hexadecimal(lanes[node * 2]!) + hexadecimal(lanes[node * 2 + 1]!);
}
