import { attributeValue, nodeName } from '../../page/access.ts';
import { ELEMENT } from '../../page/tree.ts';
import type { ComparedPage } from '../check-digest.ts';
import { leadsHere, normalAddress } from '../normal-form/address.ts';
import type { PageContext } from '../normal-form/context.ts';

/** Is a node a link, or does it hold one? */
export function holdsLink({ tree }: ComparedPage, node: number): boolean {
  for (let inside = node; inside < tree.subtreeEnd[node]!; inside++) {
    if (tree.kind[inside] === ELEMENT && nodeName(tree, inside) === 'a') return true;
  }
  return false;
}

/**
 * N8: is a node of an example page a link, or little more than a link, to the page that is compared with it, or to the section that it
 * lies in? A page may write its own item as plain text, or leave the address out.
 */
export function leadsToPage(example: ComparedPage, node: number, page: PageContext): boolean {
  if (page.off.has('N8')) return false;
  const { tree, source, context } = example;
  let links = 0;
  let leads = false;
  for (let inside = node; inside < tree.subtreeEnd[node]! && links < 2; inside++) {
    if (tree.kind[inside] !== ELEMENT || nodeName(tree, inside) !== 'a') continue;
    const href = attributeValue(tree, source, inside, 'href');
    if (href === undefined) continue;
    links++;
    const address = normalAddress(href, context);
    leads ||= !/^(?:$|[#?])/.test(address) && leadsHere(address, page) !== undefined;
  }
  return links === 1 && leads;
}
