import { attributeIndex, nodeName } from '../../html/access.ts';
import { hashString, hi, lo, number53 } from '../../html/hash.ts';
import { nameId } from '../../html/names.ts';
import { ELEMENT, FOREIGN, IMPLIED, ISLAND, type PageTree } from '../../html/tree.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { signatureKey } from './page-lookup.ts';
import type { Statements } from './statements.ts';

const NAME_SALT = 41;
const anchor = nameId('a');
export const ALL_CLOSED = 1;
const ONE_OPEN = 2;

/** Elements that have no end tag, or need none; and those that a parser takes up again in the next block. */
const mayStayOpen: ReadonlySet<number> = new Set(
  (
    'area base basefont bgsound body br caption col colgroup dd dt embed frame head hr html img input keygen li link meta optgroup option p ' +
    'param plaintext rb rp rt rtc source tbody td tfoot th thead tr track wbr ' +
    'a b big code em font i nobr s small strike strong tt u'
  )
    .split(' ')
    .map(nameId),
);

/** May a missing end tag of the element be a mistake? */
export function needsEndTag(tree: PageTree, node: number): boolean {
  return tree.kind[node] === ELEMENT && !(tree.flags[node]! & (IMPLIED | FOREIGN)) && !mayStayOpen.has(tree.name[node]!);
}

export function isOpen(tree: PageTree, node: number): boolean {
  return needsEndTag(tree, node) && tree.closeStart[node] === tree.end[node];
}

/**
 * Returns the names of elements that have fewer end tags than start tags in the source. If an element of another name has no end tag in the
 * tree, its end tag exists, but something else closed the element first: a surplus end tag around it, or a start tag that may not be in it.
 */
export function namesWithoutEndTags({ tree, source }: ComparedPage): Set<string> {
  const open = new Map<string, number>();
  const add = (name: string, count: 1 | -1): void => void open.set(name, (open.get(name) ?? 0) + count);
  for (let node = 0; node < tree.size; node++)
    if (tree.kind[node] === ELEMENT && !(tree.flags[node]! & IMPLIED)) add(nodeName(tree, node), 1);
  for (const { 1: name } of source.matchAll(/<\/([a-z][a-z\d-]*)/gi)) add(name!.toLowerCase(), -1);
  return new Set([...open].flatMap(([name, count]) => (count > 0 ? [name] : [])));
}

/**
 * The links of a page that have no end tag. They are not in the way of other elements: a parser ends a link at the next one, and takes it up
 * again in every block before. A link around another one ends there, too, but has its end tag.
 */
export function openLinks({ tree, source }: ComparedPage): number[] {
  const open: number[] = [];
  let ends: ReadonlyMap<number, number> | undefined;
  for (let node = 0; node < tree.size; node++) {
    if (!isLink(tree, node) || tree.closeStart[node] !== tree.end[node]) continue;
    if (attributeIndex(tree, source, node, 'href') < 0) continue;
    ends ??= linkEnds(source);
    const end = ends.get(tree.start[node]!);
    if (end === undefined || end > tree.end[tree.parent[node]!]!) open.push(node);
  }
  return open;
}

/** Where the end tag stands that belongs to each start tag of a link, as in XML. */
function linkEnds(source: string): Map<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const { 1: slash, index } of source.matchAll(/<(\/?)a(?=[\s>])/gi)) {
    if (slash === '') open.push(index);
    else if (open.length > 0) ends.set(open.pop()!, index);
  }
  return ends;
}

function isLink(tree: PageTree, node: number): boolean {
  return tree.kind[node] === ELEMENT && tree.name[node] === anchor && !(tree.flags[node]! & (IMPLIED | ISLAND | FOREIGN));
}

/** What all elements of one name are known by. */
export function closingKey(name: string): number {
  hashString(name, 0, name.length, NAME_SALT);
  return number53(lo, hi);
}

/** By name, whether all elements of a page have their end tag; of links, those with an address. */
export function closingStatements(page: ComparedPage): Statements {
  const { tree } = page;
  const links = new Set(openLinks(page));
  const states = new Map<string, [state: number, node: number]>();
  for (let node = 0; node < tree.size; node++) {
    const isOpenHere = isOpen(tree, node) || links.has(node);
    if (!isOpenHere && !needsEndTag(tree, node) && !isLink(tree, node)) continue;
    const name = nodeName(tree, node);
    if (isOpenHere) states.set(name, [ONE_OPEN, node]);
    else if (!states.has(name)) states.set(name, [ALL_CLOSED, node]);
  }
  const isAnyOpen = [...states.values()].some(([state]) => state === ONE_OPEN);
  const withoutEndTags = isAnyOpen ? namesWithoutEndTags(page) : undefined;
  return Float64Array.from(
    [...states].flatMap(([name, [state, node]]) => {
      const isClosed = state === ALL_CLOSED || (name !== 'a' && !withoutEndTags?.has(name));
      return [closingKey(name), isClosed ? ALL_CLOSED : ONE_OPEN, node];
    }),
  );
}

/** The links of a page that have an end tag, by their start tags. */
export function closedLinks({ tree, signatures: { own } }: ComparedPage): Map<number, number> {
  const links = new Map<number, number>();
  for (let node = 0; node < tree.size; node++) {
    const isClosed = tree.kind[node] === ELEMENT && tree.closeStart[node]! < tree.end[node]!;
    if (isClosed && nodeName(tree, node) === 'a') links.set(signatureKey(own, node), node);
  }
  return links;
}

/** The innermost element that the source leaves open at its end; -1 for none. */
export function lastOpen(tree: PageTree): number {
  for (let node = tree.size - 1; node >= 0; node--) if (isOpen(tree, node) && tree.end[node] === tree.end[tree.root]) return node;
  return -1;
}
