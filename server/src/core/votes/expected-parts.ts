import { MemberCounts } from '../counts/member-counts.ts';
import type { Work } from '../counts/work.ts';
import type { Part } from '../parts/part.ts';

/** Pages with the same parts. */
interface Profile {
  readonly key: string;
  readonly parts: ReadonlySet<Part>;
  /** Pages, by the hash of their path. */
  readonly pages: Map<number, number>;
  /** The smallest of these hashes; undefined where that page went. */
  first: number | undefined;
}

/** What the pages that are most like one say of a part that it lacks. */
export interface ExpectedPart {
  readonly part: Part;
  /** A page that has it. */
  readonly example: number;
}

/** Share of parts, by weight, that two pages must have in common to be alike. */
const ALIKE = 0.6;
/** So many pages that are most like a page say what it should have, and so many at least. */
const MOST_PAGES = 10;
const FEWEST_PAGES = 5;
/** Share of them that must have a part. */
const MOST = 0.9;
/** Share of the site's pages that must have it, too: what fewer have belongs to layouts. */
const MOST_OF_SITE = 0.8;
/** Profiles that pages are compared with, those with the most pages first. */
const COMPARED = 256;

/**
 * The parts that each page should have because the pages whose parts are most like its own have them, whatever their layouts
 * (docs/parts.md). A function of the pages and their parts.
 */
export class ExpectedParts {
  readonly #profiles = new Map<string, Profile>();
  readonly #profileOf = new Map<number, { profile: Profile; hash: number }>();
  readonly #numbers = new WeakMap<Part, number>();
  #lastNumber = 0;
  #changed = false;
  #lacking = new Map<Profile, readonly ExpectedPart[]>();
  readonly #parts: MemberCounts<Part>;
  /** The parts that enough of all pages have, and the profiles without one of them: no others lack any. */
  #common: ReadonlySet<Part> = new Set();
  readonly #short = new Set<Profile>();
  readonly #work: Work;

  constructor(work: Work) {
    this.#work = work;
    this.#parts = new MemberCounts(work);
  }

  /** Number of pages. */
  get size(): number {
    return this.#profileOf.size;
  }

  /** @param parts without repetition. */
  put(page: number, hash: number, parts: readonly Part[]): void {
    const key = parts
      .map(part => this.#numberOf(part))
      .sort((a, b) => a - b)
      .join();
    const known = this.#profileOf.get(page);
    if (known?.profile.key === key) return;
    this.delete(page);
    let profile = this.#profiles.get(key);
    if (!profile) {
      profile = { key, parts: new Set(parts), pages: new Map(), first: hash };
      this.#profiles.set(key, profile);
      this.#noteShort(profile);
    }
    this.#parts.add(profile.parts);
    profile.pages.set(hash, page);
    if (profile.first !== undefined) profile.first = Math.min(profile.first, hash);
    this.#profileOf.set(page, { profile, hash });
    this.#changed = true;
  }

  delete(page: number): void {
    const known = this.#profileOf.get(page);
    if (!known) return;
    const { profile, hash } = known;
    profile.pages.delete(hash);
    this.#parts.delete(profile.parts);
    if (profile.pages.size === 0) {
      this.#profiles.delete(profile.key);
      this.#short.delete(profile);
    } else if (profile.first === hash) profile.first = undefined;
    this.#profileOf.delete(page);
    this.#changed = true;
  }

  #numberOf(part: Part): number {
    let number = this.#numbers.get(part);
    if (number === undefined) {
      number = ++this.#lastNumber;
      this.#numbers.set(part, number);
    }
    return number;
  }

  /** Brings all up to date. Gives the pages that lack other parts than before. */
  settle(): number[] {
    if (!this.#changed) return [];
    this.#changed = false;
    const before = this.#lacking;
    this.#lacking = new Map();
    this.#noteCommon();
    const compared = this.#short.size > 0 ? this.#mostPages() : [];
    this.#work.add(this.#short.size * compared.length + before.size);
    const affected: number[] = [];
    for (const profile of new Set([...before.keys(), ...this.#short])) {
      const lacking = this.#short.has(profile) ? lackedBy(profile, compared, this.#common) : [];
      if (lacking.length > 0) this.#lacking.set(profile, lacking);
      const old = before.get(profile);
      const isSame =
        old !== undefined &&
        old.length === lacking.length &&
        old.every(({ part, example }, at) => part === lacking[at]!.part && example === lacking[at]!.example);
      if (isSame || lacking.length + (old?.length ?? 0) === 0) continue;
      for (const page of profile.pages.values()) affected.push(page);
    }
    return affected;
  }

  /** Brings the parts that enough of all pages have, and the profiles without one of them, up to date. */
  #noteCommon(): void {
    const common = this.#parts.atLeast(MOST_OF_SITE * this.size);
    const isSame = common.size === this.#common.size && [...common].every(part => this.#common.has(part));
    this.#common = common;
    if (isSame) return;
    this.#work.add(this.#profiles.size);
    for (const profile of this.#profiles.values()) this.#noteShort(profile);
  }

  #noteShort(profile: Profile): void {
    if ([...this.#common].every(part => profile.parts.has(part))) this.#short.delete(profile);
    else this.#short.add(profile);
  }

  /** The profiles with the most pages. */
  #mostPages(): Profile[] {
    this.#work.add(this.#profiles.size);
    const profiles = [...this.#profiles.values()];
    for (const profile of profiles) {
      if (profile.first !== undefined) continue;
      this.#work.add(profile.pages.size);
      profile.first = smallest(profile.pages.keys());
    }
    return profiles.sort((a, b) => b.pages.size - a.pages.size || a.first! - b.first!).slice(0, COMPARED);
  }

  /** The parts that a page should have and lacks. */
  lackedBy(page: number): readonly ExpectedPart[] {
    const known = this.#profileOf.get(page);
    return (known && this.#lacking.get(known.profile)) ?? [];
  }
}

/** The parts that the pages with the parts most like these have and these pages lack. */
function lackedBy(profile: Profile, all: readonly Profile[], common: ReadonlySet<Part>): ExpectedPart[] {
  const alike = all
    .filter(other => other !== profile)
    .map(other => ({ other, likeness: likeness(profile.parts, other.parts) }))
    .filter(({ likeness }) => likeness >= ALIKE)
    .sort((a, b) => b.likeness - a.likeness);
  const counts = new Map<Part, { pages: number; example: number }>();
  let pages = 0;
  for (const { other } of alike) {
    if (pages >= MOST_PAGES) break;
    pages += other.pages.size;
    for (const part of other.parts) {
      if (profile.parts.has(part)) continue;
      const known = counts.get(part);
      if (known) known.pages += other.pages.size;
      else counts.set(part, { pages: other.pages.size, example: other.pages.get(other.first!)! });
    }
  }
  // Pages that have the same parts are as many witnesses that nothing is missing.
  const of = pages + profile.pages.size - 1;
  if (pages < FEWEST_PAGES) return [];
  return [...counts].flatMap(([part, { pages: having, example }]) =>
    having >= MOST * of && common.has(part) ? [{ part, example }] : [],
  );
}

function smallest(hashes: Iterable<number>): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (const hash of hashes) smallest = Math.min(smallest, hash);
  return smallest;
}

function likeness(a: ReadonlySet<Part>, b: ReadonlySet<Part>): number {
  let common = 0;
  let all = 0;
  for (const part of a) {
    all += weight(part);
    if (b.has(part)) common += weight(part);
  }
  for (const part of b) if (!a.has(part)) all += weight(part);
  return all === 0 ? 0 : common / all;
}

/** A large part says more than a small one, but a menu of a hundred links is not all that a page has. */
function weight(part: Part): number {
  const [variant] = part.variants;
  return Math.sqrt(variant?.fixed.tokens.length ?? 1);
}
