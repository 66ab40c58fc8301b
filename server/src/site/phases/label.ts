import type { PageRegions } from 'templens-shared/stream';
import { type PageVerdicts, pageVerdicts, withDeviating } from '../../core/findings/verdicts.ts';
import type { NodeLabels } from '../../core/labels/node-labels.ts';
import { pageLabels, templateShare } from '../../core/labels/page-labels.ts';
import { pageRegions } from '../../core/labels/regions.ts';
import type { KnownFindings } from '../known-findings.ts';
import { isMerged } from '../page-store.ts';
import type { PartCatalog } from '../part-catalog.ts';
import type { SiteState } from '../site-state.ts';
import type { Phase } from './phase.ts';

/** From so many pages on, progress is reported. */
const MANY = 25;

/** Works out labels, and says them: the lines of all pages where these are wanted, and the regions of open pages. */
export class LabelPhase implements Phase {
  readonly #state: SiteState;
  readonly #parts: PartCatalog;
  /** What deviates comes out of findings, where they are wanted. */
  readonly #findings: KnownFindings | undefined;
  readonly #due = new Set<string>();
  readonly #regionsDue = new Set<string>();
  /** Pages whose lines were said. */
  readonly #said = new Set<string>();
  /** What was reported to deviate on open pages. */
  readonly #deviating = new Map<string, string>();
  /** The parts that were reported with the regions of each open page, as JSON. */
  readonly #saidParts = new Map<string, string>();
  /** Pages that take too many steps to label, with the problem that was reported. */
  readonly #skipped = new Map<string, string>();
  #total = 0;

  constructor(state: SiteState, parts: PartCatalog, findings: KnownFindings | undefined) {
    this.#state = state;
    this.#parts = parts;
    this.#findings = findings;
  }

  get due(): number {
    return this.#due.size + this.#regionsDue.size;
  }

  /** Open pages wait for their regions to be said. */
  get open(): number {
    return this.#regionsDue.size;
  }

  /** Those of them that have nodes that deviate: checked first, these do not vanish between two messages. */
  get deviating(): string[] {
    return [...this.#regionsDue].filter(page => this.#deviating.has(page));
  }

  lower(page: string): void {
    const { store, model, wanted } = this.#state;
    const record = store.get(page);
    if (!record || !model.has(page)) {
      this.#forget(page);
      return;
    }
    store.unclassify(record);
    if (record.buffer && wanted.regions) this.#regionsDue.add(page);
    if (wanted.labels) this.#due.add(page);
  }

  /** The page is open with another text, or version. */
  opened(page: string): void {
    if (this.#state.wanted.regions) this.#regionsDue.add(page);
  }

  closed(page: string): void {
    this.#regionsDue.delete(page);
    this.#deviating.delete(page);
    this.#saidParts.delete(page);
  }

  /** The page was parsed anew, and what the model has of it is the same. */
  same(page: string): void {
    const record = this.#state.store.get(page);
    if (record?.state === 'merged' && this.#said.has(page) && !this.#due.has(page)) this.#state.store.raise(record, 'classified');
  }

  /** Pages were checked: the regions of those that are open are said anew where other parts of them deviate. */
  checked(pages: readonly string[]): void {
    if (!this.#state.wanted.regions) return;
    for (const page of pages) {
      const isOpen = this.#state.store.get(page)?.buffer && this.#state.model.has(page);
      if (isOpen && !this.#regionsDue.has(page) && this.#noteDeviating(page)) this.#regionsDue.add(page);
    }
  }

  /** Parts changed: the regions of open pages are said anew where what is said of their parts changed. */
  partsChanged(): void {
    for (const [page, said] of this.#saidParts) {
      if (this.#regionsDue.has(page)) continue;
      if (this.#state.model.has(page) && JSON.stringify(this.#parts.onPage(page)) !== said) this.#regionsDue.add(page);
    }
  }

  /** The regions of all open pages are to be said anew. */
  sayAgain(): void {
    for (const page of this.#saidParts.keys()) this.#regionsDue.add(page);
  }

  /** Gives the pages whose labels are known again. */
  slice(budget: number): readonly string[] {
    const labelled: string[] = [];
    this.#sayRegions();
    this.#total = Math.max(this.#total, this.#due.size);
    let left = budget;
    for (const page of this.#due) {
      if (left-- <= 0) break;
      this.#due.delete(page);
      if (this.#state.journal.during(page, () => this.#label(page))) labelled.push(page);
    }
    if (budget > 0 && this.#total > MANY) {
      const done = this.#total - this.#due.size;
      this.#state.say({ event: 'progress', phase: 'classify', done, total: this.#total });
    }
    if (this.#due.size === 0) this.#total = 0;
    return labelled;
  }

  /** The page's regions, its group and its parts. */
  regions(page: string): PageRegions {
    const { model } = this.#state;
    const { tree, directives } = model.shown(page);
    const labels = model.labels(page);
    this.#noteSteps(page, labels);
    const { label } = labels;
    const { template, layout, size } = model.group(page);
    const { deviating, absences } = this.verdicts(page);
    const regions = withDeviating(pageRegions(tree, label, directives), deviating);
    const parts = this.#parts.onPage(page) ?? [];
    const share = templateShare(tree, label);
    return { regions, absences: [...absences], template, layout, pages: size, templateShare: share, parts };
  }

  /** Verdicts on a page's nodes; deviations are known only while the page's findings are those of its present text. */
  verdicts(page: string): PageVerdicts {
    const { model } = this.#state;
    const findings = this.#findings?.isDue(page) ? undefined : this.#findings?.of(page);
    return pageVerdicts(model.shown(page).tree, model.labels(page).label, findings ?? []);
  }

  #forget(page: string): void {
    this.#due.delete(page);
    this.#skipped.delete(page);
    if (this.#saidParts.has(page)) this.#state.say({ event: 'unlabelled', page });
    this.closed(page);
    if (this.#said.delete(page)) this.#state.say({ event: 'page', change: 'remove', page });
  }

  /** Works the page's labels out, and says them; false if they are not out of date, or the page changed once more. */
  #label(page: string): boolean {
    const { store, model } = this.#state;
    const record = store.get(page);
    if (!isMerged(record)) return false;
    const { template, layout, size } = model.group(page);
    const labels = model.labels(page);
    this.#noteSteps(page, labels);
    const line = pageLabels(page, { template, layout, pages: size }, model.shown(page).tree, labels);
    // Else a question had it checked already.
    if (record.state === 'merged') store.raise(record, 'classified');
    this.#state.say({ event: 'page', change: this.#said.has(page) ? 'change' : 'add', ...line });
    this.#said.add(page);
    return true;
  }

  /** Reports, once, that a page is not labelled because that takes too many steps. */
  #noteSteps(page: string, { tooManySteps }: NodeLabels): void {
    if (tooManySteps === undefined) {
      this.#skipped.delete(page);
      return;
    }
    const message = `${page} is not labelled: ${tooManySteps} to label.`;
    if (this.#skipped.get(page) !== message) this.#state.problem('warning', page, message);
    this.#skipped.set(page, message);
  }

  /** Says the regions of open pages; those whose text changed are the first in the set. */
  #sayRegions(): void {
    const { store, model, wanted, journal } = this.#state;
    for (const page of this.#regionsDue) {
      const record = store.get(page);
      if (!record?.buffer || !model.has(page)) continue;
      const regions = journal.during(page, () => this.regions(page));
      this.#saidParts.set(page, JSON.stringify(regions.parts));
      this.#state.say({ event: 'regions', page, version: record.buffer.version, ...regions });
      this.#noteDeviating(page);
      if (!wanted.labels && record.state === 'merged') store.raise(record, 'classified');
    }
    this.#regionsDue.clear();
  }

  /** Remembers what deviates on an open page; returns whether that is new. */
  #noteDeviating(page: string): boolean {
    const { deviating, absences } = this.verdicts(page);
    const isNone = deviating.length + absences.length === 0;
    const now = isNone ? '' : JSON.stringify([deviating, absences]);
    const before = this.#deviating.get(page) ?? '';
    if (isNone) this.#deviating.delete(page);
    else this.#deviating.set(page, now);
    return now !== before;
  }
}
