import { attributeValue, nodeName, nodeText } from '../../../html/access.ts';
import { ELEMENT, type PageTree, TEXT } from '../../../html/tree.ts';
import { type ComparedPage, unkeyedPage } from '../../keys/compared-page.ts';
import type { PageContext } from '../../keys/normal-form/context.ts';
import { resolveAddress } from '../../keys/normal-form/resolve-address.ts';
import type { Verdict } from '../agreement/majority.ts';
import { thresholds } from '../thresholds.ts';

/** A tree and the text that it is of. */
interface Source {
  readonly tree: PageTree;
  readonly source: string;
  /** Where relative addresses start that are shown from the site's root; absent where they are shown as written. */
  readonly from?: PageContext;
}

/** A text in quotation marks, cut where it is long. */
export function quoted(text: string, most: number = thresholds.mostCharacters): string {
  const characters = [...text];
  return `\u201c${characters.length > most ? `${characters.slice(0, most - 1).join('')}\u2026` : text}\u201d`;
}

/** Two texts in quotation marks, each cut around what differs. */
export function quotedPair(a: string, b: string): [string, string] {
  const one = [...a];
  const two = [...b];
  let same = 0;
  while (same < Math.min(one.length, two.length) && one[same] === two[same]) same++;
  return [one, two].map(characters => {
    if (characters.length <= thresholds.mostCharacters) return quoted(characters.join(''));
    const from = same + thresholds.charactersBeside < thresholds.mostCharacters ? 0 : same - thresholds.charactersBeside;
    const cut = characters.slice(from, from + thresholds.mostCharacters).join('');
    const isCut = from + thresholds.mostCharacters < characters.length;
    return `\u201c${from > 0 ? '\u2026' : ''}${cut}${isCut ? '\u2026' : ''}\u201d`;
  }) as [string, string];
}

/** A node in a few words: its text; of an element without any, the tag. */
export function brief(page: Source, node: number): string {
  const { tree, source } = page;
  const text = tree.kind[node] === TEXT ? nodeText(tree, source, node) : insideText(tree, source, node);
  return text === '' ? described(page, node) : quoted(text, thresholds.mostInBrief);
}

/** Attributes that tell elements of a name apart, where it is not the first of the usual ones. */
const namingAttributes: ReadonlyMap<string, readonly string[]> = new Map([
  ['link', ['rel', 'hreflang', 'href']],
  ['meta', ['name', 'property', 'http-equiv', 'charset']],
  ['script', ['src']],
  ['img', ['src']],
]);

/** What a reader knows a node by: a text in quotation marks; of an element its name with id or class, and the text inside. */
export function described(page: Source, node: number): string {
  const { tree, source } = page;
  if (tree.kind[node] === TEXT) return quoted(nodeText(tree, source, node));
  const tag = describedTag(page, node);
  const text = insideText(tree, source, node);
  const inside = tag === `<${nodeName(tree, node)}>` && text === '' ? firstNamed(tree, node) : -1;
  if (inside >= 0) return `${tag} with ${described(page, inside)}`;
  return `${tag}${text ? ` ${quoted(text)}` : ''}`;
}

/** The start tag of an element with the attributes that distinguish it from others. */
export function describedTag(page: Source, node: number): string {
  const attribute = (name: string) => writtenAttribute(page, node, name);
  const parts = [nodeName(page.tree, node)];
  const names = namingAttributes.get(parts[0]!) ?? ['id', 'class', 'name', 'property', 'src', ...linkNames(page, node)];
  const known = names.filter(name => attribute(name));
  for (const name of namingAttributes.has(parts[0]!) ? known : known.slice(0, 1))
    parts.push(`${name}="${cut(attribute(name)!)}"`);
  return `<${parts.join(' ')}>`;
}

/** What names a link: where it leads; for a link that only runs a script, its words or what it passes to the script. */
function linkNames(page: Source, node: number): string[] {
  const { tree, source } = page;
  if (!/^(?:#|javascript:)/i.test(writtenAttribute(page, node, 'href') ?? '')) return ['href'];
  const names: string[] = [];
  for (let at = tree.attrFirst[node]!; at < tree.attrFirst[node + 1]!; at++)
    names.push(source.slice(tree.attrNameStart[at]!, tree.attrNameEnd[at]!).toLowerCase());
  return [...names.filter(name => /^(?:title|aria-label|data-.*)$/.test(name)), 'href'];
}

/** The first element inside that has attributes; -1 for none. */
function firstNamed(tree: PageTree, node: number): number {
  for (let inside = node + 1; inside < tree.subtreeEnd[node]!; inside++)
    if (tree.kind[inside] === ELEMENT && tree.attrFirst[inside + 1]! > tree.attrFirst[inside]!) return inside;
  return -1;
}

function cut(value: string): string {
  return value.length > thresholds.mostCharacters ? `\u2026${[...value].slice(-thresholds.mostCharacters + 1).join('')}` : value;
}

function writtenAttribute({ tree, source, from }: Source, node: number, name: string): string | undefined {
  const value = attributeValue(tree, source, node, name)?.trim().replace(/\s+/g, ' ');
  if (!from || value === undefined || (name !== 'href' && name !== 'src') || !/^\.{1,2}\//.test(value)) return value;
  return resolveAddress(value, from.base).replace(/^\/(?=[^/])/, '');
}

/** The first words inside an element, without scripts and style sheets. */
function insideText(tree: PageTree, source: string, node: number): string {
  const words: string[] = [];
  let length = 0;
  for (let inside = node + 1; inside < tree.subtreeEnd[node]! && length <= thresholds.mostCharacters; inside++) {
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
export function supportText({ pages, of }: Pick<Verdict, 'pages' | 'of'>): string {
  return `${pages} of ${of} pages`;
}

/** Element names from the root down to the node. */
export function treePath({ tree }: Source, node: number): string {
  const names: string[] = [];
  for (let at = node; at >= 0; at = tree.parent[at]!) names.push(nodeName(tree, at));
  return names.reverse().join('/');
}

/** A signature as text: the same in every run. */
export function signatureText(page: ComparedPage, by: 'structure' | 'own' | 'full', node: number): string {
  const lanes = unkeyedPage(page).signatures[by];
  const hexadecimal = (lane: number) => (lane >>> 0).toString(16).padStart(8, '0');
  return hexadecimal(lanes[node * 2]!) + hexadecimal(lanes[node * 2 + 1]!);
}
