import type { LabelRule } from 'templens-shared/settings';
import { keptRules } from '../../core/labels/kept-rules.ts';
import { matchesGlobs } from '../page-filter.ts';
import { isMerged } from '../page-store.ts';
import { matchSelectors, tooSlowMessage } from '../parse-text.ts';
import type { SiteState } from '../site-state.ts';
import type { Phase, PhaseEvent } from './phase.ts';

/** After a change of the setting `labels`, matches the rules again on the pages of the model, without parsing them. */
export class MatchRulesPhase implements Phase {
  readonly #state: SiteState;
  /** Pages on which rules are to be matched. */
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

  /** Matches the rules on `budget` pages. */
  slice(budget: number): readonly PhaseEvent[] {
    let done = 0;
    for (const page of this.#due) {
      if (done++ >= budget) break;
      this.#due.delete(page);
      this.#state.crashNote.during(page, () => this.#match(page));
    }
    return [{ kind: 'rulesMatched' }];
  }

  /** Replaces the rules. Makes pages due on which a new rule may match, or whose budget of steps a removed rule may have used up. */
  #changeRules(old: readonly LabelRule[], rules: readonly LabelRule[]): void {
    const { model, store } = this.#state;
    const kept = keptRules(old, rules);
    model.setLabelRules(rules, kept);
    const added = rules.filter((_, index) => kept[index]! < 0);
    for (const page of model.pageNames()) {
      const mayMatch = added.some(({ pages }) => !pages || matchesGlobs(page, pages));
      if (mayMatch || store.get(page)?.reportedProblem !== undefined) this.#due.add(page);
    }
  }

  /** Matches all rules on a page. Skips a page that waits to be parsed or merged: parsing matches the rules. */
  #match(page: string): void {
    const { store, model } = this.#state;
    const record = store.get(page);
    if (!isMerged(record) || !model.has(page)) return;
    const source = this.#state.source(page);
    if (source === undefined) return;
    // Declared parts and rules share one budget of steps.
    const { ruleMatches, usedUpBy } = matchSelectors(this.#state.parseContext(), model.tree(page), source, page);
    model.setRuleMatches(page, ruleMatches);
    if (usedUpBy) this.#state.reportPageProblem(record, tooSlowMessage(page, usedUpBy));
    else if (!model.tree(page).depthExceeded) record.reportedProblem = undefined;
  }
}
