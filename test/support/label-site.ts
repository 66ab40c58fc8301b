// Labels of a gold site's pages from the core alone: no engine, no worker, no file watching.

import type { LabelledNode, PageLabels } from 'templens-shared/labels';
import { defaultSettings, type ExtractorName } from 'templens-shared/settings';
import { parsePage } from '../../server/src/core/page/parse.ts';
import { BLANK, ELEMENT, IMPLIED, TEXT } from '../../server/src/core/page/tree.ts';
import { SiteModel } from '../../server/src/core/site-model.ts';
import type { GoldSite } from './gold.ts';

/** The labels of every page of the site, in the order of its gold file. */
export function labelSite(site: GoldSite, extractor: ExtractorName): PageLabels[] {
  const model = new SiteModel({ extractor, groupThreshold: defaultSettings.groupThreshold });
  for (const page of site.pages.keys()) model.upsert(page, parsePage(site.read(page)));
  model.settle();
  return [...site.pages.keys()].map(page => {
    const tree = model.tree(page);
    const { label, score } = model.labels(page);
    const { template, pages } = model.group(page);
    const nodes: LabelledNode[] = [];
    for (let i = 0; i < tree.size; i++) {
      const kind = tree.kind[i];
      const labelled = kind === ELEMENT ? !(tree.flags[i]! & IMPLIED) : kind === TEXT && !(tree.flags[i]! & BLANK);
      if (!labelled) continue;
      nodes.push({
        kind: kind === ELEMENT ? 'element' : 'text',
        start: tree.start[i]!,
        end: tree.end[i]!,
        label: label[i] ? 'template' : 'content',
        score: score[i]!,
      });
    }
    return { page, template, pages: pages.length, nodes };
  });
}
