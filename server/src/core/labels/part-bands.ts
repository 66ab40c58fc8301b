import { FrequentKeys } from '../counts/frequent-keys.ts';
import { Work } from '../counts/work.ts';
import type { Part } from '../parts/part.ts';
import type { Variant } from '../parts/variant.ts';
import { countBand, leastAffectedCount, shareBand } from './bands.ts';
import { limits } from './thresholds.ts';

/** The state of a part at the last `settle`. */
interface KnownPart {
  /** Bands of its page count; empty if it is not shared. */
  readonly bands: string;
  /** Pages that have it. */
  readonly size: number;
  /** Index of its variants by page count, if there are many. */
  readonly frequent: FrequentKeys<Variant> | undefined;
}

/** Tracks the bands of page counts of parts and variants that the default labels read, so that an edit relabels only pages whose bands change. */
export class PartBands {
  readonly #all: () => Iterable<Part>;
  readonly #known = new WeakMap<Part, KnownPart>();
  /** Bands of a variant and its part. */
  readonly #bands = new WeakMap<Variant, string>();
  readonly #work = new Work();
  /** Index of the parts by page count. */
  readonly #frequent: FrequentKeys<Part>;
  /** Pages of the site, and least number of pages of a shared part, at the last `settle`. */
  #size = 0;
  #minimumPages = 0;

  /** @param all returns all parts, including those on too few pages to be shared */
  constructor(all: () => Iterable<Part>) {
    this.#all = all;
    this.#frequent = new FrequentKeys(
      {
        count: part => part.pages.size,
        forEachKey: visit => {
          for (const part of all()) visit(part, part.pages.size);
        },
      },
      this.#work,
    );
  }

  /**
   * Returns the pages that have a variant whose bands changed since the last call.
   * @param touched parts whose variants or counts changed
   * @param siteSize number of pages
   * @param minimumPages least number of pages of a shared part
   */
  settle(touched: ReadonlySet<Part>, siteSize: number, minimumPages: number): Set<number> {
    const pages = new Set<number>();
    const least = leastAffectedCount(this.#size, siteSize);
    if (minimumPages !== this.#minimumPages) {
      this.#frequent.reindex(leastAffectedCount(siteSize, siteSize));
      for (const part of this.#all()) this.#settlePart(part, siteSize, minimumPages, pages);
    } else {
      for (const part of touched) {
        this.#frequent.noteIncrease(part);
        this.#settlePart(part, siteSize, minimumPages, pages);
      }
      if (siteSize !== this.#size)
        this.#frequent.forEach(least, part => {
          if (!touched.has(part)) this.#settlePart(part, siteSize, minimumPages, pages);
        });
    }
    this.#size = siteSize;
    this.#minimumPages = minimumPages;
    return pages;
  }

  #settlePart(part: Part, siteSize: number, minimumPages: number, pages: Set<number>): void {
    const size = part.pages.size;
    const bands = part.isShared(minimumPages) ? `${shareBand(size, siteSize)} ${countBand(size)}` : '';
    const changed = part.takeChangedVariants();
    const known = this.#known.get(part);
    const frequent = part.variants.size > limits.fewVariants ? (known?.frequent ?? variantsByPages(part, this.#work)) : undefined;
    const settle = (variant: Variant): void => this.#settleVariant(variant, bands, size, pages);
    this.#work.add(1);
    if (frequent && known?.bands === bands) {
      this.#work.add(changed.size);
      for (const variant of changed) {
        frequent.noteIncrease(variant);
        settle(variant);
      }
      if (known.size !== size) frequent.forEach(leastAffectedCount(known.size, size), settle);
    } else if (known?.bands !== bands || known.size !== size || changed.size > 0) {
      this.#work.add(part.variants.size);
      frequent?.reindex(leastAffectedCount(size, size));
      for (const variant of part.variants) settle(variant);
    }
    this.#known.set(part, { bands, size, frequent });
  }

  #settleVariant(variant: Variant, ofPart: string, partSize: number, pages: Set<number>): void {
    const bands = ofPart && `${ofPart} ${shareBand(variant.pages.size, partSize)}`;
    if (bands === (this.#bands.get(variant) ?? '')) return;
    this.#bands.set(variant, bands);
    for (const page of variant.pages.keys()) pages.add(page);
  }

  /** Returns the number of parts and variants visited since the last call. */
  takeWork(): number {
    return this.#work.take();
  }
}

/** Index of a part's variants by page count. */
function variantsByPages(part: Part, work: Work): FrequentKeys<Variant> {
  const counts = {
    count: (variant: Variant) => (part.variants.has(variant) ? variant.pages.size : 0),
    forEachKey: (visit: (variant: Variant, count: number) => void) => {
      for (const variant of part.variants) visit(variant, variant.pages.size);
    },
  };
  return new FrequentKeys(counts, work);
}
