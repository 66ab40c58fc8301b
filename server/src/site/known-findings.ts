import type { ReportedFindings } from 'templens-shared/answers';
import type { Finding } from 'templens-shared/findings';
import type { Finding as CoreFinding } from '../core/findings/finding.ts';
import type { PageStore } from './page-store.ts';

/** The findings of a page, as the core has them and as they are reported. */
export interface PageFindings {
  readonly findings: readonly CoreFinding[];
  /** `findings` with lines and columns, in the same order, withheld ones included. */
  readonly all: readonly Finding[];
  /** The findings that are shown, and the number of those that are withheld. */
  readonly reported: ReportedFindings;
}

/** The findings of a site's pages from their last checks, and which of them may be out of date. `PageChecker` writes it. */
export class KnownFindings {
  /** Pages that wait to be checked. */
  readonly due = new Set<string>();
  /** True while votes of changed pages remain to be counted: which pages are due is not known yet, so every finding may be out of date. */
  isSettling = false;
  /** True while confidences may be out of date, because pages were checked since the last `PageChecker.settleJudgements`. */
  isJudging = false;
  readonly #store: PageStore;
  /** By path; only pages that have findings or are open in an editor. */
  readonly #found = new Map<string, PageFindings>();
  #checked: string[] = [];

  constructor(store: PageStore) {
    this.#store = store;
  }

  /** True if the findings of all pages are current. */
  get areComplete(): boolean {
    return this.due.size === 0 && !this.isSettling && !this.isJudging;
  }

  /** True if the page's findings may be out of date. */
  isDue(page: string): boolean {
    return this.isSettling || this.due.has(page);
  }

  /** Returns the page's findings, withheld ones included; an empty list while the page is being typed. */
  of(page: string): readonly CoreFinding[] {
    return this.#store.get(page)?.halfTyped ? [] : (this.#found.get(page)?.findings ?? []);
  }

  /** Returns what was last reported about the page. */
  reported(page: string): ReportedFindings {
    return this.#found.get(page)?.reported ?? { page, diagnostics: [], withheld: 0 };
  }

  /** Returns what was last reported about all pages that have findings, sorted by path; with `all`, withheld findings included. */
  allReported(all = false): ReportedFindings[] {
    return [...this.#found.values()]
      .filter(found => found.reported.diagnostics.length > 0)
      .map(found => (all ? { ...found.reported, diagnostics: [...found.all], withheld: 0 } : found.reported))
      .sort((a, b) => (a.page < b.page ? -1 : 1));
  }

  /** Makes the page not due. */
  examined(page: string): void {
    this.due.delete(page);
    this.isJudging = true;
  }

  /** Records the page, which was reported, for `takeChecked`. */
  checked(page: string): void {
    this.#checked.push(page);
  }

  /** Returns the pages that were checked since the last call. */
  takeChecked(): string[] {
    return this.#checked.splice(0);
  }

  /** Forgets which pages are due or were checked; called before all pages are checked again with other settings. Keeps the findings. */
  restart(): void {
    this.due.clear();
    this.isSettling = false;
    this.isJudging = false;
    this.#checked = [];
  }

  /** Drops the findings of a page that was removed. */
  forget(page: string): void {
    this.due.delete(page);
    this.#found.delete(page);
  }

  /** Stores the result of a check; a page without findings that is not open in an editor needs no entry. */
  set(found: PageFindings): void {
    const { page, version, diagnostics } = found.reported;
    if (diagnostics.length === 0 && version === undefined) this.#found.delete(page);
    else this.#found.set(page, found);
  }
}
