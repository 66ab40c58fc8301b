import { LayoutSample } from './default-sample.ts';
import type { Clusters, Dendrogram } from './dendrogram.ts';
import { compareSets } from './distinct-sets.ts';
import type { FrozenLevel, TreeNode } from './grouping.ts';
import { limits } from './thresholds.ts';

/** A layout, with what a level needs to know about it. */
export interface LevelLayout {
  readonly id: number;
  readonly set: Float64Array;
  /** Sort key: a pseudo-random number that depends only on the set; lower than all others for pages that the settings name. */
  readonly order: number;
  /** Number of pages that have the layout, at most two, with translations of a page as one, see `TranslationSets.weight`. */
  readonly pages: () => number;
}

/** What an update of a level changed, see `GroupingLevel.update`. */
export interface LevelChange {
  /** Layouts whose cluster may have changed: all if the sample changed (`anew`), else the added ones. */
  readonly regrouped: readonly LevelLayout[];
  /** True if the sample was clustered again: the numbers of clusters have a new meaning. */
  readonly anew: boolean;
  /** Layouts that fitted no cluster before and now fit one, or are removed. */
  readonly noLongerLeft: readonly LevelLayout[];
  /** Layouts that fit no cluster, and are new or fitted one before. */
  readonly left: readonly LevelLayout[];
}

/** The clusters of a level in the tree of its sample. */
export interface LevelBranches {
  root: TreeNode;
  /** Clusters of each frame. */
  frames: number[][];
  /** By cluster, the layouts of each of its variants. */
  variants: Map<number, number[][]>;
}

const NONE = -1;

/** Groups clusters by frame; frames that share a cluster are merged. */
function framesOf(frames: Clusters, clusters: Clusters): number[][] {
  const parts = [...frames.map(items => new Set(items))];
  const grouped = new Map<number, number[]>();
  const representative = parts.map((_, index) => index);
  const find = (part: number): number => (representative[part] === part ? part : find(representative[part]!));
  const partsOf = clusters.map(items => items.map(item => parts.findIndex(part => part.has(item))));
  for (const [first, ...others] of partsOf) for (const other of others) representative[find(other)] = find(first!);
  for (const [cluster, [first]] of partsOf.entries()) {
    const frame = find(first!);
    grouped.set(frame, [...(grouped.get(frame) ?? []), cluster]);
  }
  return [...grouped.values()];
}

/** The tree of a sample, with the layouts near each item (`near`) at its leaves. */
function treeNode({ items, merges }: Dendrogram, near: readonly number[][]): TreeNode {
  const nodes: TreeNode[] = near.map(layouts => ({ height: 0, layouts }));
  for (const { left, right, height } of merges) nodes.push({ height, children: [nodes[left]!, nodes[right]!] });
  return nodes[items + merges.length - 1]!;
}

/** Compares layouts by content. */
function compareLayouts(a: LevelLayout, b: LevelLayout): number {
  return a.order - b.order || compareSets(a.set, b.set);
}

/**
 * Groups layouts by a sample: the first of them in the pseudo-random order (bottom-k sampling) are clustered, the others are assigned to the
 * clusters, and those that fit none are left over. The answers depend only on the layouts in the level, not on the order of updates.
 */
export class GroupingLevel {
  #sampleSize: number;
  #moves: boolean;
  #rises: boolean;
  #threshold: number | undefined;
  /** Layouts of this level, in the order of `compareLayouts`. */
  #layouts: LevelLayout[] = [];
  #clusterOf = new Map<number, number>();
  #sample: LayoutSample | undefined;
  /** The layouts in the sample, and the number of pages that each had then. */
  #sampled: { layouts: LevelLayout[]; pages: number[] } = { layouts: [], pages: [] };
  /** Comparisons of former samples. */
  #compared = 0;

  /** @param moves, rises see `LayoutSample` */
  constructor(sampleSize: number, { moves, rises }: { readonly moves: boolean; readonly rises: boolean }) {
    this.#sampleSize = sampleSize;
    this.#moves = moves;
    this.#rises = rises;
  }

  /** Pairs of layouts compared since the level was made. */
  get comparisons(): number {
    return this.#compared + (this.#sample?.comparisons ?? 0);
  }

  get sample(): LayoutSample | undefined {
    return this.#sample;
  }

  /** Number of a layout's cluster, valid until the sample changes; -1 for a layout that is left over. */
  cluster(layout: number): number {
    return this.#clusterOf.get(layout) ?? NONE;
  }

  /**
   * Removes and adds layouts, and reads the page counts of the sample again.
   * @param threshold largest distance of clusters that are merged
   */
  update(removed: readonly LevelLayout[], added: readonly LevelLayout[], threshold: number): LevelChange {
    const leftBefore = removed.filter(({ id }) => this.cluster(id) === NONE);
    if (removed.length > limits.singleInsertions) {
      const gone = new Set(removed);
      this.#layouts = this.#layouts.filter(layout => !gone.has(layout));
    } else for (const layout of removed) this.#layouts.splice(this.#position(layout), 1);
    for (const { id } of removed) this.#clusterOf.delete(id);
    if (added.length > limits.singleInsertions) this.#layouts = [...this.#layouts, ...added].sort(compareLayouts);
    else for (const layout of added) this.#layouts.splice(this.#position(layout), 0, layout);
    const layouts = this.#layouts.slice(0, this.#sampleSize);
    const pages = layouts.map(layout => layout.pages());
    const { layouts: known, pages: knownPages } = this.#sampled;
    const same =
      layouts.length === known.length && layouts.every((layout, i) => layout === known[i] && pages[i] === knownPages[i]);
    if (same && threshold === this.#threshold) {
      for (const layout of added) this.#clusterOf.set(layout.id, this.#sample!.assign(layout.set));
      const left = added.filter(({ id }) => this.cluster(id) === NONE);
      return { regrouped: added, anew: false, noLongerLeft: leftBefore, left };
    }
    const old = this.#layouts.filter(({ id }) => this.#clusterOf.get(id) === NONE);
    this.#threshold = threshold;
    this.#learn(layouts, pages, threshold);
    const left = this.#layouts.filter(({ id }) => this.cluster(id) === NONE);
    const [was, is] = [new Set(old), new Set(left)];
    return {
      regrouped: this.#layouts,
      anew: true,
      noLongerLeft: [...leftBefore, ...old.filter(layout => !is.has(layout))],
      left: left.filter(layout => !was.has(layout)),
    };
  }

  /** Returns the sample and its clusters; undefined for an empty level. */
  freeze(): FrozenLevel | undefined {
    const { threshold, clusters } = this.#sample ?? {};
    if (threshold === undefined || !clusters) return undefined;
    const { layouts, pages } = this.#sampled;
    return { sets: layouts.map(({ set }) => set), pages, cut: { height: threshold, clusters } };
  }

  /** The tree of the layouts that have a cluster in this level; undefined for an empty level. */
  branches(frameHeight: number, variantHeight: number): LevelBranches | undefined {
    const sample = this.#sample;
    if (!sample) return undefined;
    const { tree, clusters } = sample;
    const at = new Map(this.#sampled.layouts.map(({ id }, item) => [id, item]));
    /** By item of the sample: its layout and the layouts outside the sample that are nearest to it. */
    const near: number[][] = this.#sampled.layouts.map(() => []);
    for (const { id, set } of this.#layouts) {
      const cluster = this.cluster(id);
      if (cluster !== NONE) near[at.get(id) ?? sample.nearest(set, cluster)]!.push(id);
    }
    const layoutsOf = (items: readonly number[]) => items.flatMap(item => near[item]!);
    const low = tree.cut(variantHeight);
    const variants = clusters.map((items, cluster): [number, number[][]] => {
      const parts = low.map(part => layoutsOf(part.filter(item => items.includes(item))));
      return [cluster, parts.filter(part => part.length > 0)];
    });
    return { root: treeNode(tree, near), frames: framesOf(tree.cut(frameHeight), clusters), variants: new Map(variants) };
  }

  /** Clusters a new sample and assigns all layouts to it. */
  #learn(layouts: LevelLayout[], pages: number[], threshold: number): void {
    this.#compared = this.comparisons;
    this.#sampled = { layouts, pages };
    this.#clusterOf.clear();
    this.#sample =
      layouts.length === 0
        ? undefined
        : new LayoutSample(
            layouts.map(({ set }) => set),
            pages,
            threshold,
            { moves: this.#moves, rises: this.#rises },
          );
    for (const [cluster, items] of (this.#sample?.clusters ?? []).entries())
      for (const item of items) this.#clusterOf.set(layouts[item]!.id, cluster);
    for (const layout of this.#layouts.slice(layouts.length)) this.#clusterOf.set(layout.id, this.#sample!.assign(layout.set));
  }

  /** Index at which a layout is, or would be inserted. */
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
