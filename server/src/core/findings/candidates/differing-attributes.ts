import { attributeValue, nodeName } from '../../../html/access.ts';
import { addressAttributes } from '../../edits/address-attributes.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { leadsHere, leadsNowhere } from '../../keys/normal-form/address.ts';
import { normalCode } from '../../keys/normal-form/code-tokens.ts';
import { normalAttributes } from '../../keys/normal-form/element.ts';
import { holdsLink, isItem, isOnlyWithClass, opensOwnBranch, saysName } from '../../statements/kinds-of-nodes.ts';
import { namesInScripts } from '../../statements/page-anchors.ts';
import { lookup } from '../../statements/page-lookup.ts';
import { isReference, pageReferences } from '../../statements/page-references.ts';
import type { Likeness } from '../facts/likeness.ts';
import { fileName, hasPlace, leadsToPage } from '../facts/own-item.ts';

/**
 * Returns the names of the attributes in which two paired elements differ. Skips attributes that depend on the page, and attributes that only the
 * page has, unless they hide the element: the author added them on purpose.
 * @param isInPart are the elements compared as part of a shared part?
 */
export function differingAttributes(
  page: ComparedPage,
  node: number,
  example: ComparedPage,
  other: number,
  likeness: Likeness,
  isInPart: boolean,
): string[] {
  const own = attributesOf(page, node);
  const others = attributesOf(example, other);
  const id = own.get('id');
  // A script of the page that names the id may change the element.
  if (id && id !== others.get('id') && namesInScripts(page)(`#${id}`)) return [];
  const hides = (name: string, value = ''): boolean => name === 'hidden' || (name === 'style' && /display: *none/i.test(value));
  const names = [...new Set([...own.keys(), ...others.keys()])].filter(
    name => own.get(name) !== others.get(name) && (others.has(name) || hides(name, own.get(name))),
  );
  // A link to the page itself need not lead anywhere, and may be marked in the site's own way (N8).
  const isFree = (name: string): boolean =>
    (name === 'href' && !own.has(name)) || (name === 'class' && isItem(nodeName(page.tree, node)));
  const resolves = (name: string): boolean => !isInPart && isReference(name) && refersToOwn(page, node, name);
  const isReferred = (name: string): boolean =>
    !isInPart && name === 'id' && pageReferences(page).references.has(own.get(name) ?? '');
  // What is still to be filled in is not agreed on.
  const isFilledIn = (name: string): boolean => leadsNowhere(others.get(name)) && own.has(name) && !leadsNowhere(own.get(name));
  const isSelf = (name: string): boolean =>
    addressAttributes.has(name) && (isOwnAddress(own.get(name), others.get(name), page) || isFilledIn(name));
  // Links to the home page stand in for one that the label names, and that this page has.
  const isStandIn = (name: string): boolean =>
    name === 'href' && others.get(name) === '/' && saysName(page, node, fileName(own.get(name) ?? ''));
  const isForFolder = (name: string): boolean => isSameHandler(name, [own.get(name), page], [others.get(name), example]);
  return names.filter(
    name =>
      !isStandIn(name) &&
      !(name === 'class' && !own.has(name) && isOnlyWithClass(example, other)) &&
      !(name === 'class' && (isSuperset(own.get(name), others.get(name)) || opensOwnBranch(page, node))) &&
      !isForFolder(name) &&
      !resolves(name) &&
      !isReferred(name) &&
      !isSelf(name) &&
      !(name !== 'href' && namesPage(own.get(name), others.get(name), page)) &&
      !(isFree(name) && (leadsToPage(example, other, page.context) || isUnlinkedSelf(page, node, example, other, likeness))),
  );
}

/**
 * N8: is an address empty or a mere fragment, and the other one that of the page itself? Both lead to the same place, also where the fragment
 * names the top of the page.
 */
function isOwnAddress(own: string | undefined, other: string | undefined, page: ComparedPage): boolean {
  const { context } = page;
  if (context.off.has('N8') || own === undefined || (own !== '' && own[0] !== '#') || !other) return false;
  const [, fragment = ''] = other.split('#', 2);
  if (other[0] === '#' || leadsHere(other, context) !== 'page') return false;
  return own.slice(1) === fragment || (fragment === '' && lookup(page).topIds().has(own.slice(1)));
}

/** Does the page's value, or the file that it names, have a word of the page's own name, and the other value not? */
function namesPage(own: string | undefined, other: string | undefined, { name }: ComparedPage): boolean {
  if (own === undefined || other === undefined) return false;
  const wordsOf = (text: string): string[] =>
    fileName(text)
      .toLowerCase()
      .match(/\p{L}{4,}/gu) ?? [];
  const others = new Set(wordsOf(other));
  const words = new Set(
    wordsOf(name.replace(/\.\w+$/, '')).filter(word => !others.has(word) && !/^(?:index|default)$/.test(word)),
  );
  return words.size > 0 && wordsOf(own).some(word => words.has(word));
}

/** Event handlers in which addresses are written for the folders of their pages. */
function isSameHandler(
  name: string,
  [own, page]: readonly [string | undefined, ComparedPage],
  [other, example]: readonly [string | undefined, ComparedPage],
): boolean {
  if (!/^on[a-z]/.test(name) || own === undefined || other === undefined) return false;
  return normalCode(own, 'handler', page.context) === normalCode(other, 'handler', example.context);
}

/** Does an attribute refer to elements that the page has? */
function refersToOwn(page: ComparedPage, node: number, name: string): boolean {
  const ids = (attributeValue(page.tree, page.source, node, name) ?? '').split(/\s+/).filter(id => id !== '');
  return ids.length > 0 && ids.every(id => hasPlace(page, id));
}

function attributesOf(page: ComparedPage, node: number): Map<string, string> {
  return normalAttributes(page.tree, page.source, node, page.context, page.signatures.traits[node]!);
}

/** N8: an item that is a link on other pages, and here the same words without one. */
function isUnlinkedSelf(page: ComparedPage, node: number, example: ComparedPage, other: number, likeness: Likeness): boolean {
  if (page.context.off.has('N8')) return false;
  return holdsLink(example, other) && !holdsLink(page, node) && likeness.saysTheSame(node, other);
}

/** Are all classes there, and more? A class of its own sets a page apart on purpose. */
function isSuperset(here: string | undefined, there: string | undefined): boolean {
  if (here === undefined || there === undefined) return false;
  const tokens = new Set(here.split(' '));
  return there.split(' ').every(token => tokens.has(token));
}
