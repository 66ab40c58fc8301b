// Labels of a gold site's pages from the core alone: no engine, no worker, no file watching.
import '../../server/src/lab/index.ts';
import type { PageLabels } from 'templens-shared/labels';
import { defaultSettings } from 'templens-shared/settings';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { type ExtractorChoice, neededFeatures } from '../../server/src/core/labels/extractors.ts';
import { pageFeatures } from '../../server/src/core/labels/page-features.ts';
import { pageLabels } from '../../server/src/core/labels/page-labels.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import type { GoldSite } from './gold.ts';

/** The extractor's labels of every page of the site, in the order of its gold file, whatever the pages say of themselves. */
export function labelSite(site: GoldSite, choice: ExtractorChoice): PageLabels[] {
  const model = new SiteModel({ ...choice, groupThreshold: defaultSettings.groupThreshold });
  for (const page of site.pages.keys()) {
    const text = site.read(page);
    const tree = parsePage(text, { path: page });
    model.upsert(page, tree, pageFeatures(neededFeatures(choice), tree, text, page));
  }
  model.settle();
  return [...site.pages.keys()].map(page => {
    const { template, layout, size } = model.group(page);
    return pageLabels(page, { template, layout, pages: size }, model.tree(page), model.labelsByEvidence(page));
  });
}
