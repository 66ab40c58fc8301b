import { combine53 } from '../../html/hash.ts';
import { step } from '../../html/steps.ts';
import type { Declaration } from './declared.ts';
import { thresholds } from './thresholds.ts';
import { type FixedNodes, mergeFixedNodes, type Standing, type Variant } from './variant.ts';

/** Pages with the same variants of a part, mostly one. */
export class Bundle {
  readonly hash: number;
  readonly variants: readonly Variant[];
  readonly pages = new Set<number>();
  #fixed: FixedNodes | undefined;

  constructor(hash: number, variants: readonly Variant[]) {
    this.hash = hash;
    this.variants = variants;
  }

  /** The fixed nodes of all its variants. */
  get fixed(): FixedNodes {
    this.#fixed ??= mergeFixedNodes(this.variants.map(({ fixed }) => fixed));
    return this.#fixed;
  }
}

/** One shared part of a site: its instances are the variants, at one label path, that are alike. */
export class Part {
  /** 53-bit hash of the label path of the element that the instances stand in. */
  readonly path: number;
  readonly variants = new Set<Variant>();
  readonly #pages = new Map<number, Bundle>();
  readonly #bundles = new Map<number, Bundle>();
  /** Pages whose bundle is out of date, with the variants whose instances there came or went: a page is bundled once, not once an instance. */
  #unbundled: Map<number, Set<Variant>> | undefined;
  instances = 0;
  /** Fixed nodes of all instances. */
  #nodes = 0;
  outside = 0;
  locked = 0;
  /** Pages whose instances came or went since `takeChangedPages`; undefined before the first time, which is for all pages. */
  #changedPages: Set<number> | undefined;
  /** Variants that came, or whose pages changed, since `takeChangedVariants`. */
  #changedVariants = new Set<Variant>();

  /** Path of the library item or included file that the pages declare, if they do. */
  readonly declared: string | undefined;
  /** The name by which the settings declare it, if they do. */
  readonly configured: string | undefined;

  constructor(path: number, declaration?: Declaration) {
    this.path = path;
    this.declared = declaration?.by === 'page' ? declaration.name : undefined;
    this.configured = declaration?.by === 'settings' ? declaration.name : undefined;
  }

  /** What every page with the part has of it. */
  get pages(): ReadonlyMap<number, Bundle> {
    this.#bundle();
    return this.#pages;
  }

  get bundles(): ReadonlyMap<number, Bundle> {
    this.#bundle();
    return this.#bundles;
  }

  /** Fixed nodes of an instance, in the mean. */
  get meanNodes(): number {
    return this.#nodes / Math.max(1, this.instances);
  }

  add(variant: Variant): void {
    this.variants.add(variant);
    this.#changedVariants.add(variant);
    for (const page of variant.pages.keys()) this.#unbundle(page, variant);
    this.instances += variant.instances;
    this.#nodes += variant.instances * variant.fixed.tokens.length;
    this.outside += variant.outside;
    this.locked += variant.locked;
  }

  delete(variant: Variant): void {
    this.variants.delete(variant);
    this.#changedVariants.delete(variant);
    for (const page of variant.pages.keys()) this.#unbundle(page, variant);
    this.instances -= variant.instances;
    this.#nodes -= variant.instances * variant.fixed.tokens.length;
    this.outside -= variant.outside;
    this.locked -= variant.locked;
  }

  /** Counts one instance of one of its variants in (1) or out (-1); the variant has counted it. */
  count(page: number, variant: Variant, { outside, locked }: Standing, by: 1 | -1): void {
    this.#unbundle(page, variant);
    this.#changedVariants.add(variant);
    this.instances += by;
    this.#nodes += by * variant.fixed.tokens.length;
    if (outside) this.outside += by;
    if (locked) this.locked += by;
  }

  /**
   * Do enough pages have it, few times each, most of them at the edge of what is their own? Two pages are enough where they declare it, and
   * one where the settings do, or a template that lies in the site locks it.
   */
  isShared(need: number): boolean {
    const { size } = this.pages;
    if (this.configured !== undefined) return true;
    if (this.declared !== undefined) return size >= 2;
    if (this.locked * 2 > this.instances) return true;
    return size >= need && this.instances <= thresholds.instancesPerPage * size && this.outside * 2 >= this.instances;
  }

  /** Pages whose instances came or went since the last call. The first call gives all pages. */
  takeChangedPages(): ReadonlySet<number> {
    const changed = this.#changedPages ?? new Set(this.pages.keys());
    this.#changedPages = new Set();
    return changed;
  }

  takeChangedVariants(): ReadonlySet<Variant> {
    const changed = this.#changedVariants;
    this.#changedVariants = new Set();
    return changed;
  }

  #unbundle(page: number, variant: Variant): void {
    this.#changedPages?.add(page);
    this.#unbundled ??= new Map();
    const variants = this.#unbundled.get(page);
    if (variants) variants.add(variant);
    else this.#unbundled.set(page, new Set([variant]));
  }

  #bundle(): void {
    if (!this.#unbundled) return;
    for (const [page, changed] of this.#unbundled) {
      const variants = (this.#pages.get(page)?.variants ?? []).filter(variant => !changed.has(variant));
      for (const variant of changed) {
        const count = this.variants.has(variant) ? (variant.pages.get(page) ?? 0) : 0;
        for (let i = 0; i < count; i++) variants.push(variant);
      }
      step(variants.length);
      this.#move(page, variants);
    }
    this.#unbundled = undefined;
  }

  #move(page: number, variants: readonly Variant[]): void {
    const from = this.#pages.get(page);
    from?.pages.delete(page);
    if (from?.pages.size === 0) this.#bundles.delete(from.hash);
    if (variants.length === 0) {
      this.#pages.delete(page);
      return;
    }
    const sorted = variants.toSorted((a, b) => a.hash - b.hash);
    const hash =
      sorted.length === 1 ? sorted[0]!.hash : sorted.reduce((sum, variant) => combine53(sum, variant.hash), sorted.length);
    let bundle = this.#bundles.get(hash);
    if (!bundle) {
      bundle = new Bundle(hash, sorted);
      this.#bundles.set(hash, bundle);
    }
    bundle.pages.add(page);
    this.#pages.set(page, bundle);
  }
}
