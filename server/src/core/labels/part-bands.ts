import { FrequentKeys } from '../counts/frequent-keys.ts';
import { Work } from '../counts/work.ts';
import type { Part } from '../parts/part.ts';
import type { Variant } from '../parts/variant.ts';
import { countBand, leastMoved, shareBand } from './bands.ts';
import { limits } from './thresholds.ts';

/** What is known of a part as of the last `settle`. */
interface KnownPart {
  readonly bands: string;
  readonly size: number;
  /** Its variants by their numbers of pages, where there are many. */
  readonly frequent: FrequentKeys<Variant> | undefined;
}

/** What the default labels see of the counts of every part and variant, so that an edit relabels only pages for which it changes. */
export class PartBands {
  readonly #all: () => Iterable<Part>;
  readonly #known = new WeakMap<Part, KnownPart>();
  readonly #bands = new WeakMap<Variant, string>();
  readonly #work = new Work();
  /** The parts by their numbers of pages. */
  readonly #frequent: FrequentKeys<Part>;
  #size = 0;
  #need = 0;

  /** @param all parts that there are, also those that too few pages share. */
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
   * Pages that have a variant whose bands changed since the last call.
   * @param touched parts whose variants or counts changed.
   * @param need pages that must have a part.
   */
  settle(touched: ReadonlySet<Part>, siteSize: number, need: number): Set<number> {
    const pages = new Set<number>();
    const least = leastMoved(this.#size, siteSize);
    if (need !== this.#need) {
      this.#frequent.reindex(leastMoved(siteSize, siteSize));
      for (const part of this.#all()) this.#settlePart(part, siteSize, need, pages);
    } else {
      for (const part of touched) {
        this.#frequent.raised(part);
        this.#settlePart(part, siteSize, need, pages);
      }
      if (siteSize !== this.#size)
        this.#frequent.forEach(least, part => {
          if (!touched.has(part)) this.#settlePart(part, siteSize, need, pages);
        });
    }
    this.#size = siteSize;
    this.#need = need;
    return pages;
  }

  #settlePart(part: Part, siteSize: number, need: number, pages: Set<number>): void {
    const size = part.pages.size;
    const bands = part.isShared(need) ? `${shareBand(size, siteSize)} ${countBand(size)}` : '';
    const changed = part.takeChangedVariants();
    const known = this.#known.get(part);
    const frequent = part.variants.size > limits.fewVariants ? (known?.frequent ?? variantsByPages(part, this.#work)) : undefined;
    const settle = (variant: Variant): void => this.#settleVariant(variant, bands, size, pages);
    this.#work.add(1);
    if (frequent && known?.bands === bands) {
      this.#work.add(changed.size);
      for (const variant of changed) {
        frequent.raised(variant);
        settle(variant);
      }
      if (known.size !== size) frequent.forEach(leastMoved(known.size, size), settle);
    } else if (known?.bands !== bands || known.size !== size || changed.size > 0) {
      this.#work.add(part.variants.size);
      frequent?.reindex(leastMoved(size, size));
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

  /** Parts and variants visited since the last call. */
  takeWork(): number {
    return this.#work.take();
  }
}

function variantsByPages(part: Part, work: Work): FrequentKeys<Variant> {
  const counts = {
    count: (variant: Variant) => (part.variants.has(variant) ? variant.pages.size : 0),
    forEachKey: (visit: (variant: Variant, count: number) => void) => {
      for (const variant of part.variants) visit(variant, variant.pages.size);
    },
  };
  return new FrequentKeys(counts, work);
}
