import { connectVariants } from './connect.ts';
import type { Declaration } from './declared.ts';
import { Part } from './part.ts';
import { type InstanceFlags, type InstanceNodes, Variant } from './variant.ts';

/** The page of an instance, by id and language. */
export interface InstancePage {
  readonly id: number;
  readonly language: string;
}

/**
 * The instances at one place, grouped into variants, and the parts that the variants make up. A place is the label path of a parent, or a
 * declaration.
 */
export class PartPlace {
  readonly #path: number;
  readonly #declaration: Declaration | undefined;
  readonly #variants = new Map<number, Variant>();
  readonly #partOf = new Map<Variant, Part>();
  readonly #parts = new Set<Part>();
  /** True if variants, or languages of variants, were added or removed since `settle`. */
  #changed = false;
  /** Parts that changed since `settle`. */
  readonly #touched = new Set<Part>();
  /** Variants that moved from one part to another since `settle`. */
  readonly #moved = new Set<Variant>();

  /** @param declaration set if all instances at the place are one declared part, similar or not */
  constructor(path: number, declaration?: Declaration) {
    this.#path = path;
    this.#declaration = declaration;
  }

  /** True if the place has no instances, as of the last `settle`. */
  get isEmpty(): boolean {
    return this.#variants.size === 0;
  }

  /** The parts at the place, as of the last `settle`. */
  get parts(): ReadonlySet<Part> {
    return this.#parts;
  }

  /** Returns the part of a variant, as of the last `settle`. */
  partOf(variant: Variant): Part | undefined {
    return this.#partOf.get(variant);
  }

  /**
   * Adds an instance and returns its variant.
   * @param hash hash of the variant, see `instanceHash`
   * @param nodes makes the nodes of the instance; called for the first instance of a variant
   */
  add(page: InstancePage, hash: number, standing: InstanceFlags, nodes: () => InstanceNodes): Variant {
    let variant = this.#variants.get(hash);
    if (!variant) {
      variant = new Variant(this.#path, hash, nodes());
      this.#variants.set(hash, variant);
      this.#changed = true;
    }
    this.#count(variant, page, standing, 1);
    return variant;
  }

  /** Removes an instance. */
  delete(page: InstancePage, variant: Variant, standing: InstanceFlags): void {
    this.#count(variant, page, standing, -1);
    if (variant.instances === 0) this.#changed = true;
  }

  /** Updates the parts. Returns the parts that changed, the variants that moved to another part, and the number of comparisons made. */
  settle(): { touched: Set<Part>; moved: Set<Variant>; comparisons: number } {
    let comparisons = 0;
    if (this.#changed) {
      for (const [hash, variant] of this.#variants) {
        if (variant.instances > 0) continue;
        this.#move(variant, undefined);
        this.#variants.delete(hash);
      }
      comparisons = this.#connect();
      this.#changed = false;
    }
    const touched = new Set(this.#touched);
    const moved = new Set(this.#moved);
    this.#touched.clear();
    this.#moved.clear();
    return { touched, moved, comparisons };
  }

  /** Divides the variants into parts. Each set keeps the part that most of its instances were in, so that few variants move. */
  #connect(): number {
    const variants = [...this.#variants.values()];
    const { parts: numbers, comparisons } =
      this.#declaration === undefined ? connectVariants(variants) : { parts: variants.map(() => 0), comparisons: 0 };
    const members = new Map<number, Variant[]>();
    variants.forEach((variant, at) => {
      const list = members.get(numbers[at]!);
      if (list) list.push(variant);
      else members.set(numbers[at]!, [variant]);
    });
    const claims: { list: Variant[]; part: Part; instances: number }[] = [];
    for (const list of members.values()) {
      const from = new Map<Part, number>();
      for (const variant of list) {
        const part = this.#partOf.get(variant);
        if (part) from.set(part, (from.get(part) ?? 0) + variant.instances);
      }
      for (const [part, instances] of from) claims.push({ list, part, instances });
    }
    claims.sort((a, b) => b.instances - a.instances);
    const chosen = new Map<Variant[], Part>();
    const taken = new Set<Part>();
    for (const { list, part } of claims) {
      if (chosen.has(list) || taken.has(part)) continue;
      chosen.set(list, part);
      taken.add(part);
    }
    for (const list of members.values()) {
      const part = chosen.get(list) ?? new Part(this.#path, this.#declaration);
      for (const variant of list) this.#move(variant, part);
    }
    return comparisons;
  }

  #move(variant: Variant, to: Part | undefined): void {
    const from = this.#partOf.get(variant);
    if (from === to) return;
    if (from && to) this.#moved.add(variant);
    if (from) {
      from.delete(variant);
      this.#touched.add(from);
      if (from.variants.size === 0) this.#parts.delete(from);
    }
    if (to) {
      to.add(variant);
      this.#touched.add(to);
      this.#parts.add(to);
      this.#partOf.set(variant, to);
    } else this.#partOf.delete(variant);
  }

  #count(variant: Variant, { id: page, language }: InstancePage, standing: InstanceFlags, by: 1 | -1): void {
    const inLanguage = (variant.languages.get(language) ?? 0) + by;
    if (inLanguage === 0) variant.languages.delete(language);
    else variant.languages.set(language, inLanguage);
    if (inLanguage === 0 || (by > 0 && inLanguage === 1)) this.#changed = true;
    const count = (variant.pages.get(page) ?? 0) + by;
    if (count === 0) variant.pages.delete(page);
    else variant.pages.set(page, count);
    variant.instances += by;
    if (standing.outside) variant.outside += by;
    if (standing.locked) variant.locked += by;
    const part = this.#partOf.get(variant);
    if (!part) return;
    part.count(page, variant, standing, by);
    this.#touched.add(part);
  }
}
