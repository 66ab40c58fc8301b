import { attributeIndex } from '../../html/access.ts';
import { decodeAttribute } from '../../html/normalise.ts';
import { step } from '../../html/steps.ts';
import { ELEMENT, type PageTree } from '../../html/tree.ts';
import type { Repair } from './repair.ts';

/**
 * Puts text before addresses of links.
 * @param prefixOf returns what to put before an address, given without the white space around it; undefined for those that stay
 */
export function prefixedAddresses(
  { tree, source }: { readonly tree: PageTree; readonly source: string },
  prefixOf: (address: string, node: number) => string | undefined,
): Repair {
  const repairs: Repair[] = [];
  for (let node = 0; node < tree.size; node++) {
    step();
    const at = tree.kind[node] === ELEMENT ? attributeIndex(tree, source, node, 'href') : -1;
    if (at < 0) continue;
    const written = source.slice(tree.attrValueStart[at]!, tree.attrValueEnd[at]!);
    const text = prefixOf(decodeAttribute(written).trim(), node);
    if (text === undefined) continue;
    const start = tree.attrValueStart[at]! + written.search(/\S|$/);
    repairs.push({ kind: 'text', start, end: start, text });
  }
  return { kind: 'all', repairs };
}
