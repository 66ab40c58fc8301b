// How well the shared parts of a gold site agree with its gold labels.

import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import type { PartOptions } from '../../server/src/core/parts/instances.ts';
import type { Part } from '../../server/src/core/parts/part.ts';
import { isLabelled } from '../../server/src/html/access.ts';
import { nameId } from '../../server/src/html/names.ts';
import { type PageTree, TEXT } from '../../server/src/html/tree.ts';
import type { GoldSite } from './gold.ts';

export interface PartScore {
  site: string;
  pages: number;
  /** Parts of two shared nodes or more. */
  parts: number;
  /** Share of the gold template texts that lie inside parts, in [0,1]; mean over the pages. */
  recall: number;
  /** Share of the texts inside parts that are gold template, in [0,1]; mean over the pages with parts. */
  precision: number;
  /** Share of the pages that have a frame part, in [0,1]. */
  framed: number;
}

/** A frame part of a page: in the body, of at least two shared nodes, template, on most pages of the page's gold layout and language. */
const FRAME = { nodes: 2, template: 0.9, layoutPages: 0.8 };

const body = nameId('body');

/** The digests of all pages of a gold site. */
export function siteDigests(site: GoldSite): Map<string, ReturnType<typeof digestText>> {
  return new Map([...site.pages.keys()].map(page => [page, digestText(site.read(page), 'default', { path: page })]));
}

/** A model with all pages of a gold site. */
export function siteModel(digests: ReturnType<typeof siteDigests>, parts?: PartOptions): SiteModel {
  const model = new SiteModel({ extractor: 'default', groupThreshold: null, ...(parts && { parts }) });
  for (const [page, digest] of digests) model.upsert(page, digest);
  model.settle();
  return model;
}

/** The parts of a site against its gold labels. */
export function scoreParts(site: GoldSite, model: SiteModel): PartScore {
  const recalls: number[] = [];
  const precisions: number[] = [];
  const found = new Map<Part, { pages: Set<string>; texts: number; template: number; inBody: boolean; nodes: number }>();
  for (const page of site.pages.keys()) {
    const tree = model.tree(page);
    const gold = templateTexts(site, page, tree);
    const inside = new Uint8Array(tree.size);
    for (const { instance, part } of model.partInstances(page)) {
      const end = tree.subtreeEnd[instance.last]!;
      inside.fill(1, instance.first, end);
      const known = found.get(part) ?? {
        pages: new Set(),
        texts: 0,
        template: 0,
        inBody: isInBody(tree, instance.parent),
        nodes: 0,
      };
      found.set(part, known);
      known.pages.add(page);
      known.nodes = Math.max(known.nodes, instance.variant.keys.length);
      for (let node = instance.first; node < end; node++) {
        if (gold[node] === 255) continue;
        known.texts++;
        known.template += gold[node]!;
      }
    }
    let template = 0;
    let within = 0;
    let both = 0;
    gold.forEach((label, node) => {
      if (label === 255) return;
      template += label;
      within += inside[node]!;
      both += label & inside[node]!;
    });
    if (template > 0) recalls.push(both / template);
    if (within > 0) precisions.push(both / within);
  }
  const layouts = new Map<string, string[]>();
  const layoutOf = (page: string): string => `${site.pages.get(page)!.group} ${model.digest(page).language}`;
  for (const page of site.pages.keys()) layouts.set(layoutOf(page), [...(layouts.get(layoutOf(page)) ?? []), page]);
  const isFrame = (part: Part, page: string): boolean => {
    const { pages, texts, template, inBody, nodes } = found.get(part)!;
    if (!inBody || nodes < FRAME.nodes || template < FRAME.template * texts) return false;
    const layout = layouts.get(layoutOf(page))!;
    return layout.filter(other => pages.has(other)).length >= FRAME.layoutPages * layout.length;
  };
  const framed = [...site.pages.keys()].map(page => (model.partInstances(page).some(({ part }) => isFrame(part, page)) ? 1 : 0));
  const parts = [...found.values()].filter(({ nodes }) => nodes > 1).length;
  return {
    site: site.name,
    pages: site.pages.size,
    parts,
    recall: mean(recalls),
    precision: mean(precisions),
    framed: mean(framed),
  };
}

/** By node: 1 for template texts, 0 for texts that are content, 255 for what is no text or has no gold label. */
function templateTexts(site: GoldSite, page: string, tree: PageTree): Uint8Array {
  const labels = new Map(site.nodes(page).flatMap(node => (node.kind === 'text' ? [[node.start, node.label] as const] : [])));
  const texts = new Uint8Array(tree.size).fill(255);
  for (let node = 0; node < tree.size; node++) {
    const label = tree.kind[node] === TEXT && isLabelled(tree, node) ? labels.get(tree.start[node]!) : undefined;
    if (label !== undefined) texts[node] = label === 'template' ? 1 : 0;
  }
  return texts;
}

function isInBody(tree: PageTree, node: number): boolean {
  for (let at = node; at >= 0; at = tree.parent[at]!) if (tree.name[at] === body) return true;
  return false;
}

/** Of none: 0. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
