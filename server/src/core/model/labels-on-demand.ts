import { directedLabels } from '../labels/directed-labels.ts';
import type { PageScores } from '../labels/extractor.ts';
import type { NodeLabels } from '../labels/node-labels.ts';
import type { SitePage } from './site-page.ts';
import type { ModelStore } from './store.ts';

/** Labels pages on demand, from the state of the last `settle`. */
export class LabelsOnDemand {
  readonly #store: ModelStore;
  /** The last result: successive requests are mostly for the same page. */
  #labelled: { page: SitePage; labels: NodeLabels } | undefined;
  /** Scores that `settle` computed of pages that are probably labelled next. */
  readonly #scored = new Map<SitePage, PageScores>();
  #nodes = 0;

  constructor(store: ModelStore) {
    this.#store = store;
  }

  /** Returns the labels of a page: the extractor's labels, overridden by its directives and by rules of the setting `labels`. */
  of(page: SitePage): NodeLabels {
    if (this.#labelled?.page === page) return this.#labelled.labels;
    const byEvidence = this.byEvidence(page);
    this.#nodes += page.packed.size;
    const directives = this.#store.rules.directives(page);
    const labels = directives ? directedLabels(page.packed.tree, byEvidence, directives) : byEvidence;
    this.#labelled = { page, labels };
    return labels;
  }

  /** Returns the extractor's labels of a page. */
  byEvidence(page: SitePage): NodeLabels {
    const { candidateLabels } = this.#store;
    if (candidateLabels) return candidateLabels.label(page.id);
    return page.group!.label(page.id, this.#scored.get(page));
  }

  /** Keeps the scores of a page until `forget`, so that its labels need not compute them again. */
  scored(page: SitePage, scores: PageScores): void {
    this.#scored.set(page, scores);
  }

  /** Drops the kept labels and scores. Must be called when labels may have changed. */
  forget(): void {
    this.#labelled = undefined;
    this.#scored.clear();
  }

  /** Returns the number of nodes labelled since the last call. */
  takeWork(): number {
    const nodes = this.#nodes;
    this.#nodes = 0;
    return nodes;
  }
}
