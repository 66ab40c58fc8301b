import { equalLists } from '../../core/counts/equal-lists.ts';
import { addTo, takeFrom } from '../../core/counts/sets-by-key.ts';
import { Work } from '../../core/counts/work.ts';
import type { CandidateLabels } from '../../core/labels/candidate-labels.ts';
import type { GroupCounts } from '../../core/labels/group-counts.ts';
import type { UngroupedPage } from '../../core/labels/group-page.ts';
import type { NodeLabels } from '../../core/labels/node-labels.ts';
import { type ExtractorOfGroup, SiteGroup } from '../../core/model/site-group.ts';

/** Chooses the pages that a key page is compared with. */
export interface CandidateChoice {
  /** Adds or replaces a page. Gives the pages visited. */
  put(page: UngroupedPage): number;
  /** Takes a page out. Gives the pages visited. */
  delete(id: number): number;
  /** The candidates of a page, in an order that depends on the site alone. */
  candidates(id: number): readonly number[];
  /** Pages that `candidates` was asked for since they came and whose candidates may be others now; empties the list. */
  takeChanged(): Set<number>;
}

/** Labels of a key page compared with its candidates, and with them only; and the nodes visited and keys counted. */
function labelKeyPage(
  site: GroupCounts['site'],
  extractor: ExtractorOfGroup,
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
 * Every page is a key page with candidates of its own. Labels are worked out when they are asked for, and kept until the page or one of
 * its candidates changes.
 */
export class CandidateSets implements CandidateLabels {
  readonly #site: GroupCounts['site'];
  readonly #extractor: ExtractorOfGroup;
  readonly #choice: CandidateChoice;
  readonly #keepLabels: boolean;
  readonly #pages = new Map<number, UngroupedPage>();
  /** What was given out, by key page. */
  readonly #known = new Map<number, { candidates: readonly number[]; labels: NodeLabels | undefined }>();
  /** Key pages in `#known` by candidate. */
  readonly #keysOf = new Map<number, Set<number>>();
  readonly #changed = new Set<number>();
  readonly #work = new Work();

  /** @param keepLabels labels depend on the page and its candidates alone. */
  constructor(site: GroupCounts['site'], extractor: ExtractorOfGroup, choice: CandidateChoice, keepLabels: boolean) {
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
    for (const candidate of this.#known.get(id)?.candidates ?? []) takeFrom(this.#keysOf, candidate, id);
    this.#known.delete(id);
  }
}
