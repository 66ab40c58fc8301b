import { attributeValue, nodeName } from '../../html/access.ts';
import type { PageTree } from '../../html/tree.ts';
import { pageFolder, relocateAddress } from '../keys/normal-form/relative-address.ts';

/** A page with its text. */
export interface PageSource {
  /** Path relative to the site's root, with `/`. */
  readonly page: string;
  readonly tree: PageTree;
  readonly source: string;
}

/** Where a page's relative addresses start: a folder of the site, or the address of its `<base>` where that leads out of the site. */
export function addressBase({ page, tree, source }: PageSource): { folder: string } | { outside: string } {
  for (let node = 0; node < tree.size; node++) {
    if (nodeName(tree, node) !== 'base') continue;
    const href = attributeValue(tree, source, node, 'href')?.trim();
    if (href === undefined) continue;
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)) return { outside: href };
    if (href.startsWith('/')) return { folder: pageFolder(relocateAddress(href.slice(1), '', '')) };
    const fromRoot = relocateAddress(href, pageFolder(page), '');
    return { folder: pageFolder(fromRoot.replace(/^\.\//, '')) };
  }
  return { folder: pageFolder(page) };
}
