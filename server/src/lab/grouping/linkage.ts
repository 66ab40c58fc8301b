import { thresholds as countThresholds } from '../../core/counts/thresholds.ts';
import { DistinctSets } from '../../core/layouts/distinct-sets.ts';
import type { Grouping } from '../../core/layouts/grouping.ts';
import { setDistance } from '../../core/layouts/set-distance.ts';

interface Layout {
  /** Neighbours in a spanning forest of the graph that links layouts whose distance is at or below the threshold. */
  links: Set<number>;
  component: number;
}

/**
 * Single linkage at a threshold: the connected components of the graph that links layouts whose distance is at or below it (Gottron 2008;
 * docs/lab/algorithms.md), updated as pages are added and removed. An edit that keeps a page's set costs nothing; a new layout is compared once
 * with those that share an element; a removed one costs comparisons only if it splits the spanning forest.
 */
export class SingleLinkage implements Grouping {
  readonly threshold: number;
  #sets = new DistinctSets();
  #layouts = new Map<number, Layout>();
  /** Layouts by the elements of their sets. */
  #byElement = new Map<number, Set<number>>();
  #nextComponent = 0;
  #members = new Map<number, Set<number>>();
  #changed = new Set<number>();
  /** Pairs of layouts compared since the grouping was made. */
  comparisons = 0;

  constructor(threshold: number) {
    this.threshold = threshold;
  }

  add(set: Float64Array): number {
    const id = this.#sets.add(set);
    if (this.#sets.count(id) > 1) return id;
    const near = this.#neighbours(set, id);
    const layout: Layout = { links: new Set(), component: this.#nextComponent++ };
    this.#layouts.set(id, layout);
    for (const element of set) this.#layoutsWith(element).add(id);
    this.#members.set(layout.component, new Set([id]));
    this.#changed.add(layout.component);
    for (const other of near) this.#join(id, other);
    return id;
  }

  remove(id: number): void {
    const set = this.#sets.get(id);
    if (!this.#sets.remove(id)) return;
    const layout = this.#layouts.get(id)!;
    this.#layouts.delete(id);
    for (const element of set) {
      const holders = this.#byElement.get(element)!;
      holders.delete(id);
      if (holders.size === 0) this.#byElement.delete(element);
    }
    const members = this.#members.get(layout.component)!;
    members.delete(id);
    this.#changed.add(layout.component);
    if (members.size === 0) this.#members.delete(layout.component);
    for (const link of layout.links) this.#layouts.get(link)!.links.delete(id);
    if (layout.links.size > 1) this.#reconnect([...layout.links]);
  }

  component(id: number): number {
    return this.#layouts.get(id)!.component;
  }

  takeChanged(): number[] {
    const changed = [...this.#changed];
    this.#changed.clear();
    return changed;
  }

  members(component: number): ReadonlySet<number> {
    return this.#members.get(component) ?? new Set();
  }

  set(id: number): Float64Array {
    return this.#sets.get(id);
  }

  distance(a: number, b: number): number {
    return setDistance(this.#sets.get(a), this.#sets.get(b));
  }

  get layoutCount(): number {
    return this.#layouts.size;
  }

  #layoutsWith(element: number): Set<number> {
    const known = this.#byElement.get(element);
    if (known) return known;
    const holders = new Set<number>();
    this.#byElement.set(element, holders);
    return holders;
  }

  /** The nearest layout of each component that has one within the threshold. */
  #neighbours(set: Float64Array, self: number): number[] {
    const common = new Map<number, number>();
    for (const element of set) {
      for (const other of this.#byElement.get(element) ?? []) if (other !== self) common.set(other, (common.get(other) ?? 0) + 1);
    }
    const nearest = new Map<number, { id: number; distance: number }>();
    for (const [id, shared] of common) {
      this.comparisons++;
      const layout = this.#layouts.get(id)!;
      const distance = 1 - shared / Math.max(this.#sets.get(id).length, set.length);
      if (distance > this.threshold + countThresholds.tolerance) continue;
      const best = nearest.get(layout.component);
      if (!best || distance < best.distance) nearest.set(layout.component, { id, distance });
    }
    // Layouts without common elements have distance 1.
    if (this.threshold + countThresholds.tolerance >= 1) {
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

  /** Splits the component of a removed layout into the parts of the forest that are left, and joins parts that are still within the threshold. */
  #reconnect(roots: number[]): void {
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
        for (const link of layout.links) open.push(link);
      }
      if (this.#members.get(old)?.size === 0) this.#members.delete(old);
      this.#members.set(component, piece);
      this.#changed.add(component).add(old);
      found.add(component);
      pieces.push(new Set(piece));
    }
    // Every link between two pieces has an end in a piece other than the largest.
    pieces.sort((a, b) => a.size - b.size);
    for (const piece of pieces.slice(0, -1)) {
      for (const id of piece) {
        for (const other of this.#neighbours(this.#sets.get(id), id)) {
          if (this.#layouts.get(other)!.component !== this.#layouts.get(id)!.component) this.#join(id, other);
        }
      }
    }
  }
}
