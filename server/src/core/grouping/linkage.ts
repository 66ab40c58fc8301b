import { EPSILON } from '../sst/entropy.ts';
import { pathSetDistance } from './path-set.ts';

/** One distinct path set, and how many pages have it. */
interface Layout {
  paths: Float64Array;
  key: string;
  pages: number;
  /** Neighbours in a spanning forest of the graph whose edges are the distances at or below the threshold. */
  links: Set<number>;
  component: number;
}

/**
 * Single linkage at a threshold: the connected components of the graph of all pairs at or below it (Gottron 2008, 7.2 of
 * docs/algorithms.md), kept up to date as pages come and go. Pages with equal path sets are one layout, so an edit that leaves the paths
 * alone costs nothing; a new layout is compared with the others once; a removed one is looked at only where the spanning forest breaks.
 */
export class SingleLinkage {
  #threshold: number;
  #layouts = new Map<number, Layout>();
  #byKey = new Map<string, number>();
  #byPath = new Map<number, Set<number>>();
  #nextLayout = 0;
  #nextComponent = 0;
  #members = new Map<number, Set<number>>();
  #changed = new Set<number>();
  /** Pairs of layouts compared since the start. */
  comparisons = 0;

  constructor(threshold: number) {
    this.#threshold = threshold;
  }

  /** One more page with this path set; gives its layout. */
  add(paths: Float64Array): number {
    const key = paths.join();
    const known = this.#byKey.get(key);
    if (known !== undefined) {
      this.#layouts.get(known)!.pages++;
      return known;
    }
    const id = this.#nextLayout++;
    const near = this.#neighbours(paths, id);
    const layout: Layout = { paths, key, pages: 1, links: new Set(), component: this.#nextComponent++ };
    this.#layouts.set(id, layout);
    this.#byKey.set(key, id);
    for (const path of paths) this.#layoutsWith(path).add(id);
    this.#members.set(layout.component, new Set([id]));
    this.#changed.add(layout.component);
    for (const other of near) this.#join(id, other);
    return id;
  }

  /** One page less with this layout. */
  remove(id: number): void {
    const layout = this.#layouts.get(id)!;
    if (--layout.pages > 0) return;
    this.#layouts.delete(id);
    this.#byKey.delete(layout.key);
    for (const path of layout.paths) {
      const holders = this.#byPath.get(path)!;
      holders.delete(id);
      if (holders.size === 0) this.#byPath.delete(path);
    }
    const members = this.#members.get(layout.component)!;
    members.delete(id);
    this.#changed.add(layout.component);
    if (members.size === 0) this.#members.delete(layout.component);
    for (const link of layout.links) this.#layouts.get(link)!.links.delete(id);
    if (layout.links.size > 1) this.#mend([...layout.links]);
  }

  /** Component of a layout. */
  component(id: number): number {
    return this.#layouts.get(id)!.component;
  }

  /** Components that gained, lost or exchanged layouts since the last call; some may be gone. */
  takeChanged(): number[] {
    const changed = [...this.#changed];
    this.#changed.clear();
    return changed;
  }

  /** Layouts of a component; empty when it is gone. */
  members(component: number): ReadonlySet<number> {
    return this.#members.get(component) ?? new Set();
  }

  /** Path set of a layout. */
  paths(id: number): Float64Array {
    return this.#layouts.get(id)!.paths;
  }

  get layoutCount(): number {
    return this.#layouts.size;
  }

  #layoutsWith(path: number): Set<number> {
    const known = this.#byPath.get(path);
    if (known) return known;
    const holders = new Set<number>();
    this.#byPath.set(path, holders);
    return holders;
  }

  /** A layout of every component that is within the threshold: the nearest. */
  #neighbours(paths: Float64Array, self: number): number[] {
    const common = new Map<number, number>();
    for (const path of paths) {
      for (const other of this.#byPath.get(path) ?? []) if (other !== self) common.set(other, (common.get(other) ?? 0) + 1);
    }
    const nearest = new Map<number, { id: number; distance: number }>();
    for (const [id, shared] of common) {
      this.comparisons++;
      const layout = this.#layouts.get(id)!;
      const distance = 1 - shared / Math.max(layout.paths.length, paths.length);
      if (distance > this.#threshold + EPSILON) continue;
      const best = nearest.get(layout.component);
      if (!best || distance < best.distance) nearest.set(layout.component, { id, distance });
    }
    // Layouts without a common path are at distance 1 (two without any path are one layout).
    if (this.#threshold + EPSILON >= 1) {
      for (const [id, { component }] of this.#layouts)
        if (id !== self && !nearest.has(component)) nearest.set(component, { id, distance: 1 });
    }
    return [...nearest.values()].map(({ id }) => id);
  }

  #join(a: number, b: number): void {
    const from = this.#layouts.get(a)!;
    const to = this.#layouts.get(b)!;
    from.links.add(b);
    to.links.add(a);
    const [keep, drop] =
      this.#members.get(from.component)!.size > this.#members.get(to.component)!.size
        ? [from.component, to.component]
        : [to.component, from.component];
    const kept = this.#members.get(keep)!;
    for (const member of this.#members.get(drop)!) {
      this.#layouts.get(member)!.component = keep;
      kept.add(member);
    }
    this.#members.delete(drop);
    this.#changed.add(keep).add(drop);
  }

  /** A layout that held the forest together is gone: splits its component into the pieces that are left, and joins those still near. */
  #mend(roots: number[]): void {
    const pieces: Set<number>[] = [];
    const found = new Set<number>();
    for (const root of roots) {
      const old = this.#layouts.get(root)!.component;
      if (found.has(old)) continue;
      const component = this.#nextComponent++;
      const piece = new Set<number>();
      const open = [root];
      for (let id = open.pop(); id !== undefined; id = open.pop()) {
        if (piece.has(id)) continue;
        piece.add(id);
        const layout = this.#layouts.get(id)!;
        this.#members.get(layout.component)?.delete(id);
        layout.component = component;
        open.push(...layout.links);
      }
      if (this.#members.get(old)?.size === 0) this.#members.delete(old);
      this.#members.set(component, piece);
      this.#changed.add(component).add(old);
      found.add(component);
      pieces.push(new Set(piece));
    }
    // Every edge between two pieces has an end in one that is not the largest.
    pieces.sort((a, b) => a.size - b.size);
    for (const piece of pieces.slice(0, -1)) {
      for (const id of piece) {
        const layout = this.#layouts.get(id)!;
        for (const other of this.#neighbours(layout.paths, id)) {
          if (this.#layouts.get(other)!.component !== this.#layouts.get(id)!.component) this.#join(id, other);
        }
      }
    }
  }
}

/** Smallest distance between a layout of one set and a layout of another. */
export function linkDistance(linkage: SingleLinkage, from: Iterable<number>, to: Iterable<number>): number {
  let smallest = 1;
  const others = [...to];
  for (const a of from)
    for (const b of others) smallest = Math.min(smallest, pathSetDistance(linkage.paths(a), linkage.paths(b)));
  return smallest;
}
