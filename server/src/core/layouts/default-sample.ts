import { addDistances, type BlockProfile, Blocks, profileDistance } from './default-blocks.ts';
import { layoutKeys } from './default-layout-set.ts';
import { linkNearest, nearestCluster } from './default-linkage.ts';
import type { Clusters, Dendrogram } from './dendrogram.ts';
import { cutLayouts } from './layout-cut.ts';
import { inConflict, type LayoutMarks, unitingKeys } from './layout-marks.ts';

/** Share of the distance that the bodies' start tags have; leaf paths, all paths and elements share the rest equally (docs/lab/grouping.md). */
const BODY = 0.2;
/** In a sample of so many pages or less, what one page alone has counts in full; in a larger one in proportion less. */
const FEW_PAGES = 3;

const facets = ['leaves', 'paths', 'elements'] as const;

interface Profile {
  /** One a facet. */
  facets: BlockProfile[];
  body: number;
}

/** What a sample of layouts says: which keys make a block, what two layouts are apart, and which groups there are. */
export class LayoutSample {
  /** One a facet. */
  #blocks: Blocks[];
  #bodyShare: number;
  #profiles: Profile[];
  /** The same, one list a facet. */
  #byFacet: BlockProfile[][];
  /** Of layouts whose distances were asked for. */
  #asked = new WeakMap<Float64Array, Profile>();
  #pages: readonly number[];
  #marks: readonly LayoutMarks[];
  /** The clusters that have a key which unites. */
  #byKey = new Map<number, number>();
  readonly tree: Dendrogram;
  /** Largest distance of clusters that are merged, as moved by the settings. */
  readonly threshold: number;
  /** Indices into the sample. */
  readonly clusters: Clusters;
  /** Pairs of layouts compared. */
  comparisons = 0;

  /**
   * @param sets layout sets, without repeats, in an order that depends on them alone
   * @param pages how many pages have each
   * @param moves whether the settings may move the threshold
   */
  constructor(sets: readonly Float64Array[], pages: readonly number[], threshold: number, moves: boolean) {
    const keys = sets.map(layoutKeys);
    const pageCount = pages.reduce((sum, count) => sum + count, 0);
    const lonely = Math.min(1, FEW_PAGES / pageCount);
    this.#blocks = facets.map(
      facet =>
        new Blocks(
          keys.map(layout => layout[facet]),
          pages,
          lonely,
        ),
    );
    this.#profiles = sets.map(set => this.#profile(set).profile);
    this.#byFacet = facets.map((_, facet) => this.#profiles.map(profile => profile.facets[facet]!));
    this.#pages = pages;
    // A body's start tag tells layouts apart where pages share it, and says nothing where every page has its own.
    const pagesOf = new Map<number, number>();
    for (const [index, { body }] of keys.entries()) pagesOf.set(body, (pagesOf.get(body) ?? 0) + pages[index]!);
    let sharing = 0;
    for (const count of pagesOf.values()) if (count > 1) sharing += count;
    this.#bodyShare = (BODY * (sharing + FEW_PAGES)) / (pageCount + FEW_PAGES);
    this.tree = linkNearest(
      this.#profiles.map(profile => this.#distances(profile)),
      pages,
    );
    this.#marks = keys.map(({ marks }) => marks);
    const { height, clusters } = cutLayouts(this.tree, pages, this.#marks, threshold, moves);
    this.threshold = height;
    this.clusters = clusters;
    for (const [cluster, items] of clusters.entries()) {
      // Of clusters that a key does not unite, because the settings say that they are apart, the first has it.
      for (const key of items.flatMap(item => unitingKeys(this.#marks[item]!)))
        if (!this.#byKey.has(key)) this.#byKey.set(key, cluster);
    }
  }

  /** The cluster that a layout outside the sample belongs to, or -1. */
  assign(set: Float64Array): number {
    const { marks, profile } = this.#profile(set);
    const keys = unitingKeys(marks);
    for (const key of keys) {
      const cluster = this.#byKey.get(key);
      if (cluster !== undefined && this.#fits(marks, cluster)) return cluster;
    }
    // Pages with a key of their own find each other in a sample that holds it.
    if (keys.length > 0) return -1;
    const fits = (cluster: number) => this.#fits(marks, cluster);
    return nearestCluster(this.#distances(profile), this.clusters, this.#pages, this.threshold, fits);
  }

  /** Of the layouts in the sample, of one cluster where it is given, the one nearest to a layout. */
  nearest(set: Float64Array, cluster: number): number {
    const distances = this.#distances(this.#profile(set).profile);
    return this.clusters[cluster]!.reduce((best, item) => (distances[item]! < distances[best]! ? item : best));
  }

  #fits(marks: LayoutMarks, cluster: number): boolean {
    return this.clusters[cluster]!.every(item => !inConflict(marks, this.#marks[item]!));
  }

  /** Distance of two layouts as this sample sees them, in [0,1]. */
  distance(a: Float64Array, b: Float64Array): number {
    const [from, to] = [this.#askedProfile(a), this.#askedProfile(b)];
    const sum = from.facets.reduce((all, profile, facet) => all + profileDistance(profile, to.facets[facet]!), 0);
    return this.#combine(sum, from.body !== to.body);
  }

  #askedProfile(set: Float64Array): Profile {
    let profile = this.#asked.get(set);
    if (!profile) {
      profile = this.#profile(set).profile;
      this.#asked.set(set, profile);
    }
    return profile;
  }

  #profile(set: Float64Array): { profile: Profile; marks: LayoutMarks } {
    const keys = layoutKeys(set);
    const profile = { facets: facets.map((facet, index) => this.#blocks[index]!.profile(keys[facet])), body: keys.body };
    return { profile, marks: keys.marks };
  }

  /** Distances to all layouts of the sample. */
  #distances(from: Profile): Float64Array {
    const sums = new Float64Array(this.#profiles.length);
    for (const [facet, blocks] of this.#blocks.entries())
      addDistances(sums, from.facets[facet]!, this.#byFacet[facet]!, blocks.count);
    this.comparisons += this.#profiles.length;
    return sums.map((sum, index) => this.#combine(sum, from.body !== this.#profiles[index]!.body));
  }

  /** @param sum of the distances in all facets */
  #combine(sum: number, otherBody: boolean): number {
    return ((1 - BODY) / facets.length) * sum + (otherBody ? this.#bodyShare : 0);
  }
}
