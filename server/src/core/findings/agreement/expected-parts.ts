import { LargestSets } from '../../counts/largest-sets.ts';
import { MemberCounts } from '../../counts/member-counts.ts';
import { addTo, removeFrom } from '../../counts/sets-by-key.ts';
import type { Work } from '../../counts/work.ts';
import type { Part } from '../../parts/part.ts';
import { thresholds } from '../thresholds.ts';

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

/** A part that a page lacks and pages like it have. */
export interface ExpectedPart {
  readonly part: Part;
  /** A page that has it. */
  readonly example: number;
  /** True if as good as all of the pages that are most like the page have it, or of all pages of the site. */
  readonly isUnanimous: boolean;
}

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
  readonly #largest: LargestSets<Profile>;
  /** The profiles that others are compared with. */
  #compared: readonly Profile[] = [];
  readonly #parts: MemberCounts<Part>;
  /** The parts that enough of all pages have, and the profiles without one of them: no others lack any. */
  #common: ReadonlySet<Part> = new Set();
  /** The parts that as good as all pages of the site have. */
  #everywhere: ReadonlySet<Part> = new Set();
  readonly #short = new Set<Profile>();
  readonly #work: Work;

  constructor(work: Work) {
    this.#work = work;
    this.#parts = new MemberCounts(work);
    this.#largest = new LargestSets(thresholds.comparedProfiles, thresholds.profileReserve, () => this.#profiles.values(), work);
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

  /** How much two pages have in common, without regard to one part. */
  #likeness(a: ReadonlySet<Part>, b: ReadonlySet<Part>, without: Part): number {
    return likeness(a, b, part => (part === without ? 0 : this.#weights.get(part)!));
  }

  /** The parts that enough of all pages have and pages with these parts lack. */
  #shortOf({ parts }: Profile): Part[] {
    return [...this.#common].filter(part => !parts.has(part));
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
      const isSame = old.length === lacking.length && old.every((before, at) => isSamePart(before, lacking[at]!));
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
    for (const other of this.#short)
      if (this.#shortOf(other).some(part => this.#likeness(profile.parts, other.parts, part) >= thresholds.comparable))
        due.add(other);
  }

  /** What the pages of a profile lack; waits for what may change that. */
  #judge(profile: Profile): readonly ExpectedPart[] {
    for (const { of, until } of this.#grounds.get(profile) ?? []) removeFrom(of.asking, until, profile);
    this.#grounds.delete(profile);
    const short = this.#shortOf(profile);
    if (short.length === 0) return nothing;
    this.#work.add(this.#compared.length);
    const lacking: ExpectedPart[] = [];
    const slacks = new Map<Profile, number>();
    for (const part of short) {
      const { votes, asked, slack } = asks(profile, part, this.#alike(profile, part));
      for (const of of asked) slacks.set(of, Math.min(slack, slacks.get(of) ?? slack));
      if (!votes || votes.pages < thresholds.nearlyAll * votes.of) continue;
      const isUnanimous = votes.pages >= thresholds.nearlyAllLike * votes.of || this.#everywhere.has(part);
      lacking.push({ part, example: votes.example, isUnanimous });
    }
    const grounds = [...slacks].map(([of, slack]) => ({ of, until: of.ticks + slack }));
    for (const { of, until } of grounds) addTo(of.asking, until, profile);
    this.#grounds.set(profile, grounds);
    return lacking;
  }

  /** The profiles that are like one, without regard to a part that it lacks; the most first. */
  #alike(profile: Profile, without: Part): LikeProfile[] {
    return this.#compared
      .filter(other => other !== profile)
      .map(other => ({ other, likeness: this.#likeness(profile.parts, other.parts, without) }))
      .filter(({ likeness }) => likeness >= thresholds.comparable)
      .sort((a, b) => b.likeness - a.likeness);
  }

  /** Brings the parts that enough of all pages have, and the profiles without one of them, up to date; says whether either may change. */
  #noteCommon(): boolean {
    const common = this.#parts.atLeast(thresholds.mostPages * this.size - 1);
    const nearlyAll = thresholds.nearlyAllOfSite * (this.size - 1);
    const everywhere = new Set([...common].filter(part => this.#parts.count(part) >= nearlyAll));
    const isSame = isSameSet(common, this.#common);
    const isAnyDue = !isSame || !isSameSet(everywhere, this.#everywhere);
    this.#common = common;
    this.#everywhere = everywhere;
    if (isSame) return isAnyDue;
    this.#work.add(this.#profiles.size);
    for (const profile of this.#profiles.values()) this.#noteShort(profile);
    return isAnyDue;
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

interface LikeProfile {
  readonly other: Profile;
  readonly likeness: number;
}

interface Judgement {
  /** How many of the pages asked have the part, and one of those most like; undefined if too few were asked, or none has it. */
  readonly votes: { readonly pages: number; readonly of: number; readonly example: number } | undefined;
  /** The profiles that it rests on. */
  readonly asked: readonly Profile[];
  /** It stays while the number of pages of each of these changes fewer times than this. */
  readonly slack: number;
}

/** Asks the pages most like those of a profile, which lack a part, whether they have it: all that are as much alike, and the profile's own. */
function asks(profile: Profile, part: Part, alike: readonly LikeProfile[]): Judgement {
  /** Pages by whose coming or going the judgement may change, at least. */
  let margin = Number.POSITIVE_INFINITY;
  const restOn = (distance: number): void => {
    margin = Math.min(margin, Math.abs(distance));
  };
  const asked: Profile[] = [];
  let of = profile.pages.size - 1;
  let having = 0;
  let example: number | undefined;
  let likeness = Number.POSITIVE_INFINITY;
  for (const each of alike) {
    if (each.likeness < likeness) {
      restOn(of - thresholds.mostLikePages + (of < thresholds.mostLikePages ? 0 : 1));
      if (of >= thresholds.mostLikePages) break;
      likeness = each.likeness;
    }
    asked.push(each.other);
    of += each.other.pages.size;
    if (!each.other.parts.has(part)) continue;
    having += each.other.pages.size;
    example ??= each.other.pages.get(each.other.first!)!;
  }
  restOn(of < thresholds.fewestPages ? thresholds.fewestPages - of : of - thresholds.fewestPages + 1);
  for (const share of [thresholds.nearlyAll, thresholds.nearlyAllLike]) restOn(having - share * of);
  const votes = of < thresholds.fewestPages || example === undefined ? undefined : { pages: having, of, example };
  return { votes, asked, slack: Math.max(1, Math.floor(margin / Math.max(1, asked.length))) };
}

function isSamePart(a: ExpectedPart, b: ExpectedPart): boolean {
  return a.part === b.part && a.example === b.example && a.isUnanimous === b.isUnanimous;
}

function isSameSet<Item>(a: ReadonlySet<Item>, b: ReadonlySet<Item>): boolean {
  return a.size === b.size && [...a].every(item => b.has(item));
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
