import type { PageTree } from '../../../html/tree.ts';
import { savedErrorTitle } from '../../digest/comparable.ts';
import type { Finding } from '../finding.ts';
import { quoted } from './describe.ts';
import type { CheckWorld } from './page-rule.ts';

/** `page/copied-title`, on a page that is not compared with others: a tool saved the error page of a server in its place. */
export function savedError(path: string, tree: PageTree, world: CheckWorld): Finding[] {
  const found = savedErrorTitle(tree, path, name => world.source(name));
  if (!found) return [];
  const brief = `has the title ${quoted(found.title)} of an error page`;
  const message = `This page ${brief}: the answer of a server was saved in the place of the page.`;
  const place = { start: tree.start[found.node]!, end: tree.end[found.node]!, node: found.node };
  const common = { related: [], normalisers: [], identity: 'page/copied-title error' };
  return [{ code: 'page/copied-title', ...place, message, brief, ...common }];
}
