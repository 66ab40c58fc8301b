// The default labels of a site by a model that has not seen it.
import type { PageLabels } from 'templens-shared/labels';
import { samplePages } from '../../core/counts/page-sample.ts';
import { compileModel, type LabelModel, labelRows, predict } from '../../core/labels/label-model.ts';
import { pageLabels } from '../../core/labels/page-labels.ts';
import { PooledScores } from '../../core/labels/pooled-scores.ts';
import { thresholds } from '../../core/labels/thresholds.ts';
import { type SiteView, siteViews, type TrainingOptions, type TrainingSite, trainLabels } from './label-training.ts';

/** The models of `heldOut` sites, each trained on all other `sites`. `progress` hears the name of each site before its model is trained. */
export function* heldOutModels<Site extends TrainingSite>(
  sites: readonly Site[],
  options: TrainingOptions,
  heldOut: readonly Site[] = sites,
  progress: (site: string) => void = () => {},
): Generator<{ site: Site; model: LabelModel; views: readonly SiteView[] }> {
  const views = new Map(sites.map((site, at) => [site, siteViews(site, options, options.seed + at)]));
  for (const site of heldOut) {
    progress(site.name);
    const others = sites.filter(other => other !== site).flatMap(other => views.get(other)!);
    yield { site, model: trainLabels(others, options), views: views.get(site)! };
  }
}

/** Leave-one-site-out: the labels of every site of `heldOut` by its model of `heldOutModels`. */
export function* heldOutLabels<Site extends TrainingSite>(
  sites: readonly Site[],
  options: TrainingOptions,
  heldOut: readonly Site[] = sites,
  progress: (site: string) => void = () => {},
): Generator<{ site: Site; labels: PageLabels[] }> {
  for (const { site, model, views } of heldOutModels(sites, options, heldOut, progress)) {
    yield { site, labels: labelView(model, views[0]!) };
  }
}

/** Labels of all pages of a view by a model. */
export function labelView(model: LabelModel, { pages }: SiteView): PageLabels[] {
  const compiled = compileModel(model);
  const sizes = new Map<string, number>();
  for (const { group } of pages) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const scored = pages.map((page, id) => ({
    ...page,
    id,
    name: page.page,
    hash: page.pooling.hash,
    logOdds: predict(compiled, page.rows),
  }));
  const pool = new PooledScores();
  for (const { id, pooling, logOdds } of samplePages(scored, thresholds.pooledPages)) pool.put(id, pooling.keys, logOdds);
  return scored.map(({ page, group, tree, rows, pooling, logOdds }) => {
    const labels = labelRows(compiled, tree, rows, pool.pooled(pooling.keys, logOdds));
    return pageLabels(page, { template: group, layout: group, pages: sizes.get(group)! }, tree, labels);
  });
}
