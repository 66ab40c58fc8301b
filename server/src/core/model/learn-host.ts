import type { PageDigest } from '../digest/page-digest.ts';
import type { LabelModel } from '../labels/label-model.ts';
import type { NodeLabels } from '../labels/node-labels.ts';
import type { FrozenSite } from './frozen-site.ts';
import { HostModel } from './host-model.ts';
import { SiteModel } from './site-model.ts';

/** Settings of a host model. */
export interface HostModelOptions {
  /** Replaces the committed weights, to measure with weights that were not trained on the site. */
  readonly labelModel?: LabelModel;
}

/** A page to learn from. Names decide which pages are sampled where a sample is needed; the order of pages does not matter. */
interface NamedPage {
  readonly name: string;
  readonly digest: PageDigest;
}

/** What was learned from pages of a site, and these pages. */
export class LearnedSite {
  readonly frozen: FrozenSite;
  readonly #site: SiteModel;

  constructor(pages: Iterable<NamedPage>, { labelModel }: HostModelOptions = {}) {
    this.#site = new SiteModel({
      extractor: 'default',
      groupThreshold: null,
      keepsScores: true,
      ...(labelModel && { labelModel }),
    });
    for (const { name, digest } of pages) this.#site.upsert(name, digest);
    this.#site.settle();
    this.frozen = this.#site.freeze();
  }

  /** Labels a page that was learned from as a `HostModel` does, but with the scores that learning computed. */
  apply(name: string): NodeLabels & { readonly layout: string; readonly layoutId: string } {
    const { layout, template: layoutId } = this.#site.group(name);
    return { ...this.#site.labels(name), layout, layoutId };
  }
}

/** Learns what pages of a site say. */
export function learnHost(pages: Iterable<NamedPage>, options: HostModelOptions = {}): HostModel {
  return new HostModel(new LearnedSite(pages, options).frozen, options.labelModel);
}
