import type { EngineQuery, PageEdits } from 'templens-shared/stream';
import { movedLinkEdits } from '../core/findings/fixes/moved-links.ts';
import { PageSources } from './page-sources.ts';
import type { SiteIndex } from './site-index.ts';

/** Edits that keep the addresses of all pages when files are moved; undefined where a page changed meanwhile. */
export function answerMoves(site: SiteIndex, { moves }: Extract<EngineQuery, { kind: 'moves' }>): PageEdits[] | undefined {
  const isPage = (path: string): boolean => site.model.has(path);
  const all = { moves, isPage };
  const edited: PageEdits[] = [];
  for (const { page, state } of site.store.statuses()) {
    if (state === 'skipped' || !isPage(page)) continue;
    // Its own, so that the texts of a large site are not held together.
    const sources = new PageSources(site);
    const source = sources.of(page);
    if (!source) return undefined;
    const edits = movedLinkEdits(source, all);
    if (edits.length > 0) edited.push({ page, text: source.source, edits });
  }
  return edited;
}
