import { addDistances, type BlockProfile, Blocks, profileDistance } from './default-blocks.ts';
import { type LayoutKeys, layoutKeys } from './default-layout-set.ts';
import { linkNearest, nearestCluster } from './default-linkage.ts';
import type { Clusters, Dendrogram } from './dendrogram.ts';
import { cutLayouts, type LayoutCut, usualHeight } from './layout-cut.ts';
import { inConflict, type LayoutMarks, unitingKeys } from './layout-marks.ts';
import { thresholds } from './thresholds.ts';

const { bodyShare, fullWeightPages } = thresholds;

/** Kinds of keys, each with a distance of its own. */
const facets = ['leaves', 'paths', 'elements'] as const;

interface Profile {
  /** A profile for each facet. */
  facets: BlockProfile[];
  /** See `#bodyOf`. */
  body: number;
}

/** A sample of layouts: the blocks of their keys, the distances between layouts, and the clusters. */
export class LayoutSample {
  /** Blocks for each facet. */
  #blocks: Blocks[];
  /** Number of pages of the sample that have each body tag. */
  #pagesOfBody = new Map<number, number>();
  /** Distance that different body tags add: `bodyShare`, reduced if few pages have a body tag that others have. */
  #bodyShare: number;
  #profiles: Profile[];
  /** The profiles of the sample: a list for each facet. */
  #byFacet: BlockProfile[][];
  /** Cache of `distance`: profiles by layout set. */
  #known = new WeakMap<Float64Array, Profile>();
  #pages: readonly number[];
  #marks: readonly LayoutMarks[];
  /** Clusters by uniting key, see `unitingKeys`. */
  #byKey = new Map<number, number>();
  #tree: Dendrogram | undefined;
  /** Largest distance of clusters that are merged; corrections may have raised it above the constructor's `threshold`. */
  readonly threshold: number;
  /** Clusters of indices into the sample. */
  readonly clusters: Clusters;
  /** Pairs of layouts compared. */
  comparisons = 0;

  /**
   * @param sets layout sets, without duplicates, in an order that depends only on their content
   * @param pages number of pages that have each set
   * @param threshold largest distance, in [0,1], of clusters that are merged
   * @param moves true if the settings may move the threshold
   * @param rises true if the threshold rises until there are as few layouts as usual, see `usualHeight`
   * @param known the clusters, if the same sample was clustered before; `tree` is not made then
   */
  constructor(
    sets: readonly Float64Array[],
    pages: readonly number[],
    threshold: number,
    { moves, rises }: { readonly moves: boolean; readonly rises: boolean },
    known?: LayoutCut,
  ) {
    const keys = sets.map(layoutKeys);
    const pageCount = pages.reduce((sum, count) => sum + count, 0);
    const singlePageFactor = Math.min(1, fullWeightPages / pageCount);
    this.#blocks = facets.map(
      facet =>
        new Blocks(
          keys.map(layout => layout[facet]),
          pages,
          singlePageFactor,
        ),
    );
    // The body's start tag distinguishes layouts if pages share it, but not if every page has its own.
    const pagesOf = this.#pagesOfBody;
    for (const [index, { body }] of keys.entries()) pagesOf.set(body, (pagesOf.get(body) ?? 0) + pages[index]!);
    let sharing = 0;
    for (const count of pagesOf.values()) if (count > 1) sharing += count;
    this.#bodyShare = (bodyShare * (sharing + fullWeightPages)) / (pageCount + fullWeightPages);
    this.#profiles = sets.map(set => this.#profile(set).profile);
    this.#byFacet = facets.map((_, facet) => this.#profiles.map(profile => profile.facets[facet]!));
    this.#pages = pages;
    this.#marks = keys.map(({ marks }) => marks);
    const { height, clusters } =
      known ?? cutLayouts(this.tree, pages, this.#marks, rises ? usualHeight(this.tree, threshold) : threshold, moves);
    this.threshold = height;
    this.clusters = clusters;
    for (const [cluster, items] of clusters.entries()) {
      // If the settings separate clusters with the same key, the key belongs to the first of them.
      for (const key of items.flatMap(item => unitingKeys(this.#marks[item]!)))
        if (!this.#byKey.has(key)) this.#byKey.set(key, cluster);
    }
  }

  get tree(): Dendrogram {
    this.#tree ??= linkNearest(
      this.#profiles.map(profile => this.#distances(profile)),
      this.#pages,
    );
    return this.#tree;
  }

  /** Returns the index of the cluster that fits a layout outside the sample best; -1 if none fits. */
  assign(set: Float64Array): number {
    const { marks, profile } = this.#profile(set);
    const keys = unitingKeys(marks);
    for (const key of keys) {
      const cluster = this.#byKey.get(key);
      if (cluster !== undefined && this.#fits(marks, cluster)) return cluster;
    }
    // Pages with a uniting key join only clusters that have it.
    if (keys.length > 0) return -1;
    const fits = (cluster: number) => this.#fits(marks, cluster);
    return nearestCluster(this.#distances(profile), this.clusters, this.#pages, this.threshold, fits);
  }

  /** Returns the layout of a cluster that is nearest to a given layout, as an index into the sample. */
  nearest(set: Float64Array, cluster: number): number {
    const distances = this.#distances(this.#profile(set).profile);
    return this.clusters[cluster]!.reduce((best, item) => (distances[item]! < distances[best]! ? item : best));
  }

  #fits(marks: LayoutMarks, cluster: number): boolean {
    return this.clusters[cluster]!.every(item => !inConflict(marks, this.#marks[item]!));
  }

  /** Distance of two layouts by the blocks of this sample, in [0,1]. */
  distance(a: Float64Array, b: Float64Array): number {
    const [from, to] = [this.#knownProfile(a), this.#knownProfile(b)];
    const sum = from.facets.reduce((all, profile, facet) => all + profileDistance(profile, to.facets[facet]!), 0);
    return this.#combine(sum, from.body !== to.body);
  }

  #knownProfile(set: Float64Array): Profile {
    let profile = this.#known.get(set);
    if (!profile) {
      profile = this.#profile(set).profile;
      this.#known.set(set, profile);
    }
    return profile;
  }

  /** The body tag of a page: if no other page has it, the one without its class, id and data if a page has that (N9). */
  #bodyOf({ body, plainBody }: LayoutKeys): number {
    const isShared = (this.#pagesOfBody.get(body) ?? 0) > 1;
    return !isShared && this.#pagesOfBody.has(plainBody) ? plainBody : body;
  }

  #profile(set: Float64Array): { profile: Profile; marks: LayoutMarks } {
    const keys = layoutKeys(set);
    const profile = {
      facets: facets.map((facet, index) => this.#blocks[index]!.profile(keys[facet])),
      body: this.#bodyOf(keys),
    };
    return { profile, marks: keys.marks };
  }

  /** Distances between a profile and each layout of the sample. */
  #distances(from: Profile): Float64Array {
    const sums = new Float64Array(this.#profiles.length);
    for (const [facet, blocks] of this.#blocks.entries())
      addDistances(sums, from.facets[facet]!, this.#byFacet[facet]!, blocks.count);
    this.comparisons += this.#profiles.length;
    return sums.map((sum, index) => this.#combine(sum, from.body !== this.#profiles[index]!.body));
  }

  /**
   * The distance of two layouts.
   * @param sum of their distances in all facets
   * @param bodiesDiffer true if their bodies have different start tags
   */
  #combine(sum: number, bodiesDiffer: boolean): number {
    return ((1 - bodyShare) / facets.length) * sum + (bodiesDiffer ? this.#bodyShare : 0);
  }
}
