import { compareSets, DistinctSets } from '../../core/layouts/distinct-sets.ts';
import type { Grouping } from '../../core/layouts/grouping.ts';
import { setDistance } from '../../core/layouts/set-distance.ts';
import type { MatrixSize } from './mdl-cost.ts';
import { isTemplatePath } from './path-counts.ts';
import { PathTable } from './path-table.ts';
import type { EssentialClass } from './text-mdl.ts';

/**
 * The essential paths E(d) of a document (Kim 2011; docs/lab/algorithms.md): its paths whose support is at least the mode of the supports
 * of its paths. If there are several modes, the smallest counts.
 * @param paths the document's paths, sorted
 * @param supports number of documents that have `paths[i]`
 */
export function essentialPaths(paths: Float64Array, supports: ArrayLike<number>): Float64Array {
  const threshold = supportThreshold(supports, paths.length);
  return paths.filter((_, i) => supports[i]! >= threshold);
}

/** The mode of the first `length` supports; if there are several modes, the smallest; 0 if `length` is 0. */
export function supportThreshold(supports: ArrayLike<number>, length: number): number {
  const frequency = new Map<number, number>();
  let mode = 0;
  let most = 0;
  for (let i = 0; i < length; i++) {
    const support = supports[i]!;
    const times = (frequency.get(support) ?? 0) + 1;
    frequency.set(support, times);
    if (times > most || (times === most && support < mode)) {
      mode = support;
      most = times;
    }
  }
  return mode;
}

/** Finds clusters of classes, as lists of class indices; the result may depend on the order of the classes. */
type Search = (classes: readonly EssentialClass[], size: MatrixSize) => number[][];

interface Clustering extends MatrixSize {
  classes: EssentialClass[];
  clusters: number[][];
}

/**
 * A grouping by TEXT-MDL or TEXT-HASH (Kim, Shim 2011; docs/lab/algorithms.md). Supports are updated page by page. The clustering depends on
 * sums over the whole site, so it is repeated, but only if the essential paths of a page, the number of pages or the number of paths changed.
 */
export class TextGrouping implements Grouping {
  #search: Search;
  #sets = new DistinctSets();
  #table = new PathTable();
  #ids = new Map<number, Int32Array>();
  /** By layout, the change of its number of pages since the last clustering. */
  #differences = new Map<number, number>();
  #pages = 0;
  #essential = new Map<number, Float64Array>();
  #last: Clustering | undefined;
  #components = new Map<number, number>();
  #members = new Map<number, ReadonlySet<number>>();
  #nextComponent = 0;

  constructor(search: Search) {
    this.#search = search;
  }

  add(set: Float64Array): number {
    const layout = this.#sets.add(set);
    this.#ids.set(layout, this.#table.add(set));
    this.#count(layout, 1);
    return layout;
  }

  remove(layout: number): void {
    this.#table.remove(this.#sets.get(layout), this.#ids.get(layout)!);
    if (this.#sets.remove(layout)) this.#ids.delete(layout);
    this.#count(layout, -1);
  }

  takeChanged(): number[] {
    if (this.#differences.size === 0) return [];
    this.#differences.clear();
    return this.#adopt(this.#cluster());
  }

  component(layout: number): number {
    return this.#components.get(layout)!;
  }

  members(component: number): ReadonlySet<number> {
    return this.#members.get(component) ?? new Set();
  }

  set(layout: number): Float64Array {
    return this.#sets.get(layout);
  }

  /** Distance of the sets of essential paths. */
  distance(a: number, b: number): number {
    return setDistance(this.#essential.get(a)!, this.#essential.get(b)!);
  }

  /** The template paths T_k of a component: those that are essential for at least `(|D_k| + 1) / 2` of its pages, sorted. */
  templatePaths(component: number): Float64Array {
    const supports = new Map<number, number>();
    let documents = 0;
    for (const layout of this.members(component)) {
      const count = this.#sets.count(layout);
      documents += count;
      for (const path of this.#essential.get(layout)!) supports.set(path, (supports.get(path) ?? 0) + count);
    }
    return Float64Array.from([...supports].filter(([, count]) => isTemplatePath(count, documents)).map(([path]) => path)).sort();
  }

  get layoutCount(): number {
    return this.#sets.size;
  }

  #count(layout: number, by: 1 | -1): void {
    this.#pages += by;
    const difference = (this.#differences.get(layout) ?? 0) + by;
    if (difference === 0) this.#differences.delete(layout);
    else this.#differences.set(layout, difference);
  }

  /** Clusters the layouts. */
  #cluster(): number[][] {
    this.#essential.clear();
    const distinct = new DistinctSets();
    const layoutsOf: number[][] = [];
    for (const layout of this.#sets.ids()) {
      const essential = essentialPaths(this.#sets.get(layout), this.#table.supports(this.#ids.get(layout)!));
      const id = distinct.add(essential);
      this.#essential.set(layout, distinct.get(id));
      const alike = layoutsOf[id];
      if (alike) alike.push(layout);
      else layoutsOf[id] = [layout];
    }
    // Sorted by content, so that ties do not depend on the order of additions.
    const ids = [...distinct.ids()].sort((a, b) => compareSets(distinct.get(a), distinct.get(b)));
    const classes = ids.map(id => {
      const documents = layoutsOf[id]!.reduce((sum, layout) => sum + this.#sets.count(layout), 0);
      return { paths: distinct.get(id), documents };
    });
    const clusters = this.#clustersOf(classes);
    return clusters.map(members => members.flatMap(index => layoutsOf[ids[index]!]!));
  }

  #clustersOf(classes: EssentialClass[]): number[][] {
    const size = { paths: this.#table.size, documents: this.#pages };
    const last = this.#last;
    if (last && last.paths === size.paths && last.documents === size.documents && sameClasses(last.classes, classes)) {
      return last.clusters;
    }
    const clusters = this.#search(classes, size);
    this.#last = { ...size, classes, clusters };
    return clusters;
  }

  /** Turns clusters into components. A cluster with the layouts of an old component keeps its number. Returns all other components, old and new. */
  #adopt(clusters: number[][]): number[] {
    const changed = new Set(this.#members.keys());
    const before = this.#members;
    const kept = new Map<number, ReadonlySet<number>>();
    const fresh: number[][] = [];
    for (const layouts of clusters) {
      const component = this.#components.get(layouts[0]!);
      const known = component === undefined ? undefined : before.get(component);
      if (component !== undefined && known?.size === layouts.length && layouts.every(layout => known.has(layout))) {
        kept.set(component, known);
        changed.delete(component);
      } else fresh.push(layouts);
    }
    for (const layouts of fresh) {
      kept.set(this.#nextComponent, new Set(layouts));
      changed.add(this.#nextComponent++);
    }
    this.#members = kept;
    this.#components.clear();
    for (const [component, layouts] of kept) for (const layout of layouts) this.#components.set(layout, component);
    return [...changed];
  }
}

function sameClasses(a: readonly EssentialClass[], b: readonly EssentialClass[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ paths, documents }, i) => documents === b[i]!.documents && compareSets(paths, b[i]!.paths) === 0)
  );
}
