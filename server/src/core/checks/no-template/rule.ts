import { ELEMENT, IMPLIED, type PageTree } from '../../page/tree.ts';
import type { Finding } from '../finding.ts';

/** `page/no-template`: a page that shares its template with no other page, on a site where others do. */
export function withoutTemplate(tree: PageTree): Finding {
  const node = firstTag(tree);
  return {
    code: 'page/no-template',
    start: node < 0 ? 0 : tree.start[node]!,
    end: node < 0 ? 0 : tree.tagEnd[node]!,
    node: node < 0 ? tree.root : node,
    message: 'This page shares its template with no other page of the site.',
    related: [],
    normalisers: [],
    identity: 'page/no-template',
  };
}

/** The first element with a start tag, or -1. */
function firstTag(tree: PageTree): number {
  for (let node = 0; node < tree.size; node++) if (tree.kind[node] === ELEMENT && !(tree.flags[node]! & IMPLIED)) return node;
  return -1;
}
