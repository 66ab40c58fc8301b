import { pageLabels } from '../../core/labels/page-labels.ts';
import { isMerged } from '../page-store.ts';
import type { PartCatalog } from '../part-catalog.ts';
import type { RegionBuilder } from '../region-builder.ts';
import type { ReportedRegions } from '../reported-regions.ts';
import type { SiteState } from '../site-state.ts';
import type { Phase, PhaseEvent, Scope, SettledEvent } from './phase.ts';

/** Number of pages from which progress is reported. */
const MANY = 25;

/** Labels pages and reports them: the `page` events of all pages if these are wanted, and the `regions` events of open pages. */
export class LabelPhase implements Phase {
  readonly #state: SiteState;
  readonly #parts: PartCatalog;
  readonly #builder: RegionBuilder;
  readonly #reported: ReportedRegions;
  /** Pages whose `page` events (their lines) are to be reported. */
  readonly #due = new Set<string>();
  /** Pages whose last `page` event did not remove them. */
  readonly #lines = new Set<string>();
  /** Largest number of due pages since no page was due, for progress. */
  #total = 0;

  constructor(state: SiteState, parts: PartCatalog, builder: RegionBuilder, reported: ReportedRegions) {
    this.#state = state;
    this.#parts = parts;
    this.#builder = builder;
    this.#reported = reported;
  }

  due(scope: Scope): number {
    return this.#reported.due.size + (scope === 'open' ? 0 : this.#due.size);
  }

  handle(event: PhaseEvent): void {
    if (event.kind === 'opened') {
      if (this.#state.wanted.regions) this.#reported.due.add(event.page);
    } else if (event.kind === 'closed') this.#reported.forget(event.page);
    else if (event.kind === 'settings') {
      if (event.change.differs('parts')) for (const page of this.#reported.pages) this.#reported.due.add(page);
    } else if (event.kind === 'unchanged') for (const page of event.pages) this.#unchanged(page);
    else if (event.kind === 'settled') this.#settled(event);
    else if (event.kind === 'checked') for (const page of event.pages) this.#checked(page);
  }

  /** Reports the regions of open pages; with the scope `all` also the lines of `budget` pages. */
  slice(budget: number, scope: Scope): readonly PhaseEvent[] {
    this.#reportRegions();
    this.#total = Math.max(this.#total, this.#due.size);
    const labelled: string[] = [];
    if (scope === 'all') this.#reportLines(budget, labelled);
    if (this.#due.size === 0) this.#total = 0;
    return [{ kind: 'labelled', pages: labelled }];
  }

  /** Reports the lines of `budget` pages, and adds those pages to `labelled`. */
  #reportLines(budget: number, labelled: string[]): void {
    let left = budget;
    for (const page of this.#due) {
      if (left-- <= 0) break;
      this.#due.delete(page);
      if (this.#state.crashNote.during(page, () => this.#reportLine(page))) labelled.push(page);
    }
    if (this.#total <= MANY) return;
    const done = this.#total - this.#due.size;
    this.#state.emit({ event: 'progress', phase: 'classify', done, total: this.#total });
  }

  /** Labels a page and reports its line. Returns false if the page is gone or waits to be parsed or merged again. */
  #reportLine(page: string): boolean {
    const { store, model } = this.#state;
    const record = store.get(page);
    if (!isMerged(record)) return false;
    const { template, layout, size } = model.group(page);
    const labels = this.#builder.labels(page);
    const line = pageLabels(page, { template, layout, pages: size }, model.shown(page).tree, labels);
    // A question may have had the page checked already.
    if (record.state === 'merged') store.raise(record, 'classified');
    this.#state.emit({ event: 'page', change: this.#lines.has(page) ? 'change' : 'add', ...line });
    this.#lines.add(page);
    return true;
  }

  /** Reports the regions of the open pages that are due. */
  #reportRegions(): void {
    const { store, model, wanted, crashNote } = this.#state;
    for (const page of this.#reported.due) {
      const record = store.get(page);
      if (!record?.buffer || !model.has(page)) continue;
      const regions = crashNote.during(page, () => this.#builder.regions(page));
      this.#reported.setParts(page, regions.parts);
      const { version } = record.buffer;
      this.#state.emit({ event: 'regions', page, version, isHalfTyped: record.halfTyped, ...regions });
      this.#reported.setDeviating(page, this.#builder.verdicts(page));
      if (!wanted.labels && record.state === 'merged') store.raise(record, 'classified');
    }
    this.#reported.due.clear();
  }

  /** Makes pages due after a change of the model: those with other labels, and open pages with other parts. */
  #settled({ pages, change }: SettledEvent): void {
    for (const page of pages) this.#lower(page);
    if (!change.parts) return;
    for (const page of this.#reported.pages) {
      const isDue = this.#reported.due.has(page) || !this.#state.model.has(page);
      if (!isDue && this.#reported.hasOtherParts(page, this.#parts.onPage(page))) this.#reported.due.add(page);
    }
  }

  /** Makes a page due, because its labels may have changed; forgets a page that is gone. */
  #lower(page: string): void {
    const { store, model, wanted } = this.#state;
    const record = store.get(page);
    if (!record || !model.has(page)) {
      this.#forget(page);
      return;
    }
    store.unclassify(record);
    if (record.buffer && wanted.regions) this.#reported.due.add(page);
    if (wanted.labels) this.#due.add(page);
  }

  /** Raises a page that was parsed again without a change: its labels were reported. */
  #unchanged(page: string): void {
    const record = this.#state.store.get(page);
    if (record?.state === 'merged' && this.#lines.has(page) && !this.#due.has(page))
      this.#state.store.raise(record, 'classified');
  }

  /** Reports the regions of an open page again if something else deviates than was reported. */
  #checked(page: string): void {
    const { store, model, wanted } = this.#state;
    if (!wanted.regions || !store.get(page)?.buffer || !model.has(page) || this.#reported.due.has(page)) return;
    if (this.#reported.setDeviating(page, this.#builder.verdicts(page))) this.#reported.due.add(page);
  }

  /** Drops everything known of a page, and reports that it has no labels. */
  #forget(page: string): void {
    this.#due.delete(page);
    this.#builder.forget(page);
    if (this.#reported.has(page)) this.#state.emit({ event: 'unlabelled', page });
    this.#reported.forget(page);
    if (this.#lines.delete(page)) this.#state.emit({ event: 'page', change: 'remove', page });
  }
}
