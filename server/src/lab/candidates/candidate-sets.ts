import { equalLists } from '../../core/counts/equal-lists.ts';
import { addTo, removeFrom } from '../../core/counts/sets-by-key.ts';
import { Work } from '../../core/counts/work.ts';
import type { CandidateLabels } from '../../core/labels/candidate-labels.ts';
import type { GroupCounts } from '../../core/labels/group-counts.ts';
import type { UngroupedPage } from '../../core/labels/group-page.ts';
import type { NodeLabels } from '../../core/labels/node-labels.ts';
import { type GroupExtractorFactory, SiteGroup } from '../../core/model/site-group.ts';

/** Chooses the candidates of a key page (the page to label): the pages that an extractor compares it with. Pages are given by id. */
export interface CandidateChoice {
  /** Adds or replaces a page. Returns the number of pages visited. */
  put(page: UngroupedPage): number;
  /** Removes a page. Returns the number of pages visited. */
  delete(id: number): number;
  /** The candidates of a page, in an order that depends only on the site. */
  candidates(id: number): readonly number[];
  /** Returns, once, the pages whose candidates were requested before and may have changed since. */
  takeChanged(): Set<number>;
}

/** Labels a key page by a group of the page and its candidates. `work` is the number of nodes visited and keys counted. */
function labelKeyPage(
  site: GroupCounts['site'],
  extractor: GroupExtractorFactory,
  key: UngroupedPage,
  candidates: readonly UngroupedPage[],
): { labels: NodeLabels; work: number } {
  const group = new SiteGroup(site, extractor);
  let work = 0;
  for (const page of [key, ...candidates]) work += group.put(page);
  group.settle();
  return { labels: group.label(key.id), work: work + group.takeWork() };
}

/**
 * Labels each page by comparing it with its own candidates instead of the pages of its layout. Labels are computed on demand, and kept until
 * the page or one of its candidates changes.
 */
export class CandidateSets implements CandidateLabels {
  readonly #site: GroupCounts['site'];
  readonly #extractor: GroupExtractorFactory;
  readonly #choice: CandidateChoice;
  readonly #keepLabels: boolean;
  readonly #pages = new Map<number, UngroupedPage>();
  /** Returned candidates and labels, by key page. */
  readonly #known = new Map<number, { candidates: readonly number[]; labels: NodeLabels | undefined }>();
  /** Key pages in `#known` by candidate. */
  readonly #keysOf = new Map<number, Set<number>>();
  readonly #changed = new Set<number>();
  readonly #work = new Work();

  /** @param keepLabels true if labels depend only on the page and its candidates, so that they can be kept */
  constructor(site: GroupCounts['site'], extractor: GroupExtractorFactory, choice: CandidateChoice, keepLabels: boolean) {
    this.#site = site;
    this.#extractor = extractor;
    this.#choice = choice;
    this.#keepLabels = keepLabels;
  }

  put(page: UngroupedPage): number {
    this.#pages.set(page.id, page);
    this.#changed.add(page.id);
    return this.#choice.put(page);
  }

  delete(id: number): void {
    this.#pages.delete(id);
    this.#work.add(this.#choice.delete(id));
    this.#changed.add(id);
  }

  settle(): Set<number> {
    const relabel = new Set<number>();
    for (const id of this.#changed) {
      if (this.#pages.has(id)) relabel.add(id);
      for (const key of this.#keysOf.get(id) ?? []) if (this.#pages.has(key)) relabel.add(key);
      this.#forget(id);
    }
    this.#changed.clear();
    for (const id of this.#choice.takeChanged()) {
      this.#work.add(1);
      const known = this.#known.get(id);
      if (known && !equalLists(known.candidates, this.#choice.candidates(id))) relabel.add(id);
    }
    this.#work.add(relabel.size);
    for (const id of relabel) this.#forget(id);
    return relabel;
  }

  takeWork(): number {
    return this.#work.take();
  }

  label(id: number): NodeLabels {
    const known = this.#known.get(id);
    if (known?.labels) return known.labels;
    const candidates = this.#choice.candidates(id);
    const pages = candidates.map(candidate => this.#pages.get(candidate)!);
    const { labels, work } = labelKeyPage(this.#site, this.#extractor, this.#pages.get(id)!, pages);
    this.#work.add(work);
    this.#known.set(id, { candidates, labels: this.#keepLabels ? labels : undefined });
    for (const candidate of candidates) addTo(this.#keysOf, candidate, id);
    return labels;
  }

  #forget(id: number): void {
    for (const candidate of this.#known.get(id)?.candidates ?? []) removeFrom(this.#keysOf, candidate, id);
    this.#known.delete(id);
  }
}
