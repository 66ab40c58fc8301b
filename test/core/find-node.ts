import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import type { ParsedPage } from '../../server/src/core/directives/parsed-page.ts';
import { attributeValue, nodeName } from '../../server/src/html/access.ts';

export interface Page {
  source: string;
  tree: ParsedPage;
}

export function page(source: string): Page {
  return { source, tree: parsePage(source) };
}

/** Node `index` among those called `p`, `#text`, or `div.main` (a name and the whole `class`), counted below `within`. */
export function findNode({ source, tree }: Page, selector: string, index = 0, within = 0): number {
  const [name, className] = selector.split('.');
  for (let node = within; node < (within === 0 ? tree.size : tree.subtreeEnd[within]!); node++) {
    if (nodeName(tree, node) !== name) continue;
    if (className !== undefined && attributeValue(tree, source, node, 'class') !== className) continue;
    if (index-- === 0) return node;
  }
  throw new Error(`there is no ${selector} in ${source}`);
}
