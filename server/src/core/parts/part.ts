import { combine53 } from '../../html/hash.ts';
import { step } from '../../html/steps.ts';
import type { Declaration } from './declared.ts';
import { thresholds } from './thresholds.ts';
import { type FixedNodes, type InstanceFlags, mergeFixedNodes, type Variant } from './variant.ts';

/** The pages that have the same variants of a part: usually one variant, since most pages have one instance. */
export class Bundle {
  /** 53-bit hash of the variants. */
  readonly hash: number;
  /** Variant of each instance on a page, sorted by hash; repeated for repeated instances. */
  readonly variants: readonly Variant[];
  readonly pages = new Set<number>();
  #fixed: FixedNodes | undefined;

  constructor(hash: number, variants: readonly Variant[]) {
    this.hash = hash;
    this.variants = variants;
  }

  /** The union of the fixed nodes of its variants. */
  get fixed(): FixedNodes {
    this.#fixed ??= mergeFixedNodes(this.variants.map(({ fixed }) => fixed));
    return this.#fixed;
  }
}

/** A part of a site: a set of similar variants at one place. It is shared if enough pages have it. */
export class Part {
  /** 53-bit hash of its place: the label path of the parent of its instances, or its declaration. */
  readonly path: number;
  readonly variants = new Set<Variant>();
  readonly #pages = new Map<number, Bundle>();
  readonly #bundles = new Map<number, Bundle>();
  /** Pages whose bundle is out of date, with the variants of added and deleted instances. Each page is updated once, not once per instance. */
  #unbundled: Map<number, Set<Variant>> | undefined;
  /** Number of instances. */
  instances = 0;
  /** Sum of the numbers of fixed nodes of all instances. */
  #nodes = 0;
  /** Number of instances outside the page's own text, see `InstanceFlags`. */
  outside = 0;
  /** Number of instances that a template locks. */
  locked = 0;
  /** Pages whose instances changed since `takeChangedPages`; undefined before its first call, which returns all pages. */
  #changedPages: Set<number> | undefined;
  /** Variants that were added, or whose pages changed, since `takeChangedVariants`. */
  #changedVariants = new Set<Variant>();

  /** Path of the library item or included file that the pages declare; else undefined. */
  readonly declared: string | undefined;
  /** Name by which the settings declare the part; else undefined. */
  readonly configured: string | undefined;

  constructor(path: number, declaration?: Declaration) {
    this.path = path;
    this.declared = declaration?.by === 'page' ? declaration.name : undefined;
    this.configured = declaration?.by === 'settings' ? declaration.name : undefined;
  }

  /** The bundle of each page that has the part, by page id. */
  get pages(): ReadonlyMap<number, Bundle> {
    this.#bundle();
    return this.#pages;
  }

  /** The bundles by hash. */
  get bundles(): ReadonlyMap<number, Bundle> {
    this.#bundle();
    return this.#bundles;
  }

  /** Mean number of fixed nodes of an instance. */
  get meanNodes(): number {
    return this.#nodes / Math.max(1, this.instances);
  }

  /** Adds a variant with its instances. */
  add(variant: Variant): void {
    this.variants.add(variant);
    this.#changedVariants.add(variant);
    for (const page of variant.pages.keys()) this.#unbundle(page, variant);
    this.instances += variant.instances;
    this.#nodes += variant.instances * variant.fixed.tokens.length;
    this.outside += variant.outside;
    this.locked += variant.locked;
  }

  /** Deletes a variant with its instances. */
  delete(variant: Variant): void {
    this.variants.delete(variant);
    this.#changedVariants.delete(variant);
    for (const page of variant.pages.keys()) this.#unbundle(page, variant);
    this.instances -= variant.instances;
    this.#nodes -= variant.instances * variant.fixed.tokens.length;
    this.outside -= variant.outside;
    this.locked -= variant.locked;
  }

  /** Adds an instance of one of its variants (1), or removes it (-1). Call after the variant was updated. */
  count(page: number, variant: Variant, { outside, locked }: InstanceFlags, by: 1 | -1): void {
    this.#unbundle(page, variant);
    this.#changedVariants.add(variant);
    this.instances += by;
    this.#nodes += by * variant.fixed.tokens.length;
    if (outside) this.outside += by;
    if (locked) this.locked += by;
  }

  /** See `isSharedPart`. */
  isShared(minimumPages: number): boolean {
    const { instances, outside, locked, declared, configured } = this;
    return isSharedPart({ size: this.pages.size, instances, outside, locked, declared, configured }, minimumPages);
  }

  /** Returns the pages whose instances changed since the last call; the first call returns all pages. */
  takeChangedPages(): ReadonlySet<number> {
    const changed = this.#changedPages ?? new Set(this.pages.keys());
    this.#changedPages = new Set();
    return changed;
  }

  /** Returns the variants that were added, or whose pages changed, since the last call. */
  takeChangedVariants(): ReadonlySet<Variant> {
    const changed = this.#changedVariants;
    this.#changedVariants = new Set();
    return changed;
  }

  /** Marks the bundle of a page as out of date. */
  #unbundle(page: number, variant: Variant): void {
    this.#changedPages?.add(page);
    this.#unbundled ??= new Map();
    const variants = this.#unbundled.get(page);
    if (variants) variants.add(variant);
    else this.#unbundled.set(page, new Set([variant]));
  }

  /** Updates the bundles of the marked pages. */
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

  /** Moves a page to the bundle of these variants. */
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

/** What decides whether a part is shared; `size` is the number of pages that have it, see `Part` for the others. */
export interface PartCounts extends Readonly<Pick<Part, 'instances' | 'outside' | 'locked' | 'declared' | 'configured'>> {
  readonly size: number;
}

/**
 * True if a part is shared: enough pages have it, few times each, and at least half of its instances are outside the page's own text. Two
 * pages are enough if they declare it, and one if the settings declare it or a template file of the site locks most instances.
 * @param minimumPages least number of pages of a shared part
 */
export function isSharedPart(
  { size, instances, outside, locked, declared, configured }: PartCounts,
  minimumPages: number,
): boolean {
  if (configured !== undefined) return true;
  if (declared !== undefined) return size >= 2;
  if (locked * 2 > instances) return true;
  return size >= minimumPages && instances <= thresholds.instancesPerPage * size && outside * 2 >= instances;
}

/**
 * Returns the least number of pages that must have a node so that it is shared, on a site of `pages` pages: a share of the pages within bounds,
 * and 2 on small sites. It grows in steps, so that it seldom changes while a site grows.
 */
export function minimumPages(pages: number): number {
  const { smallSite, smallestMinimum, largestMinimum, minimumStep, minimumShare } = thresholds;
  if (pages < smallSite) return 2;
  let minimum: number = smallestMinimum;
  while (minimum < largestMinimum && minimum * minimumStep <= pages * minimumShare) minimum *= minimumStep;
  return Math.min(largestMinimum, Math.floor(minimum));
}
