import { type BlockProfile, Blocks, profileDistance, profileDistances } from './default-blocks.ts';
import { layoutKeys } from './default-layout-set.ts';
import { type Clusters, clusterByNearest, nearestCluster } from './default-linkage.ts';

/** Share of the distance that the bodies' start tags have; leaf paths, all paths and elements share the rest equally (docs/grouping.md). */
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
  /** Of layouts whose distances were asked for. */
  #asked = new WeakMap<Float64Array, Profile>();
  #pages: readonly number[];
  #threshold: number;
  /** Indices into the sample. */
  readonly clusters: Clusters;
  /** Pairs of layouts compared. */
  comparisons = 0;

  /**
   * @param sets layout sets, without repeats, in an order that depends on them alone
   * @param pages how many pages have each
   */
  constructor(sets: readonly Float64Array[], pages: readonly number[], threshold: number) {
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
    this.#profiles = sets.map(set => this.#profile(set));
    this.#pages = pages;
    this.#threshold = threshold;
    // A body's start tag tells layouts apart where pages share it, and says nothing where every page has its own.
    const pagesOf = new Map<number, number>();
    for (const [index, { body }] of keys.entries()) pagesOf.set(body, (pagesOf.get(body) ?? 0) + pages[index]!);
    let sharing = 0;
    for (const count of pagesOf.values()) if (count > 1) sharing += count;
    this.#bodyShare = (BODY * (sharing + FEW_PAGES)) / (pageCount + FEW_PAGES);
    this.clusters = clusterByNearest(
      this.#profiles.map(profile => this.#distances(profile)),
      pages,
      threshold,
    );
  }

  /** The cluster that a layout outside the sample belongs to, or -1. */
  assign(set: Float64Array): number {
    return nearestCluster(this.#distances(this.#profile(set)), this.clusters, this.#pages, this.#threshold);
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
      profile = this.#profile(set);
      this.#asked.set(set, profile);
    }
    return profile;
  }

  #profile(set: Float64Array): Profile {
    const keys = layoutKeys(set);
    return { facets: facets.map((facet, index) => this.#blocks[index]!.profile(keys[facet])), body: keys.body };
  }

  /** Distances to all layouts of the sample. */
  #distances(from: Profile): Float64Array {
    const sums = new Float64Array(this.#profiles.length);
    for (const [facet, blocks] of this.#blocks.entries()) {
      const distances = profileDistances(
        from.facets[facet]!,
        this.#profiles.map(profile => profile.facets[facet]!),
        blocks.count,
      );
      for (let i = 0; i < sums.length; i++) sums[i]! += distances[i]!;
    }
    this.comparisons += this.#profiles.length;
    return sums.map((sum, index) => this.#combine(sum, from.body !== this.#profiles[index]!.body));
  }

  /** @param sum of the distances in all facets */
  #combine(sum: number, otherBody: boolean): number {
    return ((1 - BODY) / facets.length) * sum + (otherBody ? this.#bodyShare : 0);
  }
}
