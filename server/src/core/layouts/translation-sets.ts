import { thresholds as countThresholds } from '../counts/thresholds.ts';

/** More pages of a layout count as so many, so that counts seldom change. */
const MOST_PAGES = 2;

/**
 * How many pages have each layout, translations of one page counting as one: each of them as its share of their number. Answers depend on
 * the pages that are in, not on their order.
 */
export class TranslationSets {
  /** Pages that are translations of each other. */
  #sizes = new Map<number, number>();
  /** For each layout, how many of its pages are in which set of translations. */
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

  /** Pages of a layout, at most two. Looks at no more than twice as many pages as are translations of each other. */
  weight(layout: number): number {
    const shares: number[] = [];
    let sum = 0;
    for (const [translations, pages] of this.#pages.get(layout) ?? []) {
      shares.push(pages / this.#sizes.get(translations)!);
      sum += shares.at(-1)!;
      if (sum >= MOST_PAGES - countThresholds.tolerance) return MOST_PAGES;
    }
    // In an order of their own, the shares give the same sum whatever the order of the pages.
    return shares.sort((a, b) => a - b).reduce((all, share) => all + share, 0);
  }
}

function decrease(counts: Map<number, number>, key: number): void {
  const count = counts.get(key)! - 1;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
