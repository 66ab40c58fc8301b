import { addTo, removeFrom } from '../counts/sets-by-key.ts';
import { GroupingLevel, type LevelLayout } from './default-level.ts';
import { DistinctSets, hashSet } from './distinct-sets.ts';
import type { FrozenLayouts, Grouping, GroupingTree, TreeNode } from './grouping.ts';
import { isPinned, marksOf, unitingKeys } from './layout-marks.ts';
import { thresholds } from './thresholds.ts';
import { TranslationSets } from './translation-sets.ts';

/**
 * The default grouping (docs/lab/grouping.md). It clusters a sample of the layouts by blocks of label paths and by the body's start tag, and
 * assigns the other layouts to the clusters. Layouts that fit no cluster form the next level, with a sample of their own, and so on. A new
 * layout is compared only with the samples, unless it becomes part of a sample itself; then all layouts of the level are assigned again.
 * In this file, as in `Grouping`, a layout is a distinct set of keys, and a component is a group of them: a layout of the site.
 */
export class DefaultGrouping implements Grouping {
  #threshold: number;
  #sets = new DistinctSets();
  #translations = new TranslationSets();
  #layouts = new Map<number, LevelLayout>();
  /** Layouts that appeared, and layouts that disappeared, since the last regrouping. */
  #added = new Set<LevelLayout>();
  #removed = new Set<LevelLayout>();
  /** True if the number of pages of a layout changed since the last regrouping. */
  #recounted = false;
  /** `components` has the component of each cluster of the level. */
  #levels: { level: GroupingLevel; components: Map<number, number> }[];
  #componentOf = new Map<number, number>();
  #members = new Map<number, Set<number>>();
  #nextComponent = 0;
  #changed = new Set<number>();
  #joined: number[] = [];
  /** Components of layouts that fit no sample but share a uniting key, see `unitingKeys`. */
  #unassignedByKey = new Map<number, number>();

  /**
   * @param threshold largest distance, in [0,1], of clusters that are merged, unless the settings move it
   * @param rises true if the threshold rises until there are as few layouts as usual, see `usualHeight`
   */
  constructor(
    threshold: number,
    { sampleSize = thresholds.sampleSize, rises = false }: { sampleSize?: number; rises?: boolean } = {},
  ) {
    this.#threshold = threshold;
    this.#levels = Array.from({ length: thresholds.samples }, (_, index) => ({
      level: new GroupingLevel(sampleSize, { moves: index === 0, rises: rises && index === 0 }),
      components: new Map(),
    }));
  }

  get threshold(): number {
    return this.#levels[0]!.level.sample?.threshold ?? this.#threshold;
  }

  /** Pairs of layouts compared since the grouping was made. */
  get comparisons(): number {
    return this.#levels.reduce((sum, { level }) => sum + level.comparisons, 0);
  }

  get layoutCount(): number {
    return this.#sets.size;
  }

  add(set: Float64Array, translations: number): number {
    const id = this.#sets.add(set);
    this.#translations.add(id, translations);
    this.#recounted = true;
    if (this.#sets.count(id) > 1) return id;
    const layout: LevelLayout = { id, set, order: layoutOrder(set), pages: () => this.#translations.weight(id) };
    this.#layouts.set(id, layout);
    this.#added.add(layout);
    return id;
  }

  remove(id: number, translations: number): void {
    this.#recounted = true;
    this.#translations.remove(id, translations);
    if (!this.#sets.remove(id)) return;
    const layout = this.#layouts.get(id)!;
    this.#layouts.delete(id);
    if (!this.#added.delete(layout)) this.#removed.add(layout);
  }

  get joined(): readonly number[] {
    return this.#joined;
  }

  takeChanged(): number[] {
    this.#joined = [];
    if (this.#recounted) this.#regroup();
    const changed = [...this.#changed];
    this.#changed.clear();
    return changed;
  }

  component(layout: number): number {
    return this.#componentOf.get(layout)!;
  }

  members(component: number): ReadonlySet<number> {
    return this.#members.get(component) ?? new Set();
  }

  set(layout: number): Float64Array {
    return this.#sets.get(layout);
  }

  tree(): GroupingTree {
    const frames: number[][] = [];
    const variants = new Map<number, number[][]>();
    const roots: TreeNode[] = [];
    for (const { level, components } of this.#levels) {
      const branches = level.branches(this.#frameHeight, this.#variantHeight);
      if (!branches) continue;
      roots.push(branches.root);
      frames.push(...branches.frames.map(clusters => clusters.map(cluster => components.get(cluster)!)));
      for (const [cluster, layouts] of branches.variants) variants.set(components.get(cluster)!, layouts);
    }
    for (const [component, layouts] of this.#members) {
      if (variants.has(component)) continue;
      frames.push([component]);
      variants.set(component, [[...layouts]]);
      roots.push({ height: 0, layouts: [...layouts] });
    }
    return {
      frames,
      variants,
      roots,
      heights: { frame: this.#frameHeight, layout: this.threshold, variant: this.#variantHeight },
    };
  }

  freeze(): FrozenLayouts {
    const levels = this.#levels.flatMap(({ level, components }) => {
      const frozen = level.freeze();
      return frozen ? [{ ...frozen, components: frozen.cut.clusters.map((_, cluster) => components.get(cluster) ?? -1) }] : [];
    });
    return { levels, byKey: [...this.#unassignedByKey].filter(([, component]) => this.#members.has(component)) };
  }

  get #frameHeight(): number {
    return Math.max(this.threshold, Math.min(1, this.#threshold * thresholds.frameFactor));
  }

  get #variantHeight(): number {
    return this.#threshold * thresholds.variantFactor;
  }

  /** Distance by the blocks of the first sample. */
  distance(a: number, b: number): number {
    return a === b ? 0 : this.#levels[0]!.level.sample!.distance(this.set(a), this.set(b));
  }

  #regroup(): void {
    let removed: readonly LevelLayout[] = [...this.#removed];
    let added: readonly LevelLayout[] = [...this.#added];
    for (const { id } of removed) this.#leave(id);
    for (const [index, { level, components }] of this.#levels.entries()) {
      const threshold = index === 0 ? this.#threshold : this.threshold;
      const { regrouped, anew, noLongerLeft, left } = level.update(removed, added, threshold);
      if (anew) components.clear();
      for (const [cluster, layouts] of byCluster(level, regrouped)) {
        let component = components.get(cluster);
        if (component === undefined) {
          component = this.#sameComponent(layouts) ?? this.#nextComponent++;
          components.set(cluster, component);
        }
        for (const layout of layouts) this.#join(layout, component);
      }
      removed = noLongerLeft;
      added = left;
    }
    for (const layout of added) this.#join(layout.id, this.#unassignedComponent(layout));
    this.#added.clear();
    this.#removed.clear();
    this.#recounted = false;
  }

  /** The component that has exactly these layouts; undefined if none exists. */
  #sameComponent(layouts: readonly number[]): number | undefined {
    const component = this.#componentOf.get(layouts[0]!);
    if (component === undefined) return undefined;
    const members = this.#members.get(component)!;
    if (members.size !== layouts.length || !layouts.every(layout => members.has(layout))) return undefined;
    for (const [key, other] of this.#unassignedByKey) if (other === component) this.#unassignedByKey.delete(key);
    return component;
  }

  /** The component of a layout that fits no sample: that of others with the same uniting key, else a new one. */
  #unassignedComponent({ set }: LevelLayout): number {
    const [key] = unitingKeys(marksOf(set));
    if (key === undefined) return this.#nextComponent++;
    let component = this.#unassignedByKey.get(key);
    if (component === undefined || !this.#members.has(component)) {
      component = this.#nextComponent++;
      this.#unassignedByKey.set(key, component);
    }
    return component;
  }

  #join(layout: number, component: number): void {
    if (this.#componentOf.get(layout) === component) return;
    this.#leave(layout);
    addTo(this.#members, component, layout);
    this.#componentOf.set(layout, component);
    this.#changed.add(component);
    this.#joined.push(layout);
  }

  #leave(layout: number): void {
    const component = this.#componentOf.get(layout);
    if (component === undefined) return;
    removeFrom(this.#members, component, layout);
    this.#componentOf.delete(layout);
    this.#changed.add(component);
  }
}

/** A pseudo-random order of layouts that depends on their content; pages that the settings name come first, so that they are in the sample. */
function layoutOrder(set: Float64Array): number {
  return hashSet(set) - (isPinned(set) ? 2 ** 33 : 0);
}

/** Groups layouts by their cluster in a level, without those that fit none. */
function byCluster(level: GroupingLevel, layouts: readonly LevelLayout[]): Map<number, number[]> {
  const clusters = new Map<number, number[]>();
  for (const { id } of layouts) {
    const cluster = level.cluster(id);
    if (cluster < 0) continue;
    const known = clusters.get(cluster);
    if (known) known.push(id);
    else clusters.set(cluster, [id]);
  }
  return clusters;
}
