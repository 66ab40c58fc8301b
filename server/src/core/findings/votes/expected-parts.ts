import { MemberCounts } from '../../counts/member-counts.ts';
import { addTo, removeFrom } from '../../counts/sets-by-key.ts';
import type { Work } from '../../counts/work.ts';
import type { Part } from '../../parts/part.ts';
import { LargestProfiles } from './largest-profiles.ts';

/** Pages with the same parts. */
interface Profile {
  readonly key: string;
  readonly parts: ReadonlySet<Part>;
  /** Pages, by the hash of their path. */
  readonly pages: Map<number, number>;
  /** The smallest of these hashes; undefined where that page went. */
  first: number | undefined;
  /** How often its number of pages changed by one. */
  ticks: number;
  /** As of the last `settle`. */
  settled: { first: number | undefined; ticks: number };
  /** The profiles whose judgement rests on it, by the ticks at which it may change. */
  readonly asking: Map<number, Set<Profile>>;
}

/** Profiles that a judgement rests on, each with the ticks at which it may change. */
type Grounds = readonly { readonly of: Profile; readonly until: number }[];

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
  readonly #weights = new WeakMap<Part, number>();
  /** A part came to weigh more or less since the last `settle`. */
  #isReweighed = false;
  /** Profiles that pages came to or left since the last `settle`. */
  readonly #changed = new Set<Profile>();
  readonly #lacking = new Map<Profile, readonly ExpectedPart[]>();
  readonly #grounds = new Map<Profile, Grounds>();
  readonly #largest: LargestProfiles<Profile>;
  /** The profiles that others are compared with. */
  #compared: readonly Profile[] = [];
  readonly #parts: MemberCounts<Part>;
  /** The parts that enough of all pages have, and the profiles without one of them: no others lack any. */
  #common: ReadonlySet<Part> = new Set();
  readonly #short = new Set<Profile>();
  readonly #work: Work;

  constructor(work: Work) {
    this.#work = work;
    this.#parts = new MemberCounts(work);
    this.#largest = new LargestProfiles(COMPARED, () => this.#profiles.values(), work);
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
    this.#weigh(parts);
    const known = this.#profileOf.get(page);
    if (known?.profile.key === key) return;
    this.delete(page);
    let profile = this.#profiles.get(key);
    if (!profile) {
      profile = {
        key,
        parts: new Set(parts),
        pages: new Map(),
        first: hash,
        ticks: 0,
        settled: { first: undefined, ticks: 0 },
        asking: new Map(),
      };
      this.#profiles.set(key, profile);
      this.#noteShort(profile);
    }
    this.#parts.add(profile.parts);
    profile.pages.set(hash, page);
    if (profile.first !== undefined) profile.first = Math.min(profile.first, hash);
    this.#profileOf.set(page, { profile, hash });
    this.#tick(profile);
  }

  delete(page: number): void {
    const known = this.#profileOf.get(page);
    if (!known) return;
    const { profile, hash } = known;
    this.#weigh(profile.parts);
    profile.pages.delete(hash);
    this.#parts.delete(profile.parts);
    if (profile.pages.size === 0) {
      this.#profiles.delete(profile.key);
      this.#short.delete(profile);
    } else if (profile.first === hash) profile.first = undefined;
    this.#profileOf.delete(page);
    this.#tick(profile);
  }

  /** Notes what parts weigh now. A part gets and loses instances only with pages that are put in or taken out. */
  #weigh(parts: Iterable<Part>): void {
    for (const part of parts) {
      const now = weightOf(part);
      const before = this.#weights.get(part);
      if (now === before) continue;
      this.#weights.set(part, now);
      this.#isReweighed ||= before !== undefined;
    }
  }

  #likeness(a: ReadonlySet<Part>, b: ReadonlySet<Part>): number {
    return likeness(a, b, part => this.#weights.get(part)!);
  }

  #tick(profile: Profile): void {
    profile.ticks++;
    this.#changed.add(profile);
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
    if (this.#changed.size === 0 && !this.#isReweighed) return [];
    const isAnyDue = this.#noteCommon() || this.#isReweighed;
    this.#isReweighed = false;
    const due = isAnyDue ? new Set([...this.#short, ...this.#grounds.keys()]) : new Set<Profile>();
    for (const profile of this.#changed) this.#noteFirst(profile);
    const before = new Set(this.#compared);
    this.#compared = this.#largest.update(this.#changed);
    const compared = new Set(this.#compared);
    this.#work.add(this.#changed.size + compared.size);
    for (const profile of this.#changed) {
      const { first, ticks, settled } = profile;
      if (this.#short.has(profile) || this.#grounds.has(profile)) due.add(profile);
      if (first !== settled.first) this.#wakeAll(profile, due);
      for (let tick = settled.ticks + 1; tick <= ticks; tick++) this.#wake(profile.asking.get(tick), due);
      profile.settled = { first, ticks };
    }
    for (const profile of before) if (!compared.has(profile)) this.#wakeAll(profile, due);
    for (const profile of compared) if (!before.has(profile)) this.#addLike(profile, due);
    this.#changed.clear();
    const affected: number[] = [];
    for (const profile of due) {
      const lacking = this.#judge(profile);
      const old = this.#lacking.get(profile) ?? nothing;
      if (lacking.length > 0) this.#lacking.set(profile, lacking);
      else this.#lacking.delete(profile);
      const isSame =
        old.length === lacking.length &&
        old.every(({ part, example }, at) => part === lacking[at]!.part && example === lacking[at]!.example);
      if (!isSame) for (const page of profile.pages.values()) affected.push(page);
    }
    return affected;
  }

  #noteFirst(profile: Profile): void {
    if (profile.first !== undefined || profile.pages.size === 0) return;
    this.#work.add(profile.pages.size);
    profile.first = smallest(profile.pages.keys());
  }

  #wakeAll({ asking }: Profile, due: Set<Profile>): void {
    for (const profiles of asking.values()) this.#wake(profiles, due);
  }

  #wake(profiles: ReadonlySet<Profile> | undefined, due: Set<Profile>): void {
    for (const profile of profiles ?? []) {
      this.#work.add(1);
      due.add(profile);
    }
  }

  /** Adds the profiles that a profile which came to be compared with may speak for. */
  #addLike(profile: Profile, due: Set<Profile>): void {
    this.#work.add(this.#short.size);
    for (const other of this.#short) if (this.#likeness(profile.parts, other.parts) >= ALIKE) due.add(other);
  }

  /** What the pages of a profile lack; waits for what may change that. */
  #judge(profile: Profile): readonly ExpectedPart[] {
    for (const { of, until } of this.#grounds.get(profile) ?? []) removeFrom(of.asking, until, profile);
    this.#grounds.delete(profile);
    if (!this.#short.has(profile)) return nothing;
    this.#work.add(this.#compared.length);
    const { lacking, asked, slack } = judged(profile, this.#alike(profile), this.#common);
    const grounds = asked.map(of => ({ of, until: of.ticks + slack }));
    for (const { of, until } of grounds) addTo(of.asking, until, profile);
    this.#grounds.set(profile, grounds);
    return lacking;
  }

  /** The profiles that are like one, the most first. */
  #alike({ parts }: Profile): { other: Profile; likeness: number }[] {
    return this.#compared
      .filter(other => other.parts !== parts)
      .map(other => ({ other, likeness: this.#likeness(parts, other.parts) }))
      .filter(({ likeness }) => likeness >= ALIKE)
      .sort((a, b) => b.likeness - a.likeness);
  }

  /** Brings the parts that enough of all pages have, and the profiles without one of them, up to date; says whether the parts are others. */
  #noteCommon(): boolean {
    const common = this.#parts.atLeast(MOST_OF_SITE * this.size);
    const isSame = common.size === this.#common.size && [...common].every(part => this.#common.has(part));
    this.#common = common;
    if (isSame) return false;
    this.#work.add(this.#profiles.size);
    for (const profile of this.#profiles.values()) this.#noteShort(profile);
    return true;
  }

  #noteShort(profile: Profile): void {
    if ([...this.#common].every(part => profile.parts.has(part))) this.#short.delete(profile);
    else this.#short.add(profile);
  }

  /** The parts that a page should have and lacks. */
  lackedBy(page: number): readonly ExpectedPart[] {
    const known = this.#profileOf.get(page);
    return (known && this.#lacking.get(known.profile)) ?? [];
  }
}

const nothing: readonly ExpectedPart[] = [];

interface Judgement {
  readonly lacking: readonly ExpectedPart[];
  /** The profiles that it rests on. */
  readonly asked: readonly Profile[];
  /** It stays while the number of pages of each of these changes fewer times than this. */
  readonly slack: number;
}

/** The parts that the pages with the parts most like these have and these pages lack. */
function judged(profile: Profile, alike: readonly { other: Profile; likeness: number }[], common: ReadonlySet<Part>): Judgement {
  const counts = new Map<Part, { pages: number; example: number }>();
  /** Pages by whose coming or going the judgement may change, at least. */
  let margin = Number.POSITIVE_INFINITY;
  const restOn = (distance: number): void => {
    margin = Math.min(margin, Math.abs(distance));
  };
  let pages = 0;
  let asked = 0;
  for (const { other } of alike) {
    if (pages >= MOST_PAGES) {
      restOn(pages - MOST_PAGES + 1);
      break;
    }
    if (asked > 0) restOn(MOST_PAGES - pages);
    asked++;
    pages += other.pages.size;
    for (const part of other.parts) {
      if (profile.parts.has(part)) continue;
      const known = counts.get(part);
      if (known) known.pages += other.pages.size;
      else counts.set(part, { pages: other.pages.size, example: other.pages.get(other.first!)! });
    }
  }
  // Of those that are as much alike, the ones with more pages come first.
  const last = alike[asked - 1]?.likeness;
  while (asked < alike.length && alike[asked]!.likeness === last) asked++;
  for (let at = 1; at < asked; at++)
    if (alike[at]!.likeness === alike[at - 1]!.likeness) restOn(alike[at - 1]!.other.pages.size - alike[at]!.other.pages.size);
  // Pages that have the same parts are as many witnesses that nothing is missing.
  const of = pages + profile.pages.size - 1;
  restOn(pages < FEWEST_PAGES ? FEWEST_PAGES - pages : pages - FEWEST_PAGES + 1);
  const lacking: ExpectedPart[] = [];
  for (const [part, { pages: having, example }] of counts) {
    if (!common.has(part)) continue;
    restOn(having - MOST * of);
    if (pages >= FEWEST_PAGES && having >= MOST * of) lacking.push({ part, example });
  }
  const slack = Math.max(1, Math.floor(margin / Math.max(1, asked)));
  return { lacking, asked: alike.slice(0, asked).map(({ other }) => other), slack };
}

function smallest(hashes: Iterable<number>): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (const hash of hashes) smallest = Math.min(smallest, hash);
  return smallest;
}

/** What two sets of parts have in common, by weight, of all that either has. Weights are whole numbers: their order does not matter. */
function likeness(a: ReadonlySet<Part>, b: ReadonlySet<Part>, weight: (part: Part) => number): number {
  let common = 0;
  let all = 0;
  for (const part of a) {
    all += weight(part);
    if (b.has(part)) common += weight(part);
  }
  for (const part of b) if (!a.has(part)) all += weight(part);
  return all === 0 ? 0 : common / all;
}

/**
 * A large part says more than a small one, but a menu of a hundred links is not all that a page has: the square root of the nodes that pages
 * have of it, rounded, so that one page of many seldom changes it.
 */
function weightOf({ meanNodes }: Part): number {
  return Math.round(16 * Math.sqrt(Math.max(1, meanNodes)));
}
