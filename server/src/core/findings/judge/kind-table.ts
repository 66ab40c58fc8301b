import type { Detail, Finding } from '../finding.ts';

/** What is counted of one kind of difference. */
interface Kind {
  /** Pages that have it, with how often. */
  readonly pages: Map<string, number>;
  /** Its differences, by identity: place and value. */
  readonly places: Map<string, number>;
}

/** More pages or places than this say no more. */
const MOST_COUNTED = 16;

/**
 * What the differences of a site have in common (docs/findings.md, "Confidence"). A kind is what a difference is when own words, numbers and
 * addresses are left out. A state of the page, such as the open entry of a menu, comes on several pages, on each at another place; drift
 * stands on one page, or on several at the same place.
 */
export class KindTable {
  readonly #kinds = new Map<string, Kind>();
  /** By identity, the pages that have the very difference. */
  readonly #same = new Map<string, Set<string>>();
  readonly #known = new Map<string, readonly { kind: string; identity: string }[]>();
  /** Kinds and identities that pages came to or left since the last `settle`, with their numbers before. */
  readonly #touchedKinds = new Map<string, { pages: number; places: number }>();
  readonly #touchedSame = new Map<string, number>();

  /** Replaces what differs on a page. */
  put(page: string, findings: readonly Finding[]): void {
    this.delete(page);
    const differences = findings.flatMap(differencesOf).map(each => ({ kind: kindOf(each), identity: each.identity }));
    if (differences.length === 0) return;
    this.#known.set(page, differences);
    for (const { kind, identity } of differences) {
      this.#touch(kind, identity);
      let known = this.#kinds.get(kind);
      if (!known) {
        known = { pages: new Map(), places: new Map() };
        this.#kinds.set(kind, known);
      }
      known.pages.set(page, (known.pages.get(page) ?? 0) + 1);
      known.places.set(identity, (known.places.get(identity) ?? 0) + 1);
      const same = this.#same.get(identity);
      if (same) same.add(page);
      else this.#same.set(identity, new Set([page]));
    }
  }

  delete(page: string): void {
    for (const { kind, identity } of this.#known.get(page) ?? []) {
      this.#touch(kind, identity);
      const known = this.#kinds.get(kind)!;
      decrement(known.pages, page);
      decrement(known.places, identity);
      if (known.pages.size === 0) this.#kinds.delete(kind);
      const same = this.#same.get(identity);
      same?.delete(page);
      if (same?.size === 0) this.#same.delete(identity);
    }
    this.#known.delete(page);
  }

  #touch(kind: string, identity: string): void {
    if (!this.#touchedKinds.has(kind)) this.#touchedKinds.set(kind, this.#ofKind(kind));
    if (!this.#touchedSame.has(identity)) this.#touchedSame.set(identity, this.#sameAs(identity));
  }

  #ofKind(kind: string): { pages: number; places: number } {
    const known = this.#kinds.get(kind);
    return { pages: capped(known?.pages.size ?? 0), places: capped(known?.places.size ?? 0) };
  }

  #sameAs(identity: string): number {
    return capped(this.#same.get(identity)?.size ?? 0);
  }

  /** The pages of which something else holds than at the last call. */
  settle(): Set<string> {
    const affected = new Set<string>();
    const add = (pages: Iterable<string> = []): void => {
      for (const page of pages) affected.add(page);
    };
    for (const [kind, before] of this.#touchedKinds) {
      const now = this.#ofKind(kind);
      if (now.pages !== before.pages || now.places !== before.places) add(this.#kinds.get(kind)?.pages.keys());
    }
    for (const [identity, before] of this.#touchedSame) if (this.#sameAs(identity) !== before) add(this.#same.get(identity));
    this.#touchedKinds.clear();
    this.#touchedSame.clear();
    return affected;
  }

  /** Of the differences of a finding, the greatest numbers: pages with the kind, its places, and pages with the very same difference. */
  of(finding: Finding): { pages: number; places: number; same: number } {
    const most = { pages: 1, places: 1, same: 1 };
    for (const difference of differencesOf(finding)) {
      const { pages, places } = this.#ofKind(kindOf(difference));
      most.pages = Math.max(most.pages, pages);
      most.places = Math.max(most.places, places);
      most.same = Math.max(most.same, this.#sameAs(difference.identity));
    }
    return most;
  }
}

function capped(count: number): number {
  return Math.min(MOST_COUNTED, count);
}

function decrement(counts: Map<string, number>, key: string): void {
  const left = counts.get(key)! - 1;
  if (left > 0) counts.set(key, left);
  else counts.delete(key);
}

function differencesOf(finding: Finding): readonly (Finding | Detail)[] {
  return finding.details ?? [finding];
}

/** A difference without own words, numbers and addresses: its code, and its message without what it quotes. */
function kindOf({ code, message }: Finding | Detail): string {
  const [start, ...quotes] = message.split('\u201c');
  const words = [start, ...quotes.map(quote => quote.slice(Math.max(0, quote.indexOf('\u201d'))))].join('\u201c');
  const tags = words.split('<').map(withoutAttributes);
  return `${code} ${tags.join('<').replace(/\d+/g, '0')}`;
}

/** A start tag, without its `<` and perhaps with text behind it, without its attributes. */
function withoutAttributes(tag: string): string {
  const [space, end] = [tag.indexOf(' '), tag.indexOf('>')];
  return space >= 0 && space < end ? tag.slice(0, space) + tag.slice(end) : tag;
}
