import { Cohort, type HeldKeys } from './cohort.ts';
import { intersectionSize } from './distinct-ids.ts';
import { equalLists } from './equal-lists.ts';
import { thresholds, variantThresholds } from './thresholds.ts';
import type { Work } from './work.ts';

/** A page as its variant depends on it. */
interface Voter {
  readonly id: number;
  /** Hash of its path. */
  readonly hash: number;
  readonly wording: HeldKeys;
}

/** The first page of a variant. */
interface Leader extends Pick<Voter, 'id' | 'hash'> {
  readonly options: Int32Array;
  /** Pages of the variant, itself among them. */
  pages: number;
  /** Of these pages, if they are enough. */
  cohort: Cohort | undefined;
}

/** Pages with the same options. */
interface OptionSet {
  /** Ids of keys, ascending. */
  readonly options: Int32Array;
  readonly leader: Leader;
  pages: number;
}

/** Share of the pages. A smaller one makes no variant: what the others have is what most have. */
const leastShare = 1 - thresholds.majorityShare;

/** So many pages must have a key that tells variants of these pages apart: half of a variant, at least. */
export function leastOption(pages: number): number {
  return Math.max(variantThresholds.fewestOfVariants, (leastShare / 2) * pages);
}

/**
 * Variants of one template (G4: two versions that are both common are two templates). Keys that many pages have and many have not are
 * options. In the order of the hashes of their paths, each page joins the first page whose options are alike (leader clustering; Jaccard
 * index of at least 0.75), or leads a variant of its own. A function of the pages. A page that comes, changes or goes is compared with the
 * leaders; all pages are parted anew only where a key becomes an option or ceases to be one, or the page leads others or would.
 */
export class Variants {
  readonly #support: number;
  readonly #work: Work;
  readonly #voters: ReadonlyMap<number, Voter>;
  /** All pages: their keys are counted here. */
  readonly #all: Cohort;
  readonly #options = new Set<number>();
  /** By the text of the options. */
  readonly #sets = new Map<string, OptionSet>();
  #setOf = new Map<number, OptionSet>();
  /** In the order of their hashes. */
  #leaders: Leader[] = [];
  /** Pages that came, changed or went since the last `settle`. */
  readonly #changed = new Set<number>();
  /** Pages that left a cohort, and cohorts that pages came to or left, since then. */
  readonly #left = new Set<number>();
  readonly #unsettled = new Set<Cohort>();

  /** @param voters the pages that are in; `all` has their keys. */
  constructor(voters: ReadonlyMap<number, Voter>, all: Cohort, support: number, work: Work) {
    this.#voters = voters;
    this.#all = all;
    this.#support = support;
    this.#work = work;
  }

  /** The page came, changed or went. */
  touch(id: number): void {
    this.#changed.add(id);
  }

  /** The pages of the same variant, if these are enough. */
  cohortOf(id: number): Cohort | undefined {
    return this.#setOf.get(id)?.leader.cohort;
  }

  /**
   * Brings the variants up to date. To be called before `all` is settled.
   * @returns pages that left a cohort, of which some may be gone, and the cohorts to be settled.
   */
  settle(): { left: ReadonlySet<number>; unsettled: ReadonlySet<Cohort> } {
    this.#left.clear();
    this.#unsettled.clear();
    if (this.#changed.size > 0) this.#settle();
    this.#changed.clear();
    return { left: this.#left, unsettled: this.#unsettled };
  }

  #settle(): void {
    if (this.#voters.size <= variantThresholds.fewestOfVariants) {
      if (this.#setOf.size > 0) this.#part([]);
      this.#options.clear();
      return;
    }
    const isFew = this.#setOf.size > 0 && this.#changed.size * 2 < this.#voters.size;
    const isOther = this.#takeOptions(isFew ? this.#all.touched : undefined);
    if (!isFew || isOther || !this.#putChanged()) this.#part(this.#voters.values());
    else this.#qualify();
  }

  /**
   * Notes the keys that are options now; says whether others were.
   * @param touched keys whose counts may have changed; undefined: all.
   */
  #takeOptions(touched: ReadonlySet<number> | undefined): boolean {
    const pages = this.#voters.size;
    let isOther = false;
    const review = (key: number): void => {
      const count = this.#all.count(key);
      const is = count >= leastOption(pages) && count < pages * thresholds.majorityShare;
      if (is === this.#options.has(key)) return;
      if (is) this.#options.add(key);
      else this.#options.delete(key);
      isOther = true;
    };
    this.#work.add(touched?.size ?? 0);
    for (const key of touched ?? []) review(key);
    if (touched && !this.#all.isResized) return isOther;
    this.#work.add(this.#options.size);
    for (const key of [...this.#options]) review(key);
    this.#all.forEachFrequent(pages, review);
    return isOther;
  }

  /** Puts the changed pages into their variants; false where all pages have to be parted anew. */
  #putChanged(): boolean {
    for (const id of this.#changed) {
      const voter = this.#voters.get(id);
      const before = this.#setOf.get(id);
      const from = before?.leader.cohort;
      const options = voter && this.#optionsOf(voter);
      if (before && options && equalLists(options, before.options) && followsLeader(voter, before.leader)) {
        this.#move(id, from, from);
        continue;
      }
      if (before?.leader.id === id) {
        if (before.leader.pages > 1) return false;
        this.#leaders.splice(this.#leaders.indexOf(before.leader), 1);
      }
      if (before) this.#leave(id, before);
      const set = options && this.#setFor(voter, options);
      if (set) this.#join(id, set);
      this.#move(id, from, set?.leader.cohort);
      if (voter && !set) return false;
    }
    return true;
  }

  /** The set of a page that is in none; undefined where it would lead other pages than itself. */
  #setFor(voter: Voter, options: Int32Array): OptionSet | undefined {
    const known = this.#sets.get(options.join());
    if (known) return followsLeader(voter, known.leader) ? known : undefined;
    this.#work.add(this.#leaders.length);
    const isAlike = (other: Int32Array): boolean => jaccard(other, options) >= variantThresholds.sameVariant;
    const leader = this.#leaders.find(leader => leader.hash < voter.hash && isAlike(leader.options));
    if (leader) return this.#addSet(options, leader);
    this.#work.add(this.#sets.size);
    for (const set of this.#sets.values()) if (set.leader.hash > voter.hash && isAlike(set.options)) return undefined;
    const next = this.#leaders.findIndex(({ hash }) => hash > voter.hash);
    const own = leaderOf(voter, options);
    this.#leaders.splice(next < 0 ? this.#leaders.length : next, 0, own);
    return this.#addSet(options, own);
  }

  /** Parts all pages anew. */
  #part(voters: Iterable<Voter>): void {
    const before = this.#setOf;
    const cohorts = new Map(this.#leaders.map(({ id, cohort }) => [id, cohort]));
    this.#setOf = new Map();
    this.#sets.clear();
    this.#leaders = [];
    for (const voter of [...voters].sort((a, b) => a.hash - b.hash)) {
      const options = this.#optionsOf(voter);
      this.#join(voter.id, this.#sets.get(options.join()) ?? this.#addSet(options, this.#firstAlike(voter, options)));
    }
    for (const leader of this.#leaders)
      if (this.#isEnough(leader)) leader.cohort = cohorts.get(leader.id) ?? new Cohort(this.#support, this.#work);
    for (const id of new Set([...before.keys(), ...this.#setOf.keys()]))
      this.#move(id, before.get(id)?.leader.cohort, this.cohortOf(id));
  }

  /** The first leader that is like a page that comes after all of them, or the page itself as the last leader. */
  #firstAlike(voter: Voter, options: Int32Array): Leader {
    this.#work.add(this.#leaders.length);
    const first = this.#leaders.find(leader => jaccard(leader.options, options) >= variantThresholds.sameVariant);
    if (first) return first;
    const own = leaderOf(voter, options);
    this.#leaders.push(own);
    return own;
  }

  /** Makes cohorts of variants that came to have enough pages, and gives up those of others. */
  #qualify(): void {
    this.#work.add(this.#leaders.length);
    for (const leader of this.#leaders) {
      const { cohort: from } = leader;
      if (this.#isEnough(leader) === (from !== undefined)) continue;
      leader.cohort = from ? undefined : new Cohort(this.#support, this.#work);
      this.#work.add(this.#setOf.size);
      for (const [id, set] of this.#setOf) if (set.leader === leader) this.#move(id, from, leader.cohort);
    }
  }

  #isEnough({ pages }: Leader): boolean {
    const all = this.#voters.size;
    return pages >= variantThresholds.fewestOfVariants && pages >= leastShare * all && pages < all;
  }

  #move(id: number, from: Cohort | undefined, to: Cohort | undefined): void {
    if (from && from !== to) {
      from.delete(id);
      this.#unsettled.add(from);
      this.#left.add(id);
    }
    if (!to || (from === to && !this.#changed.has(id))) return;
    to.put(id, this.#voters.get(id)!.wording);
    this.#unsettled.add(to);
  }

  #optionsOf({ wording }: Voter): Int32Array {
    const { ids } = wording.keys;
    this.#work.add(ids.length);
    return ids.filter(key => this.#options.has(key));
  }

  #addSet(options: Int32Array, leader: Leader): OptionSet {
    const set: OptionSet = { options, leader, pages: 0 };
    this.#sets.set(options.join(), set);
    return set;
  }

  #join(id: number, set: OptionSet): void {
    set.pages++;
    set.leader.pages++;
    this.#setOf.set(id, set);
  }

  #leave(id: number, set: OptionSet): void {
    this.#setOf.delete(id);
    set.leader.pages--;
    if (--set.pages === 0) this.#sets.delete(set.options.join());
  }
}

function leaderOf({ id, hash }: Voter, options: Int32Array): Leader {
  return { id, hash, options, pages: 0, cohort: undefined };
}

/** Is a page the leader, or does it come after it? Ids of pages that went are given to others. */
function followsLeader({ id, hash }: Voter, leader: Leader): boolean {
  return id === leader.id ? hash === leader.hash : hash > leader.hash;
}

function jaccard(a: Int32Array, b: Int32Array): number {
  if (a.length === 0 && b.length === 0) return 1;
  const common = intersectionSize(a, b);
  return common / (a.length + b.length - common);
}
