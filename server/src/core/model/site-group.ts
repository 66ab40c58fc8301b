import { TooManySteps, withStepLimit } from '../../html/steps.ts';
import { type CountChange, distinctKeys, type PageKeys } from '../counts/page-counts.ts';
import { PagedCounts } from '../counts/paged-counts.ts';
import type { PageDirectives } from '../directives/page-directives.ts';
import type { GroupChange, GroupExtractor, PageScores } from '../labels/extractor.ts';
import type { GroupCounts } from '../labels/group-counts.ts';
import { GroupPage, type UngroupedPage } from '../labels/group-page.ts';
import type { NodeLabels } from '../labels/node-labels.ts';
import { StyleTree } from '../labels/style-tree.ts';
import { undecidedLabels } from '../labels/undecided.ts';

/** How the labels of a group are made, see `PreparedExtractor`. */
export interface ExtractorOfGroup {
  readonly make: (counts: GroupCounts) => GroupExtractor;
  readonly usesStyles: boolean;
}

/** A page as it is put into a group. */
export interface GroupedPage extends UngroupedPage {
  readonly hash: number;
  /** Equal for pages that are translations of each other. */
  readonly translations: number;
  readonly directives: PageDirectives | undefined;
  /** -1 before the page is put in. */
  layout: number;
  group: SiteGroup | undefined;
}

/** Pages that are compared with one another, mostly a layout, and what is counted over them. */
export class SiteGroup implements GroupCounts {
  readonly pages = new Map<number, GroupPage>();
  styles: StyleTree | undefined;
  readonly nodes = new PagedCounts();
  readonly places = new PagedCounts();
  readonly site: GroupCounts['site'];
  readonly #extractor: GroupExtractor;
  #changedPages = new Set<number>();
  #sizeBefore = 0;
  #allChanged = false;
  #nodeChange: CountChange = { raised: [], lowered: [] };

  /** @param extractor makes the labels; the style tree is kept from the start only where it reads that. */
  constructor(site: GroupCounts['site'], { make, usesStyles }: ExtractorOfGroup) {
    this.site = site;
    if (usesStyles) this.styles = new StyleTree();
    this.#extractor = make(this);
  }

  /** Adds a page, or replaces it. Gives the number of tree nodes visited and keys counted. */
  put(page: UngroupedPage): number {
    const work = this.#takeOut(page.id);
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

  /** Takes a page out. */
  delete(id: number): number {
    const work = this.#takeOut(id);
    this.pages.delete(id);
    this.#changedPages.add(id);
    return work;
  }

  #takeOut(id: number): number {
    const page = this.pages.get(id);
    if (!page) return 0;
    this.#extractor.removing(page);
    this.styles?.remove(page.tree, page.elements);
    const counted =
      countOut(this.nodes, page.nodes, this.#recorded(this.#nodeChange)) + countOut(this.places, page.places, undefined);
    return page.elements.length + counted;
  }

  /** Where half of the group changes, all of it is labelled anew, and from then on it does not matter which keys change. */
  #recorded(change: CountChange): CountChange | undefined {
    if (this.#changedPages.size * 2 >= this.pages.size) this.#allChanged = true;
    return this.#allChanged ? undefined : change;
  }

  /** Pages of the group whose labels may have changed since the last call. */
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

  /** Keys that `settle` visited since the last call. */
  takeWork(): number {
    return this.#extractor.takeWork?.() ?? 0;
  }

  /**
   * Labels of one of its pages as of the last `settle`; undecided where they take more steps than the page's length allows.
   * @param scores what `scores` gave since then, if it was asked
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

  /** The scores of one of its pages that are pooled over the site; undefined where the extractor pools none. */
  scores(id: number): PageScores | undefined {
    return this.#extractor.scores?.(this.pages.get(id)!);
  }
}

/** Gives the number of keys. */
function countIn(counts: PagedCounts, keys: PageKeys, change: CountChange | undefined): number {
  const distinct = distinctKeys(keys);
  for (const id of distinct) {
    counts.increment(id);
    change?.raised.push(id);
  }
  return distinct.length;
}

function countOut(counts: PagedCounts, keys: PageKeys, change: CountChange | undefined): number {
  const distinct = distinctKeys(keys);
  for (const id of distinct) {
    counts.decrement(id);
    change?.lowered.push(id);
  }
  return distinct.length;
}
