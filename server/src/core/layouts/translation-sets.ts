import { thresholds as countThresholds } from '../counts/thresholds.ts';

import { thresholds } from './thresholds.ts';

const { weightPages } = thresholds;

/**
 * Counts the pages of each layout, with translations of a page as one page: each of n translations counts 1/n. Answers depend only on the
 * pages, not on the order of additions.
 */
export class TranslationSets {
  /** Number of pages by set of translations. */
  #sizes = new Map<number, number>();
  /** By layout and set of translations, the number of pages. */
  #pages = new Map<number, Map<number, number>>();

  /** @param translations the same number for pages that are translations of each other */
  add(layout: number, translations: number): void {
    this.#sizes.set(translations, (this.#sizes.get(translations) ?? 0) + 1);
    const pages = this.#pages.get(layout);
    if (pages) pages.set(translations, (pages.get(translations) ?? 0) + 1);
    else this.#pages.set(layout, new Map([[translations, 1]]));
  }

  remove(layout: number, translations: number): void {
    decrease(this.#sizes, translations);
    const pages = this.#pages.get(layout)!;
    decrease(pages, translations);
    if (pages.size === 0) this.#pages.delete(layout);
  }

  /** Number of pages of a layout, at most `weightPages`; a fraction if translations of its pages have other layouts. */
  weight(layout: number): number {
    const shares: number[] = [];
    let sum = 0;
    for (const [translations, pages] of this.#pages.get(layout) ?? []) {
      shares.push(pages / this.#sizes.get(translations)!);
      sum += shares.at(-1)!;
      if (sum >= weightPages - countThresholds.tolerance) return weightPages;
    }
    // Sorted, so that the sum has the same bits whatever the order of the pages.
    return shares.sort((a, b) => a - b).reduce((all, share) => all + share, 0);
  }
}

function decrease(counts: Map<number, number>, key: number): void {
  const count = counts.get(key)! - 1;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
