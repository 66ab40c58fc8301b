import { equalSets } from './equal-lists.ts';
import { LargestSets } from './largest-sets.ts';
import { MemberCounts } from './member-counts.ts';
import { addTo, removeFrom } from './sets-by-key.ts';
import type { Work } from './work.ts';

/** Pages with the same values. */
interface Profile<Value> {
  readonly key: string;
  readonly values: ReadonlySet<Value>;
  /** Pages, by the hash of their path. */
  readonly pages: Map<number, number>;
  /** The smallest of these hashes; undefined where that page went. */
  first: number | undefined;
  /** How often its number of pages changed by one. */
  ticks: number;
  /** As of the last `settle`. */
  settled: { first: number | undefined; ticks: number };
  /** The profiles whose judgement rests on it, by the ticks at which it may change. */
  readonly asking: Map<number, Set<Profile<Value>>>;
}

/** Profiles that a judgement rests on, each with the ticks at which it may change. */
type Grounds<Value> = readonly { readonly of: Profile<Value>; readonly until: number }[];

/** A value that a page lacks and pages like it have. */
export interface ExpectedValue<Value> {
  readonly value: Value;
  /** A page that has it. */
  readonly example: number;
  /** True if as good as all of the pages that are most like the page have it, or of all pages of the site. */
  readonly isUnanimous: boolean;
  /** Weighted share, in sixteenths, of the other values of the page and the most similar page with the value that both have. */
  readonly likeness: number;
}

/** Settings of `ExpectedValues`. Shares are in [0,1]. */
export interface ExpectationOptions<Value> {
  /** A whole number: so much does a value count where two pages are compared. */
  weightOf(value: Value): number;
  /** Weighted share of their values, without the value in question, that two pages must have in common to be compared. */
  readonly comparable: number;
  /** Sets of values that pages are compared with, those with the most pages first; and the factor of how many are kept in order. */
  readonly comparedProfiles: number;
  readonly profileReserve: number;
  /** Pages. So many of the most similar ones are asked, if there are so many. */
  readonly mostLikePages: number;
  /** Pages. If fewer can be asked, nothing is expected. */
  readonly fewestPages: number;
  /** Share of all pages that must have a value before it is expected anywhere. */
  readonly common: number;
  /** Share of the most similar pages that must have a value. */
  readonly agreeing: number;
  /** Shares that count as all: of the most similar pages, and of all pages. */
  readonly nearlyAllLike: number;
  readonly nearlyAllOfSite: number;
}

/**
 * Finds the values that a page lacks and the pages with the most similar sets of values have. The result depends only on the pages and their
 * values, not on the order in which they came.
 */
export class ExpectedValues<Value extends object> {
  readonly #options: ExpectationOptions<Value>;
  readonly #profiles = new Map<string, Profile<Value>>();
  readonly #profileOf = new Map<number, { profile: Profile<Value>; hash: number }>();
  readonly #numbers = new WeakMap<Value, number>();
  #lastNumber = 0;
  readonly #weights = new WeakMap<Value, number>();
  /** A value came to weigh more or less since the last `settle`. */
  #isReweighed = false;
  /** Profiles that pages came to or left since the last `settle`. */
  readonly #changed = new Set<Profile<Value>>();
  readonly #lacking = new Map<Profile<Value>, readonly ExpectedValue<Value>[]>();
  readonly #grounds = new Map<Profile<Value>, Grounds<Value>>();
  readonly #largest: LargestSets<Profile<Value>>;
  /** The profiles that others are compared with. */
  #compared: readonly Profile<Value>[] = [];
  readonly #counts: MemberCounts<Value>;
  /** The values that enough of all pages have, and the profiles without one of them: no others lack any. */
  #common: ReadonlySet<Value> = new Set();
  /** The values that as good as all pages of the site have. */
  #everywhere: ReadonlySet<Value> = new Set();
  readonly #short = new Set<Profile<Value>>();
  readonly #work: Work;

  constructor(options: ExpectationOptions<Value>, work: Work) {
    this.#options = options;
    this.#work = work;
    this.#counts = new MemberCounts(work);
    this.#largest = new LargestSets(options.comparedProfiles, options.profileReserve, () => this.#profiles.values(), work);
  }

  /** Number of pages. */
  get size(): number {
    return this.#profileOf.size;
  }

  /** @param values without repetition. */
  put(page: number, hash: number, values: readonly Value[]): void {
    const key = values
      .map(value => this.#numberOf(value))
      .sort((a, b) => a - b)
      .join();
    this.#weigh(values);
    const known = this.#profileOf.get(page);
    if (known?.profile.key === key) return;
    this.delete(page);
    let profile = this.#profiles.get(key);
    if (!profile) {
      profile = {
        key,
        values: new Set(values),
        pages: new Map(),
        first: hash,
        ticks: 0,
        settled: { first: undefined, ticks: 0 },
        asking: new Map(),
      };
      this.#profiles.set(key, profile);
      this.#noteShort(profile);
    }
    this.#counts.add(profile.values);
    profile.pages.set(hash, page);
    if (profile.first !== undefined) profile.first = Math.min(profile.first, hash);
    this.#profileOf.set(page, { profile, hash });
    this.#tick(profile);
  }

  delete(page: number): void {
    const known = this.#profileOf.get(page);
    if (!known) return;
    const { profile, hash } = known;
    this.#weigh(profile.values);
    profile.pages.delete(hash);
    this.#counts.delete(profile.values);
    if (profile.pages.size === 0) {
      this.#profiles.delete(profile.key);
      this.#short.delete(profile);
    } else if (profile.first === hash) profile.first = undefined;
    this.#profileOf.delete(page);
    this.#tick(profile);
  }

  /** Notes what values weigh now. A value gets and loses instances only with pages that are put in or taken out. */
  #weigh(values: Iterable<Value>): void {
    for (const value of values) {
      const now = this.#options.weightOf(value);
      const before = this.#weights.get(value);
      if (now === before) continue;
      this.#weights.set(value, now);
      this.#isReweighed ||= before !== undefined;
    }
  }

  /** How much two pages have in common, without regard to one value. */
  #likeness(a: ReadonlySet<Value>, b: ReadonlySet<Value>, without: Value): number {
    return likeness(a, b, value => (value === without ? 0 : this.#weights.get(value)!));
  }

  /** The values that enough of all pages have and pages with these values lack. */
  #shortOf({ values }: Profile<Value>): Value[] {
    return [...this.#common].filter(value => !values.has(value));
  }

  #tick(profile: Profile<Value>): void {
    profile.ticks++;
    this.#changed.add(profile);
  }

  #numberOf(value: Value): number {
    let number = this.#numbers.get(value);
    if (number === undefined) {
      number = ++this.#lastNumber;
      this.#numbers.set(value, number);
    }
    return number;
  }

  /** Applies all changes since the last call. Returns the pages whose missing values changed. */
  settle(): number[] {
    if (this.#changed.size === 0 && !this.#isReweighed) return [];
    const isAnyDue = this.#noteCommon() || this.#isReweighed;
    this.#isReweighed = false;
    const due = isAnyDue ? new Set([...this.#short, ...this.#grounds.keys()]) : new Set<Profile<Value>>();
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
      const isSame = old.length === lacking.length && old.every((before, at) => isSameValue(before, lacking[at]!));
      if (!isSame) for (const page of profile.pages.values()) affected.push(page);
    }
    return affected;
  }

  #noteFirst(profile: Profile<Value>): void {
    if (profile.first !== undefined || profile.pages.size === 0) return;
    this.#work.add(profile.pages.size);
    profile.first = smallest(profile.pages.keys());
  }

  #wakeAll({ asking }: Profile<Value>, due: Set<Profile<Value>>): void {
    for (const profiles of asking.values()) this.#wake(profiles, due);
  }

  #wake(profiles: ReadonlySet<Profile<Value>> | undefined, due: Set<Profile<Value>>): void {
    for (const profile of profiles ?? []) {
      this.#work.add(1);
      due.add(profile);
    }
  }

  /** Adds the profiles that a profile which came to be compared with may speak for. */
  #addLike(profile: Profile<Value>, due: Set<Profile<Value>>): void {
    this.#work.add(this.#short.size);
    for (const other of this.#short)
      if (this.#shortOf(other).some(value => this.#likeness(profile.values, other.values, value) >= this.#options.comparable))
        due.add(other);
  }

  /** What the pages of a profile lack; waits for what may change that. */
  #judge(profile: Profile<Value>): readonly ExpectedValue<Value>[] {
    for (const { of, until } of this.#grounds.get(profile) ?? []) removeFrom(of.asking, until, profile);
    this.#grounds.delete(profile);
    const short = this.#shortOf(profile);
    if (short.length === 0) return nothing;
    this.#work.add(this.#compared.length);
    const lacking: ExpectedValue<Value>[] = [];
    const slacks = new Map<Profile<Value>, number>();
    for (const value of short) {
      const alike = this.#alike(profile, value);
      const { votes, asked, slack } = asks(profile, value, alike, this.#options);
      for (const of of asked) slacks.set(of, Math.min(slack, slacks.get(of) ?? slack));
      if (!votes || votes.pages < this.#options.agreeing * votes.of) continue;
      const isUnanimous = votes.pages >= this.#options.nearlyAllLike * votes.of || this.#everywhere.has(value);
      const nearest = alike.find(({ other }) => other.values.has(value))!;
      lacking.push({ value, example: votes.example, isUnanimous, likeness: Math.round(16 * nearest.likeness) / 16 });
    }
    const grounds = [...slacks].map(([of, slack]) => ({ of, until: of.ticks + slack }));
    for (const { of, until } of grounds) addTo(of.asking, until, profile);
    this.#grounds.set(profile, grounds);
    return lacking;
  }

  /** The profiles that are like one, without regard to a value that it lacks; the most first. */
  #alike(profile: Profile<Value>, without: Value): LikeProfile<Value>[] {
    return this.#compared
      .filter(other => other !== profile)
      .map(other => ({ other, likeness: this.#likeness(profile.values, other.values, without) }))
      .filter(({ likeness }) => likeness >= this.#options.comparable)
      .sort((a, b) => b.likeness - a.likeness);
  }

  /** Brings the values that enough of all pages have, and the profiles without one of them, up to date; says whether either may change. */
  #noteCommon(): boolean {
    const common = this.#counts.atLeast(this.#options.common * this.size - 1);
    const nearlyAll = this.#options.nearlyAllOfSite * (this.size - 1);
    const everywhere = new Set([...common].filter(value => this.#counts.count(value) >= nearlyAll));
    const isSame = equalSets(common, this.#common);
    const isAnyDue = !isSame || !equalSets(everywhere, this.#everywhere);
    this.#common = common;
    this.#everywhere = everywhere;
    if (isSame) return isAnyDue;
    this.#work.add(this.#profiles.size);
    for (const profile of this.#profiles.values()) this.#noteShort(profile);
    return isAnyDue;
  }

  #noteShort(profile: Profile<Value>): void {
    if ([...this.#common].every(value => profile.values.has(value))) this.#short.delete(profile);
    else this.#short.add(profile);
  }

  /** The values that a page should have and lacks. */
  lackedBy(page: number): readonly ExpectedValue<Value>[] {
    const known = this.#profileOf.get(page);
    return (known && this.#lacking.get(known.profile)) ?? [];
  }
}

const nothing: readonly ExpectedValue<never>[] = [];

interface LikeProfile<Value> {
  readonly other: Profile<Value>;
  readonly likeness: number;
}

interface Judgement<Value> {
  /** How many of the pages asked have the value, and one of those most like; undefined if too few were asked, or none has it. */
  readonly votes: { readonly pages: number; readonly of: number; readonly example: number } | undefined;
  /** The profiles that it rests on. */
  readonly asked: readonly Profile<Value>[];
  /** It stays while the number of pages of each of these changes fewer times than this. */
  readonly slack: number;
}

/**
 * Counts how many of the pages most similar to those of a profile have a value that the profile lacks. All pages of equal similarity are
 * counted together; the other pages of the profile itself count as pages without the value.
 */
function asks<Value>(
  profile: Profile<Value>,
  value: Value,
  alike: readonly LikeProfile<Value>[],
  options: Omit<ExpectationOptions<Value>, 'weightOf'>,
): Judgement<Value> {
  /** Pages by whose coming or going the judgement may change, at least. */
  let margin = Number.POSITIVE_INFINITY;
  const restOn = (distance: number): void => {
    margin = Math.min(margin, Math.abs(distance));
  };
  const asked: Profile<Value>[] = [];
  let of = profile.pages.size - 1;
  let having = 0;
  let example: number | undefined;
  let likeness = Number.POSITIVE_INFINITY;
  for (const each of alike) {
    if (each.likeness < likeness) {
      restOn(of - options.mostLikePages + (of < options.mostLikePages ? 0 : 1));
      if (of >= options.mostLikePages) break;
      likeness = each.likeness;
    }
    asked.push(each.other);
    of += each.other.pages.size;
    if (!each.other.values.has(value)) continue;
    having += each.other.pages.size;
    example ??= each.other.pages.get(each.other.first!)!;
  }
  restOn(of < options.fewestPages ? options.fewestPages - of : of - options.fewestPages + 1);
  for (const share of [options.agreeing, options.nearlyAllLike]) restOn(having - share * of);
  const votes = of < options.fewestPages || example === undefined ? undefined : { pages: having, of, example };
  return { votes, asked, slack: Math.max(1, Math.floor(margin / Math.max(1, asked.length))) };
}

function isSameValue<Value>(a: ExpectedValue<Value>, b: ExpectedValue<Value>): boolean {
  return a.value === b.value && a.example === b.example && a.isUnanimous === b.isUnanimous && a.likeness === b.likeness;
}

function smallest(hashes: Iterable<number>): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (const hash of hashes) smallest = Math.min(smallest, hash);
  return smallest;
}

/** What two sets of values have in common, by weight, of all that either has. Weights are whole numbers: their order does not matter. */
function likeness<Value>(a: ReadonlySet<Value>, b: ReadonlySet<Value>, weight: (value: Value) => number): number {
  let common = 0;
  let all = 0;
  for (const value of a) {
    all += weight(value);
    if (b.has(value)) common += weight(value);
  }
  for (const value of b) if (!a.has(value)) all += weight(value);
  return all === 0 ? 0 : common / all;
}
