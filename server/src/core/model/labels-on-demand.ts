import { directedLabels } from '../labels/directed-labels.ts';
import type { PageScores } from '../labels/extractor.ts';
import type { NodeLabels } from '../labels/node-labels.ts';
import type { SitePage } from './site-page.ts';
import type { ModelStore } from './store.ts';

/** Labels of pages as of the last `settle`, worked out when they are asked for. */
export class LabelsOnDemand {
  readonly #store: ModelStore;
  /** The labels that were asked for last: questions about one page come together. */
  #labelled: { page: SitePage; labels: NodeLabels } | undefined;
  /** The scores of the one page that changed, which is mostly labelled next. */
  #scored: { page: SitePage; scores: PageScores } | undefined;
  #nodes = 0;

  constructor(store: ModelStore) {
    this.#store = store;
  }

  /** What the page itself or the settings say of its labels, else what the evidence does. */
  of(page: SitePage): NodeLabels {
    if (this.#labelled?.page === page) return this.#labelled.labels;
    const byEvidence = this.byEvidence(page);
    this.#nodes += page.packed.size;
    const directives = this.#store.rules.directives(page);
    const labels = directives ? directedLabels(page.packed.tree, byEvidence, directives) : byEvidence;
    this.#labelled = { page, labels };
    return labels;
  }

  /** What the extractor says. */
  byEvidence(page: SitePage): NodeLabels {
    const { candidateLabels } = this.#store;
    if (candidateLabels) return candidateLabels.label(page.id);
    return page.group!.label(page.id, this.#scored?.page === page ? this.#scored.scores : undefined);
  }

  /** The scores of a page are known, until labels change. */
  scored(page: SitePage, scores: PageScores): void {
    this.#scored = { page, scores };
  }

  /** Labels may have changed. */
  forget(): void {
    this.#labelled = undefined;
    this.#scored = undefined;
  }

  /** Nodes labelled since the last call. */
  takeWork(): number {
    const nodes = this.#nodes;
    this.#nodes = 0;
    return nodes;
  }
}
