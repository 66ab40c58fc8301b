import { attributeIndex } from '../../html/access.ts';
import { ELEMENT, type PageTree } from '../../html/tree.ts';
import type { Repair } from './repair.ts';

/**
 * Puts text before addresses of links.
 * @param prefixOf returns what to put before an address, as it is written; undefined for those that stay
 */
export function prefixedAddresses(
  { tree, source }: { readonly tree: PageTree; readonly source: string },
  prefixOf: (address: string, node: number) => string | undefined,
): Repair {
  const repairs: Repair[] = [];
  for (let node = 0; node < tree.size; node++) {
    const at = tree.kind[node] === ELEMENT ? attributeIndex(tree, source, node, 'href') : -1;
    if (at < 0) continue;
    const start = tree.attrValueStart[at]!;
    const text = prefixOf(source.slice(start, tree.attrValueEnd[at]!), node);
    if (text !== undefined) repairs.push({ kind: 'text', start, end: start, text });
  }
  return { kind: 'all', repairs };
}
