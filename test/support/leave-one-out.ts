// The default labels of a site out of a model that has never seen it.
import type { PageLabels } from 'templens-shared/labels';
import { compileModel, type LabelModel, labelRows, predict } from '../../server/src/core/classify/label-model.ts';
import { pageLabels } from '../../server/src/core/classify/page-labels.ts';
import { PooledScores, samplePages } from '../../server/src/core/group/pooled-scores.ts';
import type { GoldSite } from './gold.ts';
import { type SiteView, siteViews, type TrainingOptions, trainLabels } from './label-training.ts';
import { type SiteScore, scoreSite } from './score.ts';

/**
 * Leave-one-site-out: for every site of `heldOut`, trains on all other `sites` and labels the site. `progress` hears the name of each site
 * before its model is trained.
 */
export function* heldOutLabels(
  sites: readonly GoldSite[],
  options: TrainingOptions,
  heldOut: readonly GoldSite[] = sites,
  progress: (site: string) => void = () => {},
): Generator<{ site: GoldSite; labels: PageLabels[] }> {
  const views = new Map(sites.map((site, at) => [site, siteViews(site, options, options.seed + at)]));
  for (const site of heldOut) {
    progress(site.name);
    const others = sites.filter(other => other !== site).flatMap(other => views.get(other)!);
    yield { site, labels: labelView(trainLabels(others, options), views.get(site)![0]!) };
  }
}

/** The scores of `heldOutLabels`. */
export function leaveOneSiteOut(...given: Parameters<typeof heldOutLabels>): SiteScore[] {
  return Array.from(heldOutLabels(...given), ({ site, labels }) => scoreSite(site, labels));
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
  for (const { id, pooling, logOdds } of samplePages(scored)) pool.put(id, pooling.keys, logOdds);
  return scored.map(({ page, group, tree, rows, pooling, logOdds }) => {
    const labels = labelRows(compiled, tree, rows, pool.pooled(pooling.keys, logOdds));
    return pageLabels(page, { template: group, layout: group, pages: sizes.get(group)! }, tree, labels);
  });
}
