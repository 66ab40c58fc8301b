import { pageNames } from '../../statements/reached-pages.ts';
import { firstTag } from '../facts/places.ts';
import type { PageRule } from './page-rule.ts';

/** `page/unlinked`: a page that no index page leads to over other pages, and no script names, on a site where most are reached. */
export const unlinked: PageRule = {
  concerns: ({ agreement: { reached }, name }) => reached.isUnreached(name),
  find: ({ agreement: { reached }, compared: { name, tree }, world }) => {
    const named = new Set(reached.scripts.flatMap(script => [...pageNames(world.read?.(script) ?? '')]));
    if (!reached.isUnreached(name, named)) return [];
    return [
      {
        code: 'page/unlinked',
        ...firstTag(tree),
        message: 'The index page does not lead to this page, not even over other pages, and no script names it.',
        absent: 'a link to this page',
        ...{ related: [], normalisers: [], isLone: true, identity: 'page/unlinked' },
      },
    ];
  },
};
