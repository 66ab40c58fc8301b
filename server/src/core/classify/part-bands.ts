import { Work } from '../counts/work.ts';
import type { Part } from '../parts/part.ts';
import type { Variant } from '../parts/variant.ts';
import { countBand, shareBand } from './bands.ts';

/** What the default labels see of the counts of every part and variant, so that an edit relabels only pages for which it changes. */
export class PartBands {
  readonly #bands = new WeakMap<Variant, string>();
  readonly #work = new Work();

  /**
   * Pages that have a variant whose bands changed since the last call.
   * @param parts those whose variants or counts changed; all, where the size of the site did.
   * @param need pages that must have a part.
   */
  settle(parts: Iterable<Part>, siteSize: number, need: number): Set<number> {
    const pages = new Set<number>();
    for (const part of parts) {
      const size = part.pages.size;
      const ofPart = part.isShared(need) ? `${shareBand(size, siteSize)} ${countBand(size)}` : '';
      this.#work.add(1 + part.variants.size);
      for (const variant of part.variants) {
        const bands = ofPart && `${ofPart} ${shareBand(variant.pages.size, size)}`;
        if (bands === (this.#bands.get(variant) ?? '')) continue;
        this.#bands.set(variant, bands);
        for (const page of variant.pages.keys()) pages.add(page);
      }
    }
    return pages;
  }

  /** Parts and variants visited since the last call. */
  takeWork(): number {
    return this.#work.take();
  }
}
