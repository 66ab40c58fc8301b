import { thresholds as countThresholds } from '../counts/thresholds.ts';

/** Disjoint groups of the items 0, 1, ...; each ascending, ordered by their first item. */
export type Clusters = number[][];

/** A merge of two nodes. The nodes 0 to `items - 1` are items; merges are numbered from `items` on, in their order. */
export interface Merge {
  left: number;
  right: number;
  /** Distance of the two nodes; a `Dendrogram` raises it to the greatest height of the merges below. */
  height: number;
}

/** The tree of an agglomerative clustering: every cut at a height gives a clustering. */
export class Dendrogram {
  readonly items: number;
  readonly merges: readonly Merge[];
  /** Items below each node. */
  readonly #below: number[][];
  #joined: Float64Array[] | undefined;

  /** @param merges in their order, one less than `items`; heights need not ascend */
  constructor(items: number, merges: readonly Merge[]) {
    this.items = items;
    this.#below = Array.from({ length: items }, (_, item) => [item]);
    const heights = new Float64Array(items + merges.length);
    this.merges = merges.map(({ left, right, height }, index) => {
      heights[items + index] = Math.max(height, heights[left]!, heights[right]!);
      this.#below.push([...this.#below[left]!, ...this.#below[right]!]);
      return { left, right, height: heights[items + index]! };
    });
  }

  /** The height at which two items are merged (cophenetic distance); 0 for an item and itself. */
  copheneticDistance(a: number, b: number): number {
    this.#joined ??= this.#measure();
    return this.#joined[a]![b]!;
  }

  /** The clusters of items that are merged at this height or below. */
  cut(height: number): Clusters {
    const cluster = Array.from({ length: this.items }, (_, item) => item);
    for (const [index, merge] of this.merges.entries()) {
      if (merge.height > height + countThresholds.tolerance) continue;
      const items = this.#below[this.items + index]!;
      const first = Math.min(...items);
      for (const item of items) cluster[item] = first;
    }
    const clusters = new Map<number, number[]>();
    for (const [item, first] of cluster.entries()) {
      const known = clusters.get(first);
      if (known) known.push(item);
      else clusters.set(first, [item]);
    }
    return [...clusters.values()];
  }

  /** Heights of all pairs of items. */
  #measure(): Float64Array[] {
    const joined = Array.from({ length: this.items }, () => new Float64Array(this.items));
    for (const { left, right, height } of this.merges) {
      for (const a of this.#below[left]!) for (const b of this.#below[right]!) joined[a]![b] = joined[b]![a] = height;
    }
    return joined;
  }
}
