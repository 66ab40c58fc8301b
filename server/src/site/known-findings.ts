import type { Finding } from 'templens-shared/findings';
import type { ReportedFindings } from 'templens-shared/stream';
import type { Finding as CoreFinding } from '../core/findings/finding.ts';
import type { PageStore } from './page-store.ts';

/** The findings of a page, and what is reported of them. */
export interface PageFindings {
  readonly findings: readonly CoreFinding[];
  /** One for each finding, withheld or not. */
  readonly all: readonly Finding[];
  readonly reported: ReportedFindings;
}

/** The findings of a site's pages as of the last check, and which of them may be out of date. `PageChecker` writes it. */
export class KnownFindings {
  /** Pages that wait to be checked. */
  readonly due = new Set<string>();
  /** The votes are being counted: the findings of every page may be out of date. */
  isSettling = false;
  readonly #store: PageStore;
  /** Of the pages that have findings or are open in an editor. */
  readonly #found = new Map<string, PageFindings>();
  #checked: string[] = [];

  constructor(store: PageStore) {
    this.#store = store;
  }

  /** True if the findings of all pages are current. */
  get areComplete(): boolean {
    return this.due.size === 0 && !this.isSettling;
  }

  /** The page's findings may be out of date. */
  isDue(page: string): boolean {
    return this.isSettling || this.due.has(page);
  }

  /** The page's findings, also those that are not shown; none of a page that is being typed. */
  of(page: string): readonly CoreFinding[] {
    return this.#store.get(page)?.halfTyped ? [] : (this.#found.get(page)?.findings ?? []);
  }

  /** What was last reported of the page. */
  reported(page: string): ReportedFindings {
    return this.#found.get(page)?.reported ?? { page, diagnostics: [], withheld: 0 };
  }

  /** What was last reported of all pages that have findings, by path; with `all`, also those that are not shown. */
  allReported(all = false): ReportedFindings[] {
    return [...this.#found.values()]
      .filter(found => found.reported.diagnostics.length > 0)
      .map(found => (all ? { ...found.reported, diagnostics: [...found.all], withheld: 0 } : found.reported))
      .sort((a, b) => (a.page < b.page ? -1 : 1));
  }

  /** The page was checked. */
  checked(page: string): void {
    this.due.delete(page);
    this.#checked.push(page);
  }

  /** The pages that were checked since the last call. */
  takeChecked(): string[] {
    return this.#checked.splice(0);
  }

  /** No page is due: all are checked again by other settings or another model. */
  restart(): void {
    this.due.clear();
    this.isSettling = false;
    this.#checked = [];
  }

  /** The page is gone. */
  forget(page: string): void {
    this.due.delete(page);
    this.#found.delete(page);
  }

  set(found: PageFindings): void {
    const { page, version, diagnostics } = found.reported;
    if (diagnostics.length === 0 && version === undefined) this.#found.delete(page);
    else this.#found.set(page, found);
  }
}
