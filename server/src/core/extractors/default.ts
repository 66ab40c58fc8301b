import { countBand, shareBand } from '../classify/bands.ts';
import { labelFeatures } from '../classify/features.ts';
import { compileModel, labelRows } from '../classify/label-model.ts';
import weights from '../classify/label-weights.json' with { type: 'json' };
import { type Bands, crossed } from '../counts/page-counts.ts';
import type { GroupChange, GroupCounts, GroupExtractor, GroupPage, NodeLabels } from './extractor.ts';

const model = compileModel(weights);

/**
 * The default labels: a small model of boosted trees over what the pages of the group and of the site say of a node, smoothed along the
 * tree. Page counts enter in bands, so a page's labels change only when it is edited or a key of it passes from one band to another.
 */
export class DefaultExtractor implements GroupExtractor {
  #counts: GroupCounts;

  constructor(counts: GroupCounts) {
    this.#counts = counts;
  }

  added(): void {}
  removing(): void {}

  settle(change: GroupChange): Set<number> {
    const { pages: all, nodes, site } = this.#counts;
    if (change.all || countBand(change.sizeBefore) !== countBand(all.size)) return new Set(all.keys());
    const bands: Bands = {
      before: count => shareBand(count, change.sizeBefore),
      after: count => shareBand(count, all.size),
      resized: change.sizeBefore !== all.size,
    };
    const pages = new Set(change.pages);
    for (const id of crossed(nodes, change.nodes, bands)) site.nodes.forEachPage(id, page => pages.add(page));
    return pages;
  }

  label(page: GroupPage): NodeLabels {
    return labelRows(model, page.tree, labelFeatures(page, this.#counts));
  }
}
