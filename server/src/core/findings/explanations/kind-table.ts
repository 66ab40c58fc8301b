import { KeyedPages } from '../../counts/keyed-pages.ts';
import { type Detail, differencesOf, type Finding } from '../finding.ts';
import { thresholds } from '../thresholds.ts';

/**
 * Counts the pages of a site with differences of a kind (docs/findings.md, "Confidence"): of the same message without quoted words, numbers and
 * attributes. A state of the page, such as the open entry of a menu, comes on many pages; drift on one or a few.
 */
export class KindTable {
  readonly #kinds = new KeyedPages<string, string>();
  /** Counts before the first change since the last `settle`, by kind. */
  readonly #before = new Map<string, number>();

  /** Replaces the differences of a page. */
  put(page: string, findings: readonly Finding[]): void {
    this.delete(page);
    for (const kind of new Set(findings.flatMap(differencesOf).map(kindOf))) {
      this.#noteCount(kind);
      this.#kinds.add(page, kind);
    }
  }

  delete(page: string): void {
    for (const kind of this.#kinds.keysOf(page)) this.#noteCount(kind);
    this.#kinds.delete(page);
  }

  #noteCount(kind: string): void {
    if (!this.#before.has(kind)) this.#before.set(kind, this.#count(kind));
  }

  /** At most `thresholds.mostCounted`. */
  #count(kind: string): number {
    return Math.min(thresholds.mostCounted, this.#kinds.pagesOf(kind).size);
  }

  /** Returns the pages for which `pages` may return another number than at the last call. */
  settle(): Set<string> {
    const affected = new Set<string>();
    for (const [kind, before] of this.#before)
      if (this.#count(kind) !== before) for (const page of this.#kinds.pagesOf(kind)) affected.add(page);
    this.#before.clear();
    return affected;
  }

  /** Returns the number of pages with the most frequent kind among the differences of a finding; 1 for a finding without any. */
  pages(finding: Finding): number {
    return Math.max(1, ...differencesOf(finding).map(difference => this.#count(kindOf(difference))));
  }
}

/** The code of a difference, and its message without quoted words, attributes and numbers. */
function kindOf({ code, message }: Finding | Detail): string {
  const [start, ...quotes] = message.split('\u201c');
  const words = [start, ...quotes.map(quote => quote.slice(Math.max(0, quote.indexOf('\u201d'))))].join('\u201c');
  const tags = words.split('<').map(withoutAttributes);
  return `${code} ${tags.join('<').replace(/\d+/g, '0')}`;
}

/** Removes the attributes from a text that begins with the name of a start tag. */
function withoutAttributes(tag: string): string {
  const [space, end] = [tag.indexOf(' '), tag.indexOf('>')];
  return space >= 0 && space < end ? tag.slice(0, space) + tag.slice(end) : tag;
}
