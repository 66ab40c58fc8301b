import type { KnownFindings } from '../known-findings.ts';
import type { PageChecker } from '../page-checker.ts';
import type { ReportedRegions } from '../reported-regions.ts';
import type { SiteState } from '../site-state.ts';
import type { Phase, PhaseEvent, Scope, SettledEvent } from './phase.ts';

const limits = {
  /** Pages. Progress is reported from this number on. */
  reportedFrom: 25,
  /** Changed pages. The votes of an edit are counted at once, so that its findings come with its regions; those of more pages in slices. */
  countedAtOnce: 25,
} as const;

/** Compares pages with the pages that share their parts and layouts, and reports findings that changed. */
export class CheckPhase implements Phase {
  readonly #state: SiteState;
  readonly #known: KnownFindings;
  readonly #checker: PageChecker;
  readonly #reported: ReportedRegions;
  /** Settled pages that the label phase does not report: they are done unless the votes make them due. */
  readonly #undecided = new Set<string>();
  /** Largest number of due pages since no page was due, for progress. */
  #total = 0;

  constructor(state: SiteState, known: KnownFindings, checker: PageChecker, reported: ReportedRegions) {
    this.#state = state;
    this.#known = known;
    this.#checker = checker;
    this.#reported = reported;
  }

  due(scope: Scope): number {
    const { due, isSettling, isJudging } = this.#known;
    if (scope === 'open') return isSettling ? 0 : this.#reported.deviatingDue.length;
    return due.size + this.#undecided.size + (isSettling || isJudging ? 1 : 0);
  }

  handle(event: PhaseEvent): void {
    if (event.kind === 'settled') this.#settled(event);
    else if (event.kind === 'opened') {
      if (event.changed === 'version') this.#checker.markDue(event.page);
    } else if (event.kind === 'unchanged') for (const page of event.pages) this.#checker.markDue(page);
    else if (event.kind === 'searched') for (const page of this.#state.existing.refresh()) this.#checker.markDue(page);
    else if (event.kind === 'labelled') for (const page of event.pages) this.#finish(page);
    else if (event.kind === 'recheck') this.#checker.restart();
  }

  /** With the scope `open`, checks the open pages that show deviating nodes; otherwise counts votes, or checks pages. */
  slice(budget: number, scope: Scope): readonly PhaseEvent[] {
    if (scope === 'open') {
      if (!this.#known.isSettling) for (const page of this.#reported.deviatingDue) this.#checker.check(page);
      return [];
    }
    this.#state.idleDue = true;
    if (this.#known.isSettling) this.#checker.countVotes(budget);
    else if (this.#known.due.size > 0) this.#check(budget);
    else if (this.#known.isJudging) this.#checker.settleJudgements();
    this.#finishUndecided();
    return [];
  }

  /** Checks `budget` due pages; open pages come first, and all of them are checked. */
  #check(budget: number): void {
    const { due } = this.#known;
    this.#total = Math.max(this.#total, due.size);
    const pages = new Set([...this.#state.store.openTexts.keys()].filter(page => due.has(page)));
    for (const page of due) {
      if (pages.size >= budget) break;
      pages.add(page);
    }
    for (const page of pages) this.#checker.examine(page);
    // Confidences depend on the findings of all pages. Open pages are reported earlier, so that an editor does not wait.
    if (due.size === 0) this.#checker.settleJudgements();
    else for (const page of this.#state.store.openTexts.keys()) if (pages.has(page)) this.#checker.check(page);
    if (this.#total > limits.reportedFrom)
      this.#state.emit({ event: 'progress', phase: 'check', done: this.#total - due.size, total: this.#total });
    if (due.size === 0) this.#total = 0;
  }

  /** Notes a change of the model. The votes of a few edited pages are counted at once. */
  #settled({ change, edited, pages }: SettledEvent): void {
    const { existing, model, wanted } = this.#state;
    this.#checker.note(change, edited);
    for (const page of edited) this.#checker.markDue(page);
    for (const page of existing.refresh(edited)) this.#checker.markDue(page);
    this.#checker.countVotes(edited.size > limits.countedAtOnce ? 0 : limits.countedAtOnce);
    for (const page of pages) {
      if (!model.has(page)) this.#checker.markDue(page);
      if (!wanted.labels) this.#undecided.add(page);
    }
  }

  /** Finishes the undecided pages once all votes are counted. */
  #finishUndecided(): void {
    if (this.#known.isSettling) return;
    for (const page of this.#undecided) this.#finish(page);
    this.#undecided.clear();
  }

  /** Raises a page whose labels are known to `checked`, unless it is due to be checked. */
  #finish(page: string): void {
    const record = this.#state.store.get(page);
    const waits = record?.state === 'merged' || record?.state === 'classified';
    if (waits && !this.#known.isDue(page)) this.#state.store.raise(record, 'checked');
  }
}
