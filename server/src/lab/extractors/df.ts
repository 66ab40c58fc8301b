import { type Bands, type CountChange, keysWithChangedBand, PageCounts, type PageKeys } from '../../core/counts/page-counts.ts';
import { addTo, removeFrom } from '../../core/counts/sets-by-key.ts';
import { thresholds as countThresholds } from '../../core/counts/thresholds.ts';
import type { GroupChange, GroupExtractor } from '../../core/labels/extractor.ts';
import type { GroupPage } from '../../core/labels/group-page.ts';
import type { NodeLabels } from '../../core/labels/node-labels.ts';
import type { PageTree } from '../../html/tree.ts';
import { labelsByTexts } from '../content/content-labels.ts';
import type { Texts } from '../features.ts';
import { labelPaths } from '../grouping/label-paths.ts';
import { SingleLinkage } from '../grouping/linkage.ts';
import { leafPathSet } from '../grouping/path-set.ts';
import { pathShingles, tagShingles } from '../grouping/shingles.ts';
import { thresholds } from '../thresholds.ts';
import { bodyTextRanges } from './bte.ts';
import { labelsOfRanges } from './single-page.ts';

/** Options of the document-frequency detector. */
export interface DfOptions {
  readonly distance: keyof typeof thresholds.dfLinkage;
  /** Largest distance that links two pages of a training set; if negative, the published one for this kind of distance. */
  readonly threshold: number;
  /** Share of the pages of a training set, 0 to 1. A text on more of its pages is template. */
  readonly share: number;
  /** Least number of pages of a training set; pages of smaller sets are labelled by BTE. */
  readonly pages: number;
}

const structures: { readonly [Name in DfOptions['distance']]: (tree: PageTree) => Float64Array } = {
  cp: tree => {
    const paths = labelPaths(tree);
    return leafPathSet(tree, node => paths[node]!);
  },
  cps: tree => pathShingles(tree),
  ctss: tree => tagShingles(tree),
};

/** The pages of one component of the linkage, with the counts of their texts. */
class TrainingSet {
  readonly texts = new PageCounts();
  readonly pages = new Map<number, PageKeys>();
  sizeBefore = 0;
  change: CountChange = { raised: [], lowered: [] };
}

/**
 * The document-frequency detector of Gottron (2008): clusters the pages by structure (single linkage at a threshold); a text that occurs,
 * anywhere, on more than the share `share` of the pages of its cluster is template. A cluster is called training set.
 */
export class DfExtractor implements GroupExtractor<Texts> {
  readonly #options: DfOptions;
  readonly #linkage: SingleLinkage;
  readonly #layouts = new Map<number, number>();
  readonly #byLayout = new Map<number, Set<number>>();
  /** By component of the linkage. */
  readonly #sets = new Map<number, TrainingSet>();
  readonly #setOf = new Map<number, TrainingSet>();
  readonly #lanes = new Map<number, Int32Array>();
  /** Layouts of removed pages, until `settle` or a new addition of the page, so that a page that keeps its layout costs little. */
  readonly #leaving = new Map<number, number>();
  readonly #touched = new Set<TrainingSet>();

  constructor(options: DfOptions) {
    this.#options = options;
    this.#linkage = new SingleLinkage(options.threshold < 0 ? thresholds.dfLinkage[options.distance] : options.threshold);
  }

  added({ id, tree, features }: GroupPage<Texts>): void {
    const layout = this.#linkage.add(structures[this.#options.distance](tree));
    this.#layouts.set(id, layout);
    addTo(this.#byLayout, layout, id);
    this.#lanes.set(id, features.texts.hashes);
    this.#release(id);
  }

  removing({ id }: GroupPage<Texts>): void {
    const layout = this.#layouts.get(id)!;
    this.#layouts.delete(id);
    this.#lanes.delete(id);
    removeFrom(this.#byLayout, layout, id);
    this.#leaving.set(id, layout);
    this.#leave(id);
  }

  settle(change: GroupChange): Set<number> {
    for (const id of this.#leaving.keys()) this.#release(id);
    const relabel = new Set(change.pages);
    for (const component of this.#linkage.takeChanged()) {
      const layouts = this.#linkage.members(component);
      for (const layout of layouts) for (const page of this.#byLayout.get(layout)!) this.#join(page, component, relabel);
      if (layouts.size === 0) this.#sets.delete(component);
    }
    for (const page of change.pages) {
      const layout = this.#layouts.get(page);
      if (layout !== undefined) this.#join(page, this.#linkage.component(layout), relabel);
    }
    for (const set of this.#touched) this.#settleSet(set, relabel);
    this.#touched.clear();
    return relabel;
  }

  label(page: GroupPage<Texts>): NodeLabels {
    const { texts, pages } = this.#setOf.get(page.id)!;
    if (pages.size < this.#options.pages) return labelsOfRanges(page, bodyTextRanges);
    const ids = pages.get(page.id)!;
    const share = Float64Array.from(ids, id => (id < 0 ? -1 : this.#isTemplate(texts.count(id), pages.size) ? 0 : 1));
    return labelsByTexts(page.tree, share);
  }

  #isTemplate(count: number, pages: number): boolean {
    return count > this.#options.share * pages + countThresholds.tolerance;
  }

  #release(page: number): void {
    const layout = this.#leaving.get(page);
    if (layout !== undefined) this.#linkage.remove(layout);
    this.#leaving.delete(page);
  }

  /** Moves a page to the training set of a component, unless it is there already. */
  #join(page: number, component: number, relabel: Set<number>): void {
    let set = this.#sets.get(component);
    if (!set) {
      set = new TrainingSet();
      this.#sets.set(component, set);
    }
    if (this.#setOf.get(page) === set) return;
    this.#leave(page);
    set.pages.set(page, set.texts.replace(page, undefined, this.#lanes.get(page)!, set.change));
    this.#setOf.set(page, set);
    this.#touched.add(set);
    relabel.add(page);
  }

  #leave(page: number): void {
    const set = this.#setOf.get(page);
    if (!set) return;
    set.texts.replace(page, set.pages.get(page)!, undefined, set.change);
    set.pages.delete(page);
    this.#setOf.delete(page);
    this.#touched.add(set);
  }

  /** Adds to `relabel` the pages with a text whose label in this set changed. */
  #settleSet(set: TrainingSet, relabel: Set<number>): void {
    const { texts, pages, change, sizeBefore: before } = set;
    const bands: Bands = {
      before: count => (this.#isTemplate(count, before) ? 1 : 0),
      after: count => (this.#isTemplate(count, pages.size) ? 1 : 0),
      resized: before !== pages.size,
    };
    if (before >= this.#options.pages !== pages.size >= this.#options.pages) for (const page of pages.keys()) relabel.add(page);
    else for (const id of keysWithChangedBand(texts, change, bands)) texts.forEachPage(id, page => relabel.add(page));
    set.sizeBefore = pages.size;
    set.change = { raised: [], lowered: [] };
  }
}
