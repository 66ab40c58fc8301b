import type { GoldSite } from './gold.ts';
import names from './trained-sites.json' with { type: 'json' };

/** Sites whose gold labels trained the committed weights; the sample site is a part of one of them. */
const trainedSites: ReadonlySet<string> = new Set([...names, 'sample-site']);

/** True if the committed weights of the default extractor were trained on the gold labels of the site. */
export function isTrainedOn({ name }: Pick<GoldSite, 'name'>): boolean {
  return trainedSites.has(name);
}
