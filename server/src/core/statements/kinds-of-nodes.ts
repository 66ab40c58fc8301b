import { attributeValue, firstChild, isScriptOrSheet, nextSibling, nodeName, nodeText } from '../../html/access.ts';
import { isHomeName } from '../../html/page-address.ts';
import { step } from '../../html/steps.ts';
import { ELEMENT, type PageTree, TEXT } from '../../html/tree.ts';
import { comparedChildren, sameName } from '../keys/compared-nodes.ts';
import type { ComparedPage } from '../keys/compared-page.ts';
import { leadsHere, leadsNowhere, normalAddress } from '../keys/normal-form/address.ts';
import { fileOf, staticPath } from '../keys/normal-form/file-of.ts';
import { IN_SCRIPT, IN_STYLE, SLOT, UNCOMPARED } from '../keys/normal-form/node-traits.ts';
import { elementText } from './element-text.ts';
import { isFile } from './link-table.ts';
import { linkTargets } from './link-targets.ts';
import { oncePerPage } from './once-per-page.ts';
import { libraryOf, lookup, sameNodes } from './page-lookup.ts';
import { loadedAddress } from './page-references.ts';

// Predicates for nodes whose presence depends on the page: spacers, breadcrumbs, pictures, what is loaded elsewhere.

export function hasWords({ tree }: ComparedPage, node: number): boolean {
  for (let inside = node; inside < tree.subtreeEnd[node]!; inside++)
    if (tree.kind[inside] === TEXT && tree.textLength[inside]! > 0) return true;
  return false;
}

/** True if a node is an element of a name, or holds one. */
export function holdsElement({ tree }: { readonly tree: PageTree }, node: number, name: string): boolean {
  for (let inside = node; inside < tree.subtreeEnd[node]!; inside++) {
    step();
    if (tree.kind[inside] === ELEMENT && nodeName(tree, inside) === name) return true;
  }
  return false;
}

/** True if a node is a link, or holds one. */
export function holdsLink(page: { readonly tree: PageTree }, node: number): boolean {
  return holdsElement(page, node, 'a');
}

/** The address of the first link in a node, in normal form; undefined if there is no link. */
export function firstLink({ tree, source, context }: ComparedPage, node: number): string | undefined {
  for (let inside = node; inside < tree.subtreeEnd[node]!; inside++) {
    step();
    const href = tree.kind[inside] === ELEMENT ? attributeValue(tree, source, inside, 'href') : undefined;
    if (href !== undefined) return normalAddress(href, context);
  }
  return undefined;
}

/** Where the first links of some nodes lead. */
export function firstLinks(page: ComparedPage, nodes: readonly number[]): Set<string> {
  return new Set(nodes.flatMap(node => firstLink(page, node) ?? []).filter(address => !leadsNowhere(address)));
}

const linkedPaths = oncePerPage(page => new Set(linkTargets(page).paths));

/**
 * True if the first link in a node leads to a file of the site that another page links to as well.
 * @param without nodes of the other page: if one of them links to this file, the answer is false, since it is the same entry with another label
 */
export function leadsToLinkedFile(page: ComparedPage, node: number, other: ComparedPage, without: readonly number[]): boolean {
  const address = firstLink(page, node);
  const file = address === undefined ? undefined : fileOf(address, page.context.base);
  if (file === undefined || !linkedPaths(other).has(file)) return false;
  return !without.some(each => firstLink(other, each) === address);
}

/** True for an empty block without attributes, or with a class at most. It only keeps a distance, or its entries are still to be written. */
export function isSpacer({ tree, source }: ComparedPage, node: number, mayHaveClass: boolean): boolean {
  if (tree.kind[node] !== ELEMENT || tree.subtreeEnd[node]! > node + 2) return false;
  if (tree.subtreeEnd[node] === node + 2 && (tree.kind[node + 1] !== TEXT || tree.textLength[node + 1]! > 0)) return false;
  if (!/^(?:article|aside|div|[dou]l|li|p|section|span)$/.test(nodeName(tree, node))) return false;
  for (let at = tree.attrFirst[node]!; at < tree.attrFirst[node + 1]!; at++)
    if (!mayHaveClass || source.slice(tree.attrNameStart[at]!, tree.attrNameEnd[at]!).toLowerCase() !== 'class') return false;
  return true;
}

/** Is there nothing in a block but pictures? They are the page's own. */
export function isPicture({ tree }: ComparedPage, node: number): boolean {
  let pictures = 0;
  for (let inside = node; inside < tree.subtreeEnd[node]!; inside++) {
    step();
    if (tree.kind[inside] === TEXT && tree.textLength[inside]! > 0) return false;
    if (tree.kind[inside] === ELEMENT && nodeName(tree, inside) === 'img') pictures++;
  }
  return pictures > 0;
}

/** True for a breadcrumb, an element that holds only a breadcrumb, or a link in one. Breadcrumbs differ by page. */
export function isBreadcrumb(page: ComparedPage, node: number): boolean {
  return isTrail(page, node) || isCrumb(page, node);
}

/** Is it a breadcrumb, or does it hold nothing but one? */
function isTrail({ tree, signatures }: ComparedPage, node: number): boolean {
  if (tree.kind[node] !== ELEMENT) return false;
  let says = false;
  for (let inside = node; inside < tree.subtreeEnd[node]!; inside++) {
    step();
    // The first heading: what it says is free, that there is one is not.
    if (tree.kind[inside] === ELEMENT && signatures.traits[inside]! & SLOT) return false;
    if (tree.kind[inside] !== TEXT || tree.textLength[inside] === 0) continue;
    says = true;
    if (!(signatures.traits[inside]! & UNCOMPARED)) return false;
  }
  return says;
}

/** Is it a link beside a sign that leads from one link to the next, as in a breadcrumb? */
function isCrumb({ tree, source }: ComparedPage, node: number): boolean {
  if (nodeName(tree, node) !== 'a') return false;
  const textOf = (at: number): string => (at >= 0 && tree.kind[at] === TEXT ? nodeText(tree, source, at) : '');
  let before = -1;
  for (let at = firstChild(tree, tree.parent[node]!); at >= 0 && at !== node; at = nextSibling(tree, at)) {
    step();
    before = at;
  }
  return /[>\u00bb\u203a\u2192]$/.test(textOf(before)) || /^[>\u00bb\u203a\u2192]/.test(textOf(nextSibling(tree, node)));
}

/** Have two scripts or style sheets less than half of their words in common, or does the page's hold all of the other? Then neither is a change of the other. */
export function isOtherCode(page: ComparedPage, node: number, example: ComparedPage, other: number): boolean {
  if (!(page.signatures.traits[node]! & (IN_SCRIPT | IN_STYLE))) return false;
  const [a, b] = [wordsOf(page, node), wordsOf(example, other)];
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  // All of it, and more: something was put in front or behind.
  if (common >= 0.9 * b.size && a.size > b.size) return true;
  return common * 4 < a.size + b.size;
}

function wordsOf({ tree, source }: ComparedPage, node: number): Set<string> {
  step(tree.end[node]! - tree.start[node]!);
  return new Set(source.slice(tree.start[node]!, tree.end[node]!).match(/[\p{L}\p{N}_$]+/gu) ?? []);
}

/** A text without a letter or digit. */
export function isSeparator({ tree, source }: ComparedPage, node: number): boolean {
  return tree.kind[node] === TEXT && !/[\p{L}\p{N}]/u.test(nodeText(tree, source, node));
}

/** An element that holds one entry of a menu, or part of one. */
export function isItem(name: string): boolean {
  return /^(?:a|b|dd|dt|em|font|li|span|strong|td)$/.test(name);
}

/** Do two elements have the same classes, and any at all? */
export function hasClassesOf(page: ComparedPage, node: number, other: ComparedPage, otherNode: number): boolean {
  const classesOf = ({ tree, source }: ComparedPage, at: number): string | undefined =>
    tree.kind[at] === ELEMENT ? attributeValue(tree, source, at, 'class') : undefined;
  const classes = classesOf(page, node);
  return classes !== undefined && classes === classesOf(other, otherNode);
}

/** Links that only make other things load earlier. */
const hint = /^(?:preconnect|dns-prefetch|prefetch|preload|modulepreload|prerender)$/i;

/**
 * True if the page does without a script, style sheet or `meta` element of the example: it has the same element, or another version of the same
 * library, at another place. True for every hint to load something early, too, since only pages that load it need one.
 */
export function isLoadedElsewhere(page: ComparedPage, example: ComparedPage, other: number): boolean {
  if (example.tree.kind[other] !== ELEMENT || !/^(?:script|link|meta)$/.test(nodeName(example.tree, other))) return false;
  if (hint.test(attributeValue(example.tree, example.source, other, 'rel')?.trim() ?? '')) return true;
  const address = loadedAddress(example, other);
  const isCode = isScriptOrSheet(example.tree, example.source, other);
  const file = address === undefined || !isCode ? undefined : staticPath(address, example.context.base);
  if (file !== undefined && isFile(file) && linkTargets(page).paths.includes(file)) return true;
  const library = address && libraryOf(address);
  if (library && /\d\.\d/.test(address) && lookup(page).libraries().has(library) && lookup(example).libraries().get(library)! > 1)
    return true;
  return sameNodes('full', page, example, other).some(node => page.tree.kind[node] === ELEMENT);
}

/** True if a cell of a table is empty, and the cells of a row of the page span as many columns as those of its row: no column is missing. */
export function isSpanned({ tree, source }: ComparedPage, row: number, example: ComparedPage, cell: number): boolean {
  if (!cells.has(nodeName(example.tree, cell)) || hasWords(example, cell)) return false;
  return columnsOf(tree, source, row) >= columnsOf(example.tree, example.source, example.tree.parent[cell]!);
}

const cells = new Set(['td', 'th']);

/** How many columns the cells of a table's row span. */
function columnsOf(tree: PageTree, source: string, row: number): number {
  let columns = 0;
  for (let cell = firstChild(tree, row); cell >= 0; cell = nextSibling(tree, cell)) {
    step();
    if (!cells.has(nodeName(tree, cell))) continue;
    const span = Number.parseInt(attributeValue(tree, source, cell, 'colspan') ?? '', 10);
    columns += span >= 1 ? span : 1;
  }
  return columns;
}

/** Does the page have such an element at whatever place? Of those without attributes one of the name will do. */
export function standsElsewhere(page: ComparedPage, example: ComparedPage, other: number): boolean {
  if (example.tree.kind[other] !== ELEMENT) return false;
  const isNamedSo = lookup(page).bareNames().has(nodeName(example.tree, other));
  return isNamedSo || sameNodes('structure', page, example, other).some(node => page.tree.kind[node] === ELEMENT);
}

/**
 * True if two elements cannot be versions of each other: `meta` elements with different names, or style sheets or scripts that load files with
 * different names. An inline script loads no file.
 */
export function isAnother(page: ComparedPage, node: number, other: ComparedPage, otherNode: number): boolean {
  const name = nodeName(page.tree, node);
  if (name !== nodeName(other.tree, otherNode)) return false;
  const values = (attribute: string): [string | undefined, string | undefined] => [
    attributeValue(page.tree, page.source, node, attribute),
    attributeValue(other.tree, other.source, otherNode, attribute),
  ];
  if (name === 'meta')
    return ['name', 'property', 'http-equiv'].some(attribute => {
      const [here, there] = values(attribute);
      return here?.toLowerCase() !== there?.toLowerCase();
    });
  const attribute = name === 'link' ? 'href' : name === 'script' ? 'src' : undefined;
  if (!attribute) return false;
  const [here, there] = values(attribute);
  return fileStem(here ?? '') !== fileStem(there ?? '');
}

/** File name of an address, without query, digits and ending. */
function fileStem(address: string): string {
  const path = address.replace(/[?#].*/s, '');
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.\w+$/, '')
    .replace(/\d+/g, '')
    .toLowerCase();
}

/** True if the words of an element contain the name of a file. The names of home pages do not count. */
export function saysName(page: ComparedPage, node: number, file: string): boolean {
  const stem = file.replace(/\.\w+$/, '').toLowerCase();
  return stem.length > 2 && !isHomeName(stem) && elementText(page, node).toLowerCase().includes(stem);
}

/** True if, among several items, only this one has a class. Such a class marks the current item of a menu. */
export function isOnlyWithClass(page: ComparedPage, node: number): boolean {
  const items = comparedChildren(page, page.tree.parent[node]!).filter(
    other => other !== node && sameName(page, other, page, node),
  );
  const isPlain = (item: number): boolean => attributeValue(page.tree, page.source, item, 'class') === undefined;
  return isItem(nodeName(page.tree, node)) && items.length > 1 && items.every(isPlain);
}

/** N8: true if an element stands in an item of a menu that also holds a link to the page itself: the entry above the page's own. */
export function opensOwnBranch({ tree, source, context }: ComparedPage, node: number): boolean {
  const item = tree.parent[node]!;
  if (context.off.has('N8') || item < 0 || !isItem(nodeName(tree, item))) return false;
  for (let at = tree.subtreeEnd[node]!; at < tree.subtreeEnd[item]!; at++) {
    step();
    const href = tree.kind[at] === ELEMENT ? attributeValue(tree, source, at, 'href') : undefined;
    if (href && !leadsNowhere(href) && leadsHere(normalAddress(href, context), context) === 'page') return true;
  }
  return false;
}
