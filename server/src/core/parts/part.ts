import type { Variant } from './variant.ts';

/** Instances a page has of a part, at most, in the mean; more are items of a list. */
const MOST_PER_PAGE = 2.5;

/** Instances of one shared part over the site: variants at one label path that are alike. */
export class Part {
  /** 53-bit hash of the label path of the element that the instances stand in. */
  readonly path: number;
  readonly variants = new Set<Variant>();
  /** Instances on every page. */
  readonly pages = new Map<number, number>();
  instances = 0;
  outside = 0;

  constructor(path: number) {
    this.path = path;
  }

  add(variant: Variant): void {
    this.variants.add(variant);
    for (const [page, count] of variant.pages) this.#count(page, count);
    this.instances += variant.instances;
    this.outside += variant.outside;
  }

  delete(variant: Variant): void {
    this.variants.delete(variant);
    for (const [page, count] of variant.pages) this.#count(page, -count);
    this.instances -= variant.instances;
    this.outside -= variant.outside;
  }

  /** Counts one instance of one of its variants in (1) or out (-1). */
  count(page: number, outside: boolean, by: 1 | -1): void {
    this.#count(page, by);
    this.instances += by;
    if (outside) this.outside += by;
  }

  /** Do enough pages have it, few times each, most of them at the edge of what is their own? */
  isShared(need: number): boolean {
    return this.pages.size >= need && this.instances <= MOST_PER_PAGE * this.pages.size && this.outside * 2 >= this.instances;
  }

  #count(page: number, by: number): void {
    const count = (this.pages.get(page) ?? 0) + by;
    if (count === 0) this.pages.delete(page);
    else this.pages.set(page, count);
  }
}
