import { attributeValue } from '../../../html/access.ts';
import { step } from '../../../html/steps.ts';
import { ELEMENT } from '../../../html/tree.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { normalAddress } from '../../keys/normal-form/address.ts';

/** Where the first link in a node leads, in normal form; undefined where there is none. */
export function firstLink({ tree, source, context }: ComparedPage, node: number): string | undefined {
  for (let inside = node; inside < tree.subtreeEnd[node]!; inside++) {
    step();
    const href = tree.kind[inside] === ELEMENT ? attributeValue(tree, source, inside, 'href') : undefined;
    if (href !== undefined) return normalAddress(href, context);
  }
  return undefined;
}

/** True for an address that leads nowhere: empty, `#`, or a script without effect. @param address in normal form */
export function isPlaceholder(address: string | undefined): boolean {
  return address !== undefined && /^(?:#?|javascript:)$/.test(address);
}

/** Do the first links in two nodes lead to files with different names? Translations of a file have its name in another folder. */
export function leadToOtherFiles(page: ComparedPage, node: number, example: ComparedPage, other: number): boolean {
  const [a, b] = [firstLink(page, node), firstLink(example, other)];
  return a !== undefined && b !== undefined && fileName(a) !== fileName(b);
}

function fileName(address: string): string {
  return address.replace(/[?#].*/s, '').replace(/^.*\//s, '');
}
