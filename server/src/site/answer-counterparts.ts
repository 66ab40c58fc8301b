import type { Counterparts, LinePlace } from 'templens-shared/stream';
import { labelledNodeAt } from '../html/access.ts';
import { TEXT } from '../html/tree.ts';
import type { SiteIndex } from './site-index.ts';

/**
 * The labelled node at an offset and the same one elsewhere; with `like`, of a text of the page's own, the element around it.
 * Pages whose file changed meanwhile are skipped.
 */
export function answerCounterparts(site: SiteIndex, page: string, offset: number, like = false): Counterparts | null {
  const { tree } = site.model.shown(page);
  const node = labelledNodeAt(tree, offset);
  if (node < 0) return null;
  const same = site.model.counterparts(page, node);
  const isOwnText = like && same.length === 0 && tree.kind[node] === TEXT;
  const found = isOwnText ? site.model.counterparts(page, tree.parent[node]!) : same;
  const places = found.flatMap(other => {
    const source = site.source(other.page);
    if (source === undefined) return [];
    const { start, tagEnd } = site.model.shown(other.page).tree;
    return [{ page: other.page, start: linePlace(source, start[other.node]!), end: linePlace(source, tagEnd[other.node]!) }];
  });
  return { start: tree.start[node]!, end: tree.tagEnd[node]!, places };
}

/** Lines end as in LSP: at CR LF, LF or CR. */
function linePlace(source: string, offset: number): LinePlace {
  const lines = source.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: lines.length - 1, before: lines.at(-1)! };
}
