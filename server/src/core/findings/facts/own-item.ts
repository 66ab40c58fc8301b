import { attributeValue, nodeName } from '../../../html/access.ts';
import { step } from '../../../html/steps.ts';
import { ELEMENT } from '../../../html/tree.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { leadsHere, normalAddress } from '../../keys/normal-form/address.ts';
import type { PageContext } from '../../keys/normal-form/context.ts';
import { fileOf } from '../../keys/normal-form/file-of.ts';
import { translationKey } from '../../layouts/translations.ts';
import { firstLink } from '../../statements/kinds-of-nodes.ts';
import { namesSelector } from '../../statements/page-anchors.ts';
import { pageReferences } from '../../statements/page-references.ts';

/**
 * N8: is a node of an example page a link, or little more than a link, to the page that is compared with it, or to the section that it
 * lies in? A page may write its own item as plain text, or leave the address out. A form that leads to the page counts, such as the search
 * on a page of results.
 */
export function leadsToPage(example: ComparedPage, node: number, page: PageContext): boolean {
  if (page.off.has('N8')) return false;
  const { tree, source, context } = example;
  let links = 0;
  let leads = false;
  for (let inside = node; inside < tree.subtreeEnd[node]! && links < 2; inside++) {
    step();
    if (tree.kind[inside] !== ELEMENT) continue;
    const href = attributeValue(tree, source, inside, 'href') ?? attributeValue(tree, source, inside, 'action');
    if (href === undefined) continue;
    links++;
    const address = normalAddress(href, context);
    leads ||= !/^(?:$|[#?])/.test(address) && leadsHere(address, page) !== undefined;
  }
  return links === 1 && leads;
}

/** N20: true if a link of a node leads to the page in another language. Which languages there are depends on the page. */
export function leadsToTranslation(page: ComparedPage, node: number): boolean {
  const { name, context } = page;
  const address = context.off.has('N20') ? undefined : firstLink(page, node);
  const file = address === undefined ? undefined : fileOf(address, context.base);
  return file !== undefined && file !== name && translationKey(file) === translationKey(name);
}

/**
 * N11: True if all that a node of an example page refers to are ids that the example has and the other page does not have. The node is an entry of
 * a table of contents (its links lead to these ids) or a script (its code names them), and the other page needs neither.
 */
export function leadsToMissingPlaces(example: ComparedPage, node: number, page: ComparedPage): boolean {
  if (page.context.off.has('N11')) return false;
  const { tree, source } = example;
  if (tree.kind[node] === ELEMENT && nodeName(tree, node) === 'script') {
    const code = source.slice(tree.tagEnd[node]!, tree.end[node]!);
    const named = [...pageReferences(example).ids.keys()].filter(id => namesSelector(code, `#${id}`));
    return named.length > 0 && !named.some(id => hasPlace(page, id));
  }
  let links = 0;
  for (let inside = node; inside < tree.subtreeEnd[node]!; inside++) {
    step();
    if (tree.kind[inside] !== ELEMENT || nodeName(tree, inside) !== 'a') continue;
    const href = attributeValue(tree, source, inside, 'href')?.trim();
    if (href === undefined) continue;
    if (href.length < 2 || href[0] !== '#' || hasPlace(page, href.slice(1))) return false;
    links++;
  }
  return links > 0;
}

/** Does a fragment lead to an element of the page? */
export function hasPlace(page: ComparedPage, fragment: string): boolean {
  return pageReferences(page).ids.has(fragment);
}

/** Do the first links in two nodes lead to files with different names? Translations of a file have its name in another folder. */
export function leadToOtherFiles(page: ComparedPage, node: number, example: ComparedPage, other: number): boolean {
  const [a, b] = [firstLink(page, node), firstLink(example, other)];
  return a !== undefined && b !== undefined && fileName(a) !== fileName(b);
}

/** Does the first link in a node lead to a file with the page's own name, in another folder? */
export function leadsToNamesake(page: ComparedPage, node: number): boolean {
  const link = firstLink(page, node);
  return link !== undefined && link !== `/${page.name}` && fileName(link) === fileName(page.name) && fileName(link) !== '';
}

export function fileName(address: string): string {
  return address.replace(/[?#].*/s, '').replace(/^.*\//s, '');
}
