import { attributeValue, nodeName } from '../../../html/access.ts';
import { step } from '../../../html/steps.ts';
import { ELEMENT } from '../../../html/tree.ts';
import type { ComparedPage } from '../../keys/compared-page.ts';
import { normalAddress } from '../../keys/normal-form/address.ts';

const known = new WeakMap<ComparedPage['signatures'], PageHoldings>();

/** What a page holds; found once a page. */
export function holdingsOf(page: ComparedPage): PageHoldings {
  let holdings = known.get(page.signatures);
  if (!holdings) {
    holdings = new PageHoldings(page);
    known.set(page.signatures, holdings);
  }
  return holdings;
}

/** The ids of a page, and the addresses of the scripts and links of its head that it loads. */
class PageHoldings {
  readonly ids = new Set<string>();
  readonly loaded = new Set<string>();

  constructor(page: ComparedPage) {
    const { tree, source } = page;
    step(tree.size);
    for (let node = 0; node < tree.size; node++) {
      if (tree.kind[node] !== ELEMENT) continue;
      const id =
        attributeValue(tree, source, node, 'id') ??
        (nodeName(tree, node) === 'a' ? attributeValue(tree, source, node, 'name') : undefined);
      if (id !== undefined) this.ids.add(id);
      const address = loadedAddress(page, node);
      if (address !== undefined) this.loaded.add(address);
    }
  }
}

/** The normal form of what a `script` or `link` element loads; undefined for other nodes. */
export function loadedAddress({ tree, source, context }: ComparedPage, node: number): string | undefined {
  const name = tree.kind[node] === ELEMENT ? nodeName(tree, node) : '';
  const attribute = name === 'script' ? 'src' : name === 'link' ? 'href' : undefined;
  const value = attribute && attributeValue(tree, source, node, attribute);
  return value === undefined ? undefined : normalAddress(value, context);
}
