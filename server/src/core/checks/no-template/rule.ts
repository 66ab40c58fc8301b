import type { Finding } from '../../findings/finding.ts';
import { firstTag } from '../../findings/first-tag.ts';
import type { PageTree } from '../../page/tree.ts';

/** `page/no-template`: a page that shares its template with no other page, on a site where others do. */
export function withoutTemplate(tree: PageTree): Finding {
  return {
    code: 'page/no-template',
    ...firstTag(tree),
    message: 'This page shares its template with no other page of the site.',
    related: [],
    normalisers: [],
    identity: 'page/no-template',
  };
}
