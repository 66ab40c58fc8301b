import type { LabelRule } from 'templens-shared/settings';
import { keptRules } from '../../core/labels/kept-rules.ts';
import { matchesGlobs } from '../page-filter.ts';
import { isMerged } from '../page-store.ts';
import { matchSelectors, tooSlowMessage } from '../parse-file.ts';
import type { SiteState } from '../site-state.ts';
import type { Phase, PhaseEvent } from './phase.ts';

/** Finds the elements that changed rules of the setting `labels` select on pages of the model, without parsing pages again. */
export class MatchRulesPhase implements Phase {
  readonly #state: SiteState;
  readonly #due = new Set<string>();

  constructor(state: SiteState) {
    this.#state = state;
  }

  due(): number {
    return this.#due.size;
  }

  handle(event: PhaseEvent): void {
    if (event.kind === 'settings' && event.change.differs('labels'))
      this.#changeRules(event.change.old.labels, event.change.settings.labels);
  }

  slice(budget: number): readonly PhaseEvent[] {
    let done = 0;
    for (const page of this.#due) {
      if (done++ >= budget) break;
      this.#due.delete(page);
      this.#state.crashNote.during(page, () => this.#match(page));
    }
    return [{ kind: 'rulesMatched' }];
  }

  /** Tells the model which rules stay. Due are pages that a new rule may select on, and pages whose budget of steps a removed rule may have used up. */
  #changeRules(old: readonly LabelRule[], rules: readonly LabelRule[]): void {
    const { model, store } = this.#state;
    const kept = keptRules(old, rules);
    model.setLabelRules(rules, kept);
    const added = rules.filter((_, index) => kept[index]! < 0);
    for (const page of model.pageNames()) {
      const isConcerned = added.some(({ pages }) => !pages || matchesGlobs(page, pages));
      if (isConcerned || store.get(page)?.reportedProblem !== undefined) this.#due.add(page);
    }
  }

  /** Does nothing for a page that waits to be parsed or merged: parsing matches its rules. */
  #match(page: string): void {
    const { store, model } = this.#state;
    const record = store.get(page);
    if (!isMerged(record) || !model.has(page)) return;
    const source = this.#state.source(page);
    if (source === undefined) return;
    // Declared parts and rules share one budget of steps.
    const { stated, usedUpBy } = matchSelectors(this.#state.parseContext(), model.tree(page), source, page);
    model.restate(page, stated);
    if (usedUpBy) this.#state.problemOf(record, tooSlowMessage(page, usedUpBy));
  }
}
