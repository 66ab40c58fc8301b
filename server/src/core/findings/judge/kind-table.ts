import { addTo, removeFrom } from '../../counts/sets-by-key.ts';
import type { Detail, Finding } from '../finding.ts';
import { differencesOf } from '../finding.ts';
import { thresholds } from '../thresholds.ts';

interface Difference {
  readonly kind: string;
  readonly identity: string;
}

/** What is counted of one kind of difference. */
interface KindCounts {
  /** Pages with a difference of this kind. */
  readonly pages: number;
  /** Distinct differences of this kind, by identity (place and value). */
  readonly places: number;
}

/**
 * Counts the differences of a site by kind (docs/findings.md, "Confidence"): by their messages without quoted words, numbers and attributes. A
 * state of the page, such as the open entry of a menu, has many places on many pages; drift has one place, on one page or on several.
 */
export class KindTable {
  readonly #pages = new Map<string, Set<string>>();
  readonly #places = new Map<string, Set<string>>();
  /** Pages by identity of a difference, and by kind and identity. */
  readonly #same = new Map<string, Set<string>>();
  readonly #samePlace = new Map<string, Set<string>>();
  readonly #known = new Map<string, readonly Difference[]>();
  /** Counts before the first change since the last `settle`, by kind and by identity. */
  readonly #kindsBefore = new Map<string, KindCounts>();
  readonly #sameBefore = new Map<string, number>();

  /** Replaces the differences of a page. */
  put(page: string, findings: readonly Finding[]): void {
    this.delete(page);
    const differences = findings.flatMap(differencesOf).map(each => ({ kind: kindOf(each), identity: placedIdentity(each) }));
    if (differences.length === 0) return;
    this.#known.set(page, differences);
    for (const difference of differences) {
      const { kind, identity } = difference;
      this.#noteCounts(difference);
      addTo(this.#pages, kind, page);
      addTo(this.#places, kind, identity);
      addTo(this.#same, identity, page);
      addTo(this.#samePlace, placeOf(difference), page);
    }
  }

  delete(page: string): void {
    for (const difference of this.#known.get(page) ?? []) {
      const { kind, identity } = difference;
      this.#noteCounts(difference);
      removeFrom(this.#pages, kind, page);
      removeFrom(this.#same, identity, page);
      removeFrom(this.#samePlace, placeOf(difference), page);
      if (!this.#samePlace.has(placeOf(difference))) removeFrom(this.#places, kind, identity);
    }
    this.#known.delete(page);
  }

  #noteCounts({ kind, identity }: Difference): void {
    if (!this.#kindsBefore.has(kind)) this.#kindsBefore.set(kind, this.#countsOf(kind));
    if (!this.#sameBefore.has(identity)) this.#sameBefore.set(identity, sizeOf(this.#same, identity));
  }

  #countsOf(kind: string): KindCounts {
    return { pages: sizeOf(this.#pages, kind), places: sizeOf(this.#places, kind) };
  }

  /** Returns the pages for which `of` may return other counts than at the last call. */
  settle(): Set<string> {
    const affected = new Set<string>();
    const add = (pages: Iterable<string> = []): void => {
      for (const page of pages) affected.add(page);
    };
    for (const [kind, before] of this.#kindsBefore) {
      const { pages, places } = this.#countsOf(kind);
      if (pages !== before.pages || places !== before.places) add(this.#pages.get(kind));
    }
    for (const [identity, before] of this.#sameBefore) if (sizeOf(this.#same, identity) !== before) add(this.#same.get(identity));
    this.#kindsBefore.clear();
    this.#sameBefore.clear();
    return affected;
  }

  /** Returns the largest counts among the differences of a finding; `same` is the number of pages with the identical difference. */
  of(finding: Finding): KindCounts & { readonly same: number } {
    const most = { pages: 1, places: 1, same: 1 };
    for (const difference of differencesOf(finding)) {
      const { pages, places } = this.#countsOf(kindOf(difference));
      most.pages = Math.max(most.pages, pages);
      most.places = Math.max(most.places, places);
      most.same = Math.max(most.same, sizeOf(this.#same, placedIdentity(difference)));
    }
    return most;
  }
}

/** Size of the set of a key, at most `thresholds.mostCounted`. */
function sizeOf(sets: ReadonlyMap<string, ReadonlySet<string>>, key: string): number {
  return Math.min(thresholds.mostCounted, sets.get(key)?.size ?? 0);
}

/** The identity of a difference and, if it says nothing of that, its place. */
function placedIdentity({ identity, facts }: Finding | Detail): string {
  return facts?.place ? `${identity} ${facts.place}` : identity;
}

function placeOf({ kind, identity }: Difference): string {
  return `${kind}\n${identity}`;
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
