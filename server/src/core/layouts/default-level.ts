import { LayoutSample } from './default-sample.ts';
import type { Clusters, Dendrogram } from './dendrogram.ts';
import { compareSets } from './distinct-sets.ts';
import type { TreeNode } from './grouping.ts';

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

/** The clusters of a level in the tree of its sample. */
export interface LevelBranches {
  root: TreeNode;
  /** Clusters. */
  frames: number[][];
  /** Layouts of each cluster. */
  variants: Map<number, number[][]>;
}

const NONE = -1;
/** So many layouts come and go one by one; more of them at once cost one look at all. */
const FEW = 16;

/** Clusters by the frame they are in; frames of one cluster are one. */
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

function treeNode({ items, merges }: Dendrogram, near: readonly number[][]): TreeNode {
  const nodes: TreeNode[] = near.map(layouts => ({ height: 0, layouts }));
  for (const { left, right, height } of merges) nodes.push({ height, children: [nodes[left]!, nodes[right]!] });
  return nodes[items + merges.length - 1]!;
}

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
  #moves: boolean;
  #threshold: number | undefined;
  /** By content. */
  #layouts: LevelLayout[] = [];
  #clusterOf = new Map<number, number>();
  #sample: LayoutSample | undefined;
  /** The layouts that the sample was made of, and how many pages each had. */
  #sampled: { layouts: LevelLayout[]; pages: number[] } = { layouts: [], pages: [] };
  #compared = 0;

  /** @param moves whether the settings may move the threshold */
  constructor(sampleSize: number, moves: boolean) {
    this.#sampleSize = sampleSize;
    this.#moves = moves;
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

  /**
   * Takes layouts out and in, and looks at the page counts again.
   * @param threshold largest distance of clusters that are merged
   */
  update(removed: readonly LevelLayout[], added: readonly LevelLayout[], threshold: number): LevelChange {
    const leftBefore = removed.filter(({ id }) => this.cluster(id) === NONE);
    if (removed.length > FEW) {
      const gone = new Set(removed);
      this.#layouts = this.#layouts.filter(layout => !gone.has(layout));
    } else for (const layout of removed) this.#layouts.splice(this.#position(layout), 1);
    for (const { id } of removed) this.#clusterOf.delete(id);
    if (added.length > FEW) this.#layouts = [...this.#layouts, ...added].sort(compareLayouts);
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

  /** The tree of the layouts that have a cluster here; undefined where there are none. */
  branches(frameHeight: number, variantHeight: number): LevelBranches | undefined {
    const sample = this.#sample;
    if (!sample) return undefined;
    const { tree, clusters } = sample;
    const at = new Map(this.#sampled.layouts.map(({ id }, item) => [id, item]));
    /** Layouts at each item of the sample, itself and those most like it. */
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
            this.#moves,
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
