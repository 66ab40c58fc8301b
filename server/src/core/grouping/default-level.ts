import { LayoutSample } from './default-sample.ts';
import { compareSets } from './distinct-sets.ts';

/** A layout as a level knows it. */
export interface LevelLayout {
  readonly id: number;
  readonly set: Float64Array;
  /** Orders layouts by content, as if by chance. */
  readonly order: number;
  /** How many pages have it, translations of one page counting as one; more than two are as two, so that a sample seldom changes. */
  readonly pages: () => number;
}

/** What an update did. */
export interface LevelChange {
  /** Layouts whose cluster may be another one now: all, if the sample changed (`anew`), else those that came. */
  readonly regrouped: readonly LevelLayout[];
  readonly anew: boolean;
  /** Layouts that were left over and are not, or are gone; and layouts that came to be left over. */
  readonly noLongerLeft: readonly LevelLayout[];
  readonly left: readonly LevelLayout[];
}

const NONE = -1;

/** Order of layouts by content. */
function compareLayouts(a: LevelLayout, b: LevelLayout): number {
  return a.order - b.order || compareSets(a.set, b.set);
}

/**
 * Layouts grouped by the sample of the first of them by content (bottom-k sampling): the sample is clustered, every other layout is
 * assigned to a cluster, and those that fit none are left over. What a level says depends on the layouts that it holds alone.
 */
export class GroupingLevel {
  #sampleSize: number;
  #threshold: number;
  /** By content. */
  #layouts: LevelLayout[] = [];
  #clusterOf = new Map<number, number>();
  #sample: LayoutSample | undefined;
  /** The layouts that the sample was made of, and how many pages each had. */
  #sampled: { layouts: LevelLayout[]; pages: number[] } = { layouts: [], pages: [] };
  #compared = 0;

  constructor(sampleSize: number, threshold: number) {
    this.#sampleSize = sampleSize;
    this.#threshold = threshold;
  }

  /** Pairs of layouts compared since the start. */
  get comparisons(): number {
    return this.#compared + (this.#sample?.comparisons ?? 0);
  }

  get sample(): LayoutSample | undefined {
    return this.#sample;
  }

  /** Cluster of a layout: a number that means nothing once the sample has changed; -1 for one left over. */
  cluster(layout: number): number {
    return this.#clusterOf.get(layout) ?? NONE;
  }

  /** Takes layouts out and in, and looks at the page counts again. */
  update(removed: readonly LevelLayout[], added: readonly LevelLayout[]): LevelChange {
    const leftBefore = removed.filter(({ id }) => this.cluster(id) === NONE);
    for (const layout of removed) {
      this.#layouts.splice(this.#position(layout), 1);
      this.#clusterOf.delete(layout.id);
    }
    if (added.length > this.#layouts.length) this.#layouts = [...this.#layouts, ...added].sort(compareLayouts);
    else for (const layout of added) this.#layouts.splice(this.#position(layout), 0, layout);
    const layouts = this.#layouts.slice(0, this.#sampleSize);
    const pages = layouts.map(layout => layout.pages());
    const { layouts: known, pages: knownPages } = this.#sampled;
    if (layouts.length === known.length && layouts.every((layout, i) => layout === known[i] && pages[i] === knownPages[i])) {
      for (const layout of added) this.#clusterOf.set(layout.id, this.#sample!.assign(layout.set));
      const left = added.filter(({ id }) => this.cluster(id) === NONE);
      return { regrouped: added, anew: false, noLongerLeft: leftBefore, left };
    }
    const old = this.#layouts.filter(({ id }) => this.#clusterOf.get(id) === NONE);
    this.#learn(layouts, pages);
    const left = this.#layouts.filter(({ id }) => this.cluster(id) === NONE);
    const [was, is] = [new Set(old), new Set(left)];
    return {
      regrouped: this.#layouts,
      anew: true,
      noLongerLeft: [...leftBefore, ...old.filter(layout => !is.has(layout))],
      left: left.filter(layout => !was.has(layout)),
    };
  }

  #learn(layouts: LevelLayout[], pages: number[]): void {
    this.#compared = this.comparisons;
    this.#sampled = { layouts, pages };
    this.#clusterOf.clear();
    this.#sample =
      layouts.length === 0
        ? undefined
        : new LayoutSample(
            layouts.map(({ set }) => set),
            pages,
            this.#threshold,
          );
    for (const [cluster, items] of (this.#sample?.clusters ?? []).entries())
      for (const item of items) this.#clusterOf.set(layouts[item]!.id, cluster);
    for (const layout of this.#layouts.slice(layouts.length)) this.#clusterOf.set(layout.id, this.#sample!.assign(layout.set));
  }

  /** Where a layout is, or would be. */
  #position(layout: LevelLayout): number {
    let low = 0;
    let high = this.#layouts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareLayouts(this.#layouts[middle]!, layout) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
