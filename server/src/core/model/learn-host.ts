import type { PageDigest } from '../digest/page-digest.ts';
import type { LabelModel } from '../labels/label-model.ts';
import { HostModel } from './host-model.ts';
import { SiteModel } from './site-model.ts';

/** Settings of a host model. */
export interface HostModelOptions {
  /** Replaces the committed weights, to measure with weights that were not trained on the site. */
  readonly labelModel?: LabelModel;
}

/**
 * Learns what pages of a site say.
 * @param pages by names, which decide which of them are sampled where a sample is needed; their order does not matter
 */
export function learnHost(
  pages: Iterable<{ readonly name: string; readonly digest: PageDigest }>,
  { labelModel }: HostModelOptions = {},
): HostModel {
  const model = new SiteModel({ extractor: 'default', groupThreshold: null, ...(labelModel && { labelModel }) });
  for (const { name, digest } of pages) model.upsert(name, digest);
  model.settle();
  return new HostModel(model.freeze(), labelModel);
}
