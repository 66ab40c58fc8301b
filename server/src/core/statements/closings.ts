import type { ComparedPage } from '../keys/compared-page.ts';
import { nodeName } from '../page/access.ts';
import { hashString, hi, lo } from '../page/hash.ts';
import { ELEMENT, FOREIGN, IMPLIED, type PageTree } from '../page/tree.ts';
import type { Statements } from './agreement-table.ts';
import { thingKey } from './thing-key.ts';

const NAME_SALT = 41;
export const ALL_CLOSED = 1;
const ONE_OPEN = 2;

/** Elements that have no end tag, or need none; and those that a parser takes up again in the next block. */
const mayStayOpen = new Set(
  (
    'area base basefont bgsound body br caption col colgroup dd dt embed frame head hr html img input keygen li link meta optgroup option p ' +
    'param plaintext rb rp rt rtc source tbody td tfoot th thead tr track wbr ' +
    'a b big code em font i nobr s small strike strong tt u'
  ).split(' '),
);

/** May a missing end tag of the element be a mistake? */
function needsEndTag(tree: PageTree, node: number): boolean {
  return tree.kind[node] === ELEMENT && !(tree.flags[node]! & (IMPLIED | FOREIGN)) && !mayStayOpen.has(nodeName(tree, node));
}

export function isOpen(tree: PageTree, node: number): boolean {
  return needsEndTag(tree, node) && tree.closeStart[node] === tree.end[node];
}

/** What all elements of one name are known by. */
export function closingKey(name: string): number {
  hashString(name, 0, name.length, NAME_SALT);
  return thingKey(lo, hi);
}

/** By name, whether all elements of a page have their end tag. */
export function closingStatements({ tree }: ComparedPage): Statements {
  const states = new Map<string, [state: number, node: number]>();
  for (let node = 0; node < tree.size; node++) {
    if (!needsEndTag(tree, node)) continue;
    const name = nodeName(tree, node);
    if (isOpen(tree, node)) states.set(name, [ONE_OPEN, node]);
    else if (!states.has(name)) states.set(name, [ALL_CLOSED, node]);
  }
  return Float64Array.from([...states].flatMap(([name, state]) => [closingKey(name), ...state]));
}
