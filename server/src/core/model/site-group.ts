import { TooManySteps, withStepLimit } from '../../html/steps.ts';
import { ChunkedCounts } from '../counts/chunked-counts.ts';
import { type CountChange, distinctKeys, type PageKeys } from '../counts/page-counts.ts';
import type { PageDirectives } from '../directives/page-directives.ts';
import type { GroupChange, GroupExtractor, PageScores } from '../labels/extractor.ts';
import type { GroupCounts } from '../labels/group-counts.ts';
import { GroupPage, type UngroupedPage } from '../labels/group-page.ts';
import type { NodeLabels } from '../labels/node-labels.ts';
import { StyleTree } from '../labels/style-tree.ts';
import { undecidedLabels } from '../labels/undecided.ts';

/** Makes the extractor of a group; a part of `PreparedExtractor`. */
export interface GroupExtractorFactory {
  readonly make: (counts: GroupCounts) => GroupExtractor;
  readonly usesStyles: boolean;
}

/** A page with the data that its group and its layout depend on. */
export interface GroupedPage extends UngroupedPage {
  /** 53-bit hash of its path. */
  readonly hash: number;
  /** 53-bit hash that is equal for pages that are translations of each other, see `translationKey`. */
  readonly translations: number;
  readonly directives: PageDirectives | undefined;
  /** Number of the page's layout set in the `Grouping`; -1 before the page is added. */
  layoutSet: number;
  /** Group of the page; undefined before the first `settle` after the page was added. */
  group: SiteGroup | undefined;
}

/** A set of pages that are compared with each other (usually the pages of a layout), with their counts and their extractor. */
export class SiteGroup implements GroupCounts {
  readonly pages = new Map<number, GroupPage>();
  styles: StyleTree | undefined;
  readonly nodes = new ChunkedCounts();
  readonly places = new ChunkedCounts();
  readonly site: GroupCounts['site'];
  readonly #extractor: GroupExtractor;
  /** Changes since the last `settle`; `#nodeChange` is incomplete if `#allChanged`. */
  #changedPages = new Set<number>();
  #sizeBefore = 0;
  #allChanged = false;
  #nodeChange: CountChange = { raised: [], lowered: [] };

  /** @param extractor makes the group's extractor. The style tree is kept from the start only if the extractor reads it. */
  constructor(site: GroupCounts['site'], { make, usesStyles }: GroupExtractorFactory) {
    this.site = site;
    if (usesStyles) this.styles = new StyleTree();
    this.#extractor = make(this);
  }

  /** Adds a page, or replaces it. Returns the number of tree nodes visited and keys counted. */
  put(page: UngroupedPage): number {
    const work = this.#uncount(page.id);
    const grouped = new GroupPage(page, this.styles?.add(page.packed.tree, page.hashes.styles));
    const counted =
      countIn(this.nodes, grouped.nodes, this.#recorded(this.#nodeChange)) + countIn(this.places, grouped.places, undefined);
    this.pages.set(page.id, grouped);
    this.#changedPages.add(page.id);
    this.#extractor.added(grouped);
    return work + grouped.elements.length + counted;
  }

  readStyles(): StyleTree {
    if (!this.styles) {
      this.styles = new StyleTree();
      for (const page of this.pages.values()) page.elements = this.styles.add(page.tree, page.styles);
    }
    return this.styles;
  }

  /** Removes a page. Returns the number of tree nodes visited and keys counted. */
  delete(id: number): number {
    const work = this.#uncount(id);
    this.pages.delete(id);
    this.#changedPages.add(id);
    return work;
  }

  /** Removes a page from the counts, the style tree and the extractor. */
  #uncount(id: number): number {
    const page = this.pages.get(id);
    if (!page) return 0;
    this.#extractor.removing(page);
    this.styles?.remove(page.tree, page.elements);
    const counted =
      countOut(this.nodes, page.nodes, this.#recorded(this.#nodeChange)) + countOut(this.places, page.places, undefined);
    return page.elements.length + counted;
  }

  /** Returns `change`, or undefined once half of the group's pages changed: then all pages are labelled again, and changed keys need no record. */
  #recorded(change: CountChange): CountChange | undefined {
    if (this.#changedPages.size * 2 >= this.pages.size) this.#allChanged = true;
    return this.#allChanged ? undefined : change;
  }

  /** Returns the ids of the pages whose labels may have changed since the last call. */
  settle(): Set<number> {
    const change: GroupChange = {
      sizeBefore: this.#sizeBefore,
      all: this.#allChanged,
      pages: this.#changedPages,
      nodes: this.#nodeChange,
    };
    const relabel = this.#extractor.settle(change);
    this.#sizeBefore = this.pages.size;
    this.#changedPages = new Set();
    this.#allChanged = false;
    this.#nodeChange = { raised: [], lowered: [] };
    for (const id of relabel) if (!this.pages.has(id)) relabel.delete(id);
    return relabel;
  }

  /** Returns the number of keys that `settle` visited since the last call. */
  takeWork(): number {
    return this.#extractor.takeWork?.() ?? 0;
  }

  /**
   * Returns the labels of a page as of the last `settle`. If labelling takes more steps than the page's length allows, no node is decided and
   * `tooManySteps` is set.
   * @param scores the result of `scores`, if it was called since then; saves work.
   */
  label(id: number, scores?: PageScores): NodeLabels {
    const page = this.pages.get(id)!;
    try {
      return withStepLimit(page.packed.sourceLength, () => this.#extractor.label(page, scores));
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error;
      return { ...undecidedLabels(page.tree), tooManySteps: error.message };
    }
  }

  /** Returns the scores of a page that are pooled over the site; undefined if the extractor does not pool scores. */
  scores(id: number): PageScores | undefined {
    return this.#extractor.scores?.(this.pages.get(id)!);
  }
}

/** Counts a page's distinct keys, and records them as raised. Returns their number. */
function countIn(counts: ChunkedCounts, keys: PageKeys, change: CountChange | undefined): number {
  const distinct = distinctKeys(keys);
  for (const id of distinct) {
    counts.increment(id);
    change?.raised.push(id);
  }
  return distinct.length;
}

/** Undoes `countIn`, and records the keys as lowered. */
function countOut(counts: ChunkedCounts, keys: PageKeys, change: CountChange | undefined): number {
  const distinct = distinctKeys(keys);
  for (const id of distinct) {
    counts.decrement(id);
    change?.lowered.push(id);
  }
  return distinct.length;
}
