import type { ComparedPage } from '../keys/compared-page.ts';
import { normalAddress } from '../normal-form/address.ts';
import { attributeValue, nodeName } from '../page/access.ts';
import { step } from '../page/steps.ts';
import { ELEMENT, TEXT } from '../page/tree.ts';
import { isSame } from './children.ts';
import { sameName } from './likeness.ts';

// What else a page has, at whatever place.

/** So many elements of one kind on a page are items of a list, outside of parts. */
const MANY_ITEMS = 2;

/** Is it one of many such elements on the page? Then it is an item of a list. */
export function isRepeated(page: ComparedPage, node: number): boolean {
  const { tree, signatures } = page;
  if (signatures.bare[node]) return false;
  step(tree.size);
  let times = 0;
  for (let at = 0; at < tree.size; at++) if (isSame('structure', page, node, page, at)) times++;
  return times >= MANY_ITEMS;
}

/** Has the page as many elements of the same role? One of them is the one that seems to be missing. */
export function hasSameRole(page: ComparedPage, example: ComparedPage, other: number): boolean {
  const role = attributeValue(example.tree, example.source, other, 'role');
  if (role === undefined || example.tree.kind[other] !== ELEMENT) return false;
  const count = ({ tree, source }: ComparedPage): number => {
    let elements = 0;
    step(tree.size);
    for (let node = 0; node < tree.size; node++)
      if (tree.kind[node] === ELEMENT && attributeValue(tree, source, node, 'role') === role) elements++;
    return elements;
  };
  return count(page) >= count(example);
}

/** Does another link of the page to the same place have the same words? */
export function isSaidAgain(page: ComparedPage, node: number): boolean {
  const { tree, source, context, signatures } = page;
  const link = tree.parent[node]!;
  const href =
    tree.kind[link] === ELEMENT && nodeName(tree, link) === 'a' ? attributeValue(tree, source, link, 'href') : undefined;
  if (href === undefined) return false;
  const address = normalAddress(href, context);
  step(tree.size);
  for (let at = 0; at < tree.size; at++) {
    if (at === node || tree.kind[at] !== TEXT || signatures.own[at * 2] !== signatures.own[node * 2]) continue;
    const around = attributeValue(tree, source, tree.parent[at]!, 'href');
    if (around !== undefined && normalAddress(around, context) === address) return true;
  }
  return false;
}

/** Does the page load the same script or style sheet at another place? */
export function isLoadedElsewhere(page: ComparedPage, example: ComparedPage, other: number): boolean {
  if (example.tree.kind[other] !== ELEMENT || !/^(?:script|link)$/.test(nodeName(example.tree, other))) return false;
  const { tree } = page;
  const isWholeSame = (node: number): boolean => isSame('full', page, node, example, other);
  step(tree.size);
  for (let node = 0; node < tree.size; node++) if (tree.kind[node] === ELEMENT && isWholeSame(node)) return true;
  return false;
}

/** Does the page have such an element at whatever place? Of those without attributes one of the name will do. */
export function standsElsewhere(page: ComparedPage, example: ComparedPage, other: number): boolean {
  const { tree, signatures } = page;
  step(tree.size);
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] === ELEMENT && sameName(page, node, example, other))
      if (signatures.bare[node] || isSame('structure', page, node, example, other)) return true;
  }
  return false;
}
