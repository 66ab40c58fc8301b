// What a migrated project has of a site: how many pages are made by layouts, what stands once, and how large it is.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { renderPieces } from '../../server/src/core/migrate/project.ts';
import type { Migration } from '../../server/src/migration/plan.ts';
import type { GoldSite } from './gold.ts';

export interface MigrationFigures {
  pages: number;
  /** Pages that a layout makes. */
  laidOut: number;
  /** Share of the gold template nodes that stand once, in a layout or part. */
  once: number;
  /** Bytes of the project, without files that are no page, by bytes of the pages. */
  bytes: number;
  layouts: number;
  goldLayouts: number;
  parts: number;
}

/** Characters around the start of a node by which it is the same node on other pages. */
const context = { before: 60, after: 100 };

export function migrationFigures(site: GoldSite, { project, files, copies }: Migration): MigrationFigures {
  const pageBytes = [...site.pages.keys()].reduce((sum, page) => sum + statSync(join(site.pagesFolder, page)).size, 0);
  let bytes = [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  for (const from of copies.values()) if (site.pages.has(from)) bytes += statSync(join(site.pagesFolder, from)).size;
  return {
    pages: site.pages.size,
    laidOut: project.pages.length,
    once: shareOnce(site, project),
    bytes: bytes / pageBytes,
    layouts: project.layouts.length,
    goldLayouts: site.gold.templates.length,
    parts: project.parts.size,
  };
}

/**
 * Share of the gold template nodes of all pages that stand in a layout or part, where no other place of the project, and no page, has the
 * same template node in the same surroundings.
 */
function shareOnce(site: GoldSite, project: Migration['project']): number {
  const layouts = new Map(project.layouts.map(layout => [layout.name, layout]));
  const ids = new Map<object, number>();
  const idOf = (item: object): number => {
    if (!ids.has(item)) ids.set(item, ids.size);
    return ids.get(item)!;
  };
  /** Places in the project, by node with its surroundings; a page's own values are places of the page. */
  const places = new Map<string, Set<string>>();
  const nodes: { key: string; isOwn: boolean }[] = [];
  const laidOut = new Map(project.pages.map(page => [page.path, page]));
  for (const path of site.pages.keys()) {
    const page = laidOut.get(path);
    const text = site.read(path);
    const pieces = page ? renderPieces(layouts.get(page.layout)!, page, project.parts) : [];
    let piece = 0;
    let from = pieces[0]?.text.startsWith('\ufeff') ? -1 : 0;
    for (const { start, label } of site.nodes(path)) {
      while (piece < pieces.length && from + pieces[piece]!.text.length <= start) from += pieces[piece++]!.text.length;
      const found = pieces[piece];
      const isOwn = !found || found.isOwn;
      const key = text.slice(Math.max(0, start - context.before), start + context.after);
      if (label !== 'template') continue;
      const known = places.get(key) ?? new Set();
      places.set(key, known.add(isOwn ? `${path} ${start}` : `${idOf(found.item)} ${start - from}`));
      nodes.push({ key, isOwn });
    }
  }
  return nodes.filter(({ key, isOwn }) => !isOwn && places.get(key)!.size === 1).length / Math.max(1, nodes.length);
}
