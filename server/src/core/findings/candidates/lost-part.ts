import { attributeValue, nodeName } from '../../../html/access.ts';
import { hash53 } from '../../../html/hash.ts';
import { isHomePage, isIndexPage } from '../../../html/page-address.ts';
import { firstTag, gap, startTag, wholeNode } from '../../../html/places.ts';
import { step } from '../../../html/steps.ts';
import { ELEMENT, TEXT } from '../../../html/tree.ts';
import { comparedChildren } from '../../keys/compared-nodes.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { isCommentedOut } from '../../statements/commented-out.ts';
import { parts } from '../../statements/file-name.ts';
import { hasWords, isBreadcrumb, isLoadedElsewhere, isSpacer } from '../../statements/kinds-of-nodes.ts';
import { sameNodes, sameNodesAtPath } from '../../statements/page-lookup.ts';
import { loadedAddress } from '../../statements/page-references.ts';
import { described, signatureText, treePath } from '../checks/describe.ts';
import { hasPlace, leadsToPage } from '../facts/own-item.ts';
import { exampleOf, type Finding } from '../finding.ts';
import { isNoticed } from '../severity.ts';
import { thresholds } from '../thresholds.ts';

/** A part that a page lacks, as an example page has it. */
interface LostPart {
  /** What a person calls it. */
  readonly name: string | undefined;
  /** Its first and last node, side by side, on the example page. */
  readonly first: number;
  readonly last: number;
  /** Number of pages that have it; undefined if each has it in words of its own. */
  readonly pages: number | undefined;
  /** See `Finding.lostPart`. */
  readonly certainty: number;
}

/**
 * Returns the finding `template/missing-part` about a part that pages with the same other parts have, if aligning the page with one of them
 * does not show which nodes are missing.
 * @param partners nodes of the page by those of the example that they were paired with
 */
export function lostPart(
  page: ComparedPage,
  example: ComparedPage,
  { name, first, last, pages, certainty }: LostPart,
  partners: ReadonlyMap<number, number>,
): Finding {
  const isLacked = (node: number): boolean => sameNodes('full', page, example, node).length === 0;
  const what = described(example, siblings(example, first, last).find(isLacked) ?? first);
  const place = example.tree.kind[first] === ELEMENT ? startTag(example, first) : wholeNode(example, first);
  const path = treePath(example, example.tree.parent[first]!);
  return {
    code: 'template/missing-part',
    ...(!siblings(example, first, last).some(node => isNoticed(example, node)) && { severity: 'information' }),
    ...placeOf(page, example, first, partners),
    absent: name === undefined ? what : `the ${name} (${what})`,
    message: `The ${name ?? 'frame'} (${what}) is missing here; ${pages ?? 'the other'} pages have it.`,
    ...(name !== undefined && { part: name }),
    related: exampleOf(example, place, 'Here it stands.'),
    normalisers: [],
    lostPart: certainty,
    identity: `template/missing-part|${path}|lost ${hash53(signatureText(example, 'structure', first)).toString(36)}`,
  };
}

/**
 * True if a page has a part of another page at another place, as inside of an element that is not closed, or in another version. It may have
 * fewer copies of what leads to a place of the page, such as a link to the top.
 */
export function standsSomewhere(page: ComparedPage, example: ComparedPage, first: number, last: number): boolean {
  let found = 0;
  let all = 0;
  const { tree, signatures } = example;
  const mayBeFewer = holdsInPageLink(example, first, tree.subtreeEnd[last]!);
  step(tree.subtreeEnd[last]! - first);
  for (let node = first; node < tree.subtreeEnd[last]!; node++) {
    // Scripts without other attributes differ by their addresses.
    const isLoading = signatures.bare[node] === 1 && loadedAddress(example, node) !== undefined;
    if (tree.kind[node] === ELEMENT ? signatures.bare[node] && !isLoading : tree.textLength[node] === 0) continue;
    all++;
    const by = tree.kind[node] === TEXT || isLoading ? 'full' : 'structure';
    const isThere = sameNodes(by, page, example, node).length >= sameNodes(by, example, example, node).length;
    if (isThere || (mayBeFewer && isRepeated(page, example, node))) found++;
  }
  return found > 0 && found * 2 >= all;
}

/**
 * True if a part only leads to the page that lacks it, such as the search on a page of results. A logo leads home, to the section of the
 * example, too: that is no reason to lack it.
 */
export function isOwnPart(page: ComparedPage, example: ComparedPage, { first, last }: Pick<LostPart, 'first' | 'last'>): boolean {
  const leadsTo = (node: number, { context }: ComparedPage): boolean => leadsToPage(example, node, context);
  return siblings(example, first, last).some(node => leadsTo(node, page) && !leadsTo(node, example));
}

/** True if one of the nodes from `first` up to `end` (exclusive) is a link to a place on the same page (`#top`). */
function holdsInPageLink({ tree, source }: ComparedPage, first: number, end: number): boolean {
  for (let node = first; node < end; node++)
    if (tree.kind[node] === ELEMENT && attributeValue(tree, source, node, 'href')?.startsWith('#')) return true;
  return false;
}

/** True if a node has more than a few identical copies on the example, and the page has one of them. */
function isRepeated(page: ComparedPage, example: ComparedPage, node: number): boolean {
  return (
    sameNodes('full', example, example, node).length > thresholds.several && sameNodes('full', page, example, node).length > 0
  );
}

/**
 * True if a page does not need a part. A page with the name of a script of the part, as `header.html` and `header.js`, is inserted into others by
 * that script, most likely. A home page, which is like no other page, may say all that the part says, or have a header, footer or navigation of its own.
 */
export function isNeedless(
  page: ComparedPage,
  example: ComparedPage,
  { first, last }: Pick<LostPart, 'first' | 'last'>,
): boolean {
  const { tree } = example;
  if (isHomePage(page.name)) {
    if (hasLandmarkAround(page, example, first)) return true;
    const texts: number[] = [];
    for (let node = first; node < tree.subtreeEnd[last]!; node++)
      if (tree.kind[node] === TEXT && tree.textLength[node]! > 0) texts.push(node);
    return texts.length >= thresholds.several && texts.every(text => sameNodes('full', page, example, text).length > 0);
  }
  const name = parts(page.name)[1];
  const isNamesake = (node: number): boolean =>
    nodeName(tree, node) === 'script' && parts(loadedAddress(example, node) ?? '')[1] === name;
  return !isIndexPage(page.name) && siblings(example, first, last).some(isNamesake);
}

/** True if a part is a `header`, `footer` or `nav`, or stands inside one, and the page has an element of that name with text. */
function hasLandmarkAround(page: ComparedPage, { tree }: ComparedPage, part: number): boolean {
  let around = part;
  while (around >= 0 && !/^(?:header|footer|nav)$/.test(nodeName(tree, around))) around = tree.parent[around]!;
  if (around < 0) return false;
  for (let node = 0; node < page.tree.size; node++)
    if (page.tree.kind[node] === ELEMENT && page.tree.name[node] === tree.name[around] && hasWords(page, node)) return true;
  return false;
}

/**
 * True if the first element of a part is there in a comment, or with other things in it: an element with its `id`, or at its path one with words and
 * its attributes, if only one of the example has them there.
 */
export function isThereOtherwise(page: ComparedPage, example: ComparedPage, first: number): boolean {
  if (isCommentedOut(page, example, first)) return true;
  if (example.tree.kind[first] !== ELEMENT) return false;
  const id = attributeValue(example.tree, example.source, first, 'id');
  if (id && hasPlace(page, id)) return true;
  const isAlone = !example.signatures.bare[first] && sameNodesAtPath(example, example, first).length === 1;
  return isAlone && sameNodesAtPath(page, example, first).some(node => hasWords(page, node));
}

/**
 * True if a page may lack a part of one or two nodes for reasons of its own, or has it in another form.
 * @param partners as of `lostPart`
 */
export function mayBeLacking(
  page: ComparedPage,
  example: ComparedPage,
  { first, last }: Pick<LostPart, 'first' | 'last'>,
  partners: ReadonlyMap<number, number>,
): boolean {
  return siblings(example, first, last).some(
    node =>
      (example.tree.kind[node] !== ELEMENT && !isEmptied(page, example, node, partners)) ||
      isBreadcrumb(example, node) ||
      isSpacer(example, node, false) ||
      isLoadedElsewhere(page, example, node),
  );
}

/** True if an element in the place of a text's element has nothing in it, unlike those of the example: it lost the text. */
function isEmptied(page: ComparedPage, example: ComparedPage, text: number, partners: ReadonlyMap<number, number>): boolean {
  const element = example.tree.parent[text]!;
  const around = element < 0 ? -1 : example.tree.parent[element]!;
  const partner = partners.get(around);
  if (partner === undefined) return false;
  const name = nodeName(example.tree, element);
  const hasEmpty = (of: ComparedPage, parent: number): boolean =>
    comparedChildren(of, parent).some(child => nodeName(of.tree, child) === name && comparedChildren(of, child).length === 0);
  return hasEmpty(page, partner) && !hasEmpty(example, around);
}

function siblings({ tree }: ComparedPage, first: number, last: number): number[] {
  const nodes: number[] = [];
  for (let node = first; node <= last; node = tree.subtreeEnd[node]!) nodes.push(node);
  return nodes;
}

/** Returns where to mark a missing node of the example: after the last node before it that both pages have. */
function placeOf(
  page: ComparedPage,
  example: ComparedPage,
  missing: number,
  partners: ReadonlyMap<number, number>,
): Pick<Finding, 'start' | 'end' | 'node'> {
  for (let child = missing; example.tree.parent[child]! >= 0; child = example.tree.parent[child]!) {
    const parent = partners.get(example.tree.parent[child]!);
    if (parent === undefined) continue;
    let after = -1;
    for (const before of comparedChildren(example, example.tree.parent[child]!)) {
      if (before >= child) break;
      const partner = partners.get(before);
      if (partner !== undefined && page.tree.parent[partner] === parent) after = Math.max(after, partner);
    }
    return { ...gap(page, parent, after), node: parent };
  }
  return firstTag(page.tree);
}
