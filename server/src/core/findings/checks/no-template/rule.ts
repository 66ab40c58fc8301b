import type { PageTree } from '../../../../html/tree.ts';
import type { Finding } from '../../finding.ts';
import { firstTag } from '../../first-tag.ts';
import { defineCheck } from '../check.ts';

export const noTemplateCheck = defineCheck({
  code: 'page/no-template',
  severity: 'information',
  isOff: true,
  summary: 'The page shares its layout with no other page.',
  rules: {
    page: { concerns: ({ isAlone }) => isAlone, find: ({ compared }) => [withoutTemplate(compared.tree)] },
  },
});

/** `page/no-template`: a page that shares its layout with no other page, on a site where others do. */
function withoutTemplate(tree: PageTree): Finding {
  return {
    code: 'page/no-template',
    ...firstTag(tree),
    absent: 'a template',
    message: 'This page shares its layout with no other page of the site.',
    related: [],
    normalisers: [],
    identity: 'page/no-template',
  };
}
