import { attributeValue } from '../../../html/access.ts';
import { nameId } from '../../../html/names.ts';
import { ELEMENT, type PageTree } from '../../../html/tree.ts';

const [meta, script] = [nameId('meta'), nameId('script')];

/** True if a page says that it is an article: to Open Graph, or as an item of schema.org in JSON-LD. */
export function isArticle(tree: PageTree, source: string): boolean {
  for (let node = 0; node < tree.size; node++) {
    if (tree.kind[node] !== ELEMENT) continue;
    if (tree.name[node] === meta) {
      const property = attributeValue(tree, source, node, 'property');
      if (property === 'article:published_time') return true;
      if (property === 'og:type' && attributeValue(tree, source, node, 'content') === 'article') return true;
    } else if (tree.name[node] === script && attributeValue(tree, source, node, 'type') === 'application/ld+json') {
      const text = source.slice(tree.tagEnd[node]!, tree.closeStart[node]!);
      if (/"@type"\s{0,9}:\s{0,9}\[?\s{0,9}"(?:[a-z]{0,30}Article|BlogPosting)"/i.test(text)) return true;
    }
  }
  return false;
}
