import { type BlockProfile, Blocks, profileDistance, profileDistances } from './default-blocks.ts';
import { layoutKeys } from './default-layout-set.ts';
import { type Clusters, clusterByNearest, nearestCluster } from './default-linkage.ts';

/** Shares of the distance: leaf paths, all paths, the body's start tag (docs/grouping.md). */
const LEAVES = 0.4;
const PATHS = 0.4;
const BODY = 0.2;
/** In a sample of so many pages or less, what one page alone has counts in full; in a larger one in proportion less. */
const FEW_PAGES = 3;

interface Profile {
  leaves: BlockProfile;
  paths: BlockProfile;
  body: number;
}

/** What a sample of layouts says: which keys make a block, what two layouts are apart, and which groups there are. */
export class LayoutSample {
  #leaves: Blocks;
  #paths: Blocks;
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
    this.#leaves = new Blocks(
      keys.map(({ leaves }) => leaves),
      pages,
      lonely,
    );
    this.#paths = new Blocks(
      keys.map(({ paths }) => paths),
      pages,
      lonely,
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
    return this.#combine(profileDistance(from.leaves, to.leaves), profileDistance(from.paths, to.paths), from.body !== to.body);
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
    const { leaves, paths, body } = layoutKeys(set);
    return { leaves: this.#leaves.profile(leaves), paths: this.#paths.profile(paths), body };
  }

  /** Distances to all layouts of the sample. */
  #distances(from: Profile): Float64Array {
    const leaves = profileDistances(
      from.leaves,
      this.#profiles.map(({ leaves }) => leaves),
      this.#leaves.count,
    );
    const paths = profileDistances(
      from.paths,
      this.#profiles.map(({ paths }) => paths),
      this.#paths.count,
    );
    this.comparisons += this.#profiles.length;
    return leaves.map((distance, index) => this.#combine(distance, paths[index]!, from.body !== this.#profiles[index]!.body));
  }

  #combine(leaves: number, paths: number, otherBody: boolean): number {
    return LEAVES * leaves + PATHS * paths + (otherBody ? this.#bodyShare : 0);
  }
}
