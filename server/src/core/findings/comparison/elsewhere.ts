import { attributeValue, nodeName } from '../../../html/access.ts';
import { ELEMENT } from '../../../html/tree.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { normalAddress } from '../../keys/normal-form/address.ts';
import { thresholds } from '../thresholds.ts';
import { lookup, sameNodes, timesLinked } from './page-lookup.ts';

// What else a page has, at whatever place.

/** Is it one of many such elements on the page? Then it is an item of a list. */
export function isRepeated(page: ComparedPage, node: number): boolean {
  return !page.signatures.bare[node] && sameNodes('structure', page, page, node).length >= thresholds.manyItems;
}

/** Has the page as many elements of the same role? One of them is the one that seems to be missing. */
export function hasSameRole(page: ComparedPage, example: ComparedPage, other: number): boolean {
  if (example.tree.kind[other] !== ELEMENT) return false;
  const role = attributeValue(example.tree, example.source, other, 'role');
  return role !== undefined && (lookup(page).roles().get(role) ?? 0) >= lookup(example).roles().get(role)!;
}

/** Does another link of the page to the same place have the same words? */
export function isSaidAgain(page: ComparedPage, node: number): boolean {
  const { tree, source, context } = page;
  const link = tree.parent[node]!;
  const href =
    tree.kind[link] === ELEMENT && nodeName(tree, link) === 'a' ? attributeValue(tree, source, link, 'href') : undefined;
  return href !== undefined && timesLinked(page, node, normalAddress(href, context)) > 1;
}

/** Does the page load the same script or style sheet at another place? */
export function isLoadedElsewhere(page: ComparedPage, example: ComparedPage, other: number): boolean {
  if (example.tree.kind[other] !== ELEMENT || !/^(?:script|link)$/.test(nodeName(example.tree, other))) return false;
  return sameNodes('full', page, example, other).some(node => page.tree.kind[node] === ELEMENT);
}

/** Does the page have such an element at whatever place? Of those without attributes one of the name will do. */
export function standsElsewhere(page: ComparedPage, example: ComparedPage, other: number): boolean {
  if (example.tree.kind[other] !== ELEMENT) return false;
  const isNamedSo = lookup(page).bareNames().has(nodeName(example.tree, other));
  return isNamedSo || sameNodes('structure', page, example, other).some(node => page.tree.kind[node] === ELEMENT);
}
