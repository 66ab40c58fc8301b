// How well shared parts agree with the gold labels of texts.
import { defaultSettings } from 'templens-shared/settings';
import { isLabelled } from '../../server/src/core/page/access.ts';
import { digestText } from '../../server/src/core/page/parse.ts';
import { TEXT } from '../../server/src/core/page/tree.ts';
import { SiteModel } from '../../server/src/core/site-model.ts';
import type { GoldSite } from './gold.ts';

export interface PartScore {
  site: string;
  pages: number;
  parts: number;
  /** Share of the gold template texts that lie inside parts, in [0,1]; mean over the pages. */
  recall: number;
  /** Share of the texts inside parts that are gold template, in [0,1]; mean over the pages with parts. */
  precision: number;
}

/** A model with all pages of a gold site. */
export function siteModel(site: GoldSite): SiteModel {
  const model = new SiteModel({ extractor: 'default', grouping: 'default', groupThreshold: defaultSettings.groupThreshold });
  for (const page of site.pages.keys()) model.upsert(page, digestText(site.read(page), 'default', { path: page }));
  model.settle();
  return model;
}

/** The parts of a site against its gold labels. */
export function scoreParts(site: GoldSite, model: SiteModel = siteModel(site)): PartScore {
  const recalls: number[] = [];
  const precisions: number[] = [];
  const parts = new Set<object>();
  for (const page of site.pages.keys()) {
    const tree = model.tree(page);
    const inside = new Uint8Array(tree.size);
    for (const { instance, part } of model.partInstances(page)) {
      parts.add(part);
      inside.fill(1, instance.first, tree.subtreeEnd[instance.last]);
    }
    const gold = new Map(site.nodes(page).flatMap(node => (node.kind === 'text' ? [[node.start, node.label] as const] : [])));
    let template = 0;
    let within = 0;
    let both = 0;
    for (let node = 0; node < tree.size; node++) {
      if (tree.kind[node] !== TEXT || !isLabelled(tree, node)) continue;
      const label = gold.get(tree.start[node]!);
      if (label === undefined) continue;
      if (label === 'template') template++;
      within += inside[node]!;
      if (label === 'template') both += inside[node]!;
    }
    if (template > 0) recalls.push(both / template);
    if (within > 0) precisions.push(both / within);
  }
  return { site: site.name, pages: site.pages.size, parts: parts.size, recall: mean(recalls), precision: mean(precisions) };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
