import type { Counterparts, LinePlace } from 'templens-shared/answers';
import { labelledNodeAt } from '../html/access.ts';
import { TEXT } from '../html/tree.ts';
import type { SiteIndex } from './site-index.ts';

/**
 * Returns the labelled node at an offset and its counterparts on other pages; null if no node is there. Pages whose files changed since they
 * were indexed are skipped.
 * @param orParent if a text has no counterparts, returns those of its parent element.
 */
export function answerCounterparts(site: SiteIndex, page: string, offset: number, orParent = false): Counterparts | null {
  const { tree } = site.model.shown(page);
  const node = labelledNodeAt(tree, offset);
  if (node < 0) return null;
  const counterparts = site.model.counterparts(page, node);
  const usesParent = orParent && counterparts.length === 0 && tree.kind[node] === TEXT;
  const found = usesParent ? site.model.counterparts(page, tree.parent[node]!) : counterparts;
  const places = found.flatMap(other => {
    const source = site.source(other.page);
    if (source === undefined) return [];
    const { start, tagEnd } = site.model.shown(other.page).tree;
    return [{ page: other.page, start: linePlace(source, start[other.node]!), end: linePlace(source, tagEnd[other.node]!) }];
  });
  return { start: tree.start[node]!, end: tree.tagEnd[node]!, places };
}

/** Returns the line (0-based) and the text before the offset in it. Lines end with CR LF, LF or CR, as in LSP. */
function linePlace(source: string, offset: number): LinePlace {
  const lines = source.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: lines.length - 1, before: lines.at(-1)! };
}
