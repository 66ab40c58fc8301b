import type { LabelRule } from 'templens-shared/settings';
import { keptRules } from '../../core/labels/kept-rules.ts';
import { matchesGlobs } from '../page-filter.ts';
import { isMerged } from '../page-store.ts';
import { selected, tooSlowMessage } from '../parse-file.ts';
import type { SiteState } from '../site-state.ts';
import type { Phase } from './phase.ts';

/** Finds what other rules of the setting `labels` match on pages that were parsed before. No page is parsed for it. */
export class MatchRulesPhase implements Phase {
  readonly #state: SiteState;
  readonly #due = new Set<string>();

  constructor(state: SiteState) {
    this.#state = state;
  }

  get due(): number {
    return this.#due.size;
  }

  lower(page: string): void {
    this.#due.add(page);
  }

  /**
   * The rules are others: the pages that new ones may match are due, and the model knows those that stay. A page with a problem is due, too:
   * its steps may have been used up by a rule that is gone.
   */
  change(old: readonly LabelRule[], now: readonly LabelRule[]): void {
    const { model, store } = this.#state;
    const kept = keptRules(old, now);
    model.setLabelRules(now, kept);
    const added = now.filter((_, index) => kept[index]! < 0);
    for (const page of model.pageNames()) {
      const isConcerned = added.some(({ pages }) => !pages || matchesGlobs(page, pages));
      if (isConcerned || store.get(page)?.reportedProblem !== undefined) this.lower(page);
    }
  }

  slice(budget: number): readonly string[] {
    const done: string[] = [];
    for (const page of this.#due) {
      if (done.length >= budget) break;
      this.#due.delete(page);
      this.#state.journal.during(page, () => this.#restate(page));
      done.push(page);
    }
    return done;
  }

  /** A page that waits to be parsed, or merged, is matched when it is parsed. */
  #restate(page: string): void {
    const { store, model } = this.#state;
    const record = store.get(page);
    if (!isMerged(record) || !model.has(page)) return;
    const source = this.#state.source(page);
    if (source === undefined) return;
    // What the parts take of the budget decides what is left for the rules.
    const { stated, usedUpBy } = selected(this.#state.parseContext(), model.tree(page), source, page);
    model.restate(page, stated);
    if (usedUpBy) this.#state.problemOf(record, tooSlowMessage(page, usedUpBy));
  }
}
