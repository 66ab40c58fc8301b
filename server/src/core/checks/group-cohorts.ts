import { Cohort, holds, LEAST_SHARE } from './cohort.ts';
import { variantsOf } from './variants.ts';

/** A page that votes. */
export interface Voter {
  readonly id: number;
  /** Hash of its path. */
  readonly hash: number;
  readonly language: string;
  /** Ids of its keys, ascending. */
  readonly structure: Int32Array;
  readonly wording: Int32Array;
}

/** Pages by whose majority a page is judged, and the template keys of theirs that it does not hold. */
export interface Jury {
  readonly cohort: Cohort;
  readonly lacking: ReadonlySet<number>;
}

/** All by whom a page is judged. */
export interface Juries {
  readonly structure: Jury;
  /** Of the page's language, or of all; and of its variant of the template, where there are several. */
  readonly wording: readonly Jury[];
}

/** Fewer pages, or a smaller share of the group's, make no variant of a template. */
const FEWEST_OF_VARIANT = 10;

/** Pages tried as the one to compare with. */
const MOST_TRIED = 24;

/**
 * The pages of a template group as voters: on structure all together; on wording with the pages of the same language where they are
 * enough (N20), else all together, too.
 */
export class GroupCohorts {
  readonly structure: Cohort;
  readonly #support: number;
  readonly #anyLanguage: Cohort;
  readonly #languages = new Map<string, Cohort>();
  /** By the id of the page that leads the variant. */
  readonly #variants = new Map<number, Cohort>();
  #variantOf = new Map<number, number>();
  /** Pages that left a variant since the last `settle`. */
  readonly #left = new Set<number>();
  readonly #voters = new Map<number, Voter>();
  /** Languages with enough pages at the last `settle`. */
  readonly #judging = new Set<string>();
  /** Voters by how little they lack; undefined where that has to be worked out again. */
  #order: Voter[] | undefined;

  constructor(support: number) {
    this.#support = support;
    this.structure = new Cohort(support);
    this.#anyLanguage = new Cohort(support);
  }

  get size(): number {
    return this.#voters.size;
  }

  get pages(): Iterable<number> {
    return this.#voters.keys();
  }

  put(voter: Voter): void {
    const before = this.#voters.get(voter.id);
    if (before && before.language !== voter.language) this.#leaveLanguage(before);
    this.#voters.set(voter.id, voter);
    this.structure.put(voter.id, voter.structure);
    this.#anyLanguage.put(voter.id, voter.wording);
    let language = this.#languages.get(voter.language);
    if (!language) {
      language = new Cohort(this.#support);
      this.#languages.set(voter.language, language);
    }
    language.put(voter.id, voter.wording);
    const leader = this.#variantOf.get(voter.id);
    if (leader !== undefined) this.#variants.get(leader)!.put(voter.id, voter.wording);
  }

  delete(id: number): void {
    const voter = this.#voters.get(id);
    if (!voter) return;
    this.#voters.delete(id);
    this.structure.delete(id);
    this.#anyLanguage.delete(id);
    this.#leaveLanguage(voter);
    this.#leaveVariant(id);
  }

  #leaveVariant(id: number): void {
    const leader = this.#variantOf.get(id);
    if (leader === undefined) return;
    this.#variants.get(leader)?.delete(id);
    this.#variantOf.delete(id);
    this.#left.add(id);
  }

  #leaveLanguage({ id, language }: Voter): void {
    const cohort = this.#languages.get(language);
    cohort?.delete(id);
    if (cohort?.size === 0) this.#languages.delete(language);
  }

  /** Brings all up to date. Gives the pages whose gaps, or the votes on them, changed; whether others may be compared with another page; and whether other keys are template. */
  settle(): { affected: Set<number>; reordered: boolean; changed: boolean } {
    if (this.#anyLanguage.touchesCommon(FEWEST_OF_VARIANT)) this.#partIntoVariants();
    const affected = new Set([...this.#left].filter(id => this.#voters.has(id)));
    this.#left.clear();
    let reordered = affected.size > 0;
    let changed = false;
    const cohorts = [this.structure, this.#anyLanguage, ...this.#languages.values(), ...this.#variants.values()];
    for (const cohort of cohorts) {
      const settled = cohort.settle();
      for (const id of settled.affected) affected.add(id);
      reordered ||= settled.reordered;
      changed ||= settled.changed;
    }
    for (const [language, cohort] of this.#languages) {
      // What is foreign depends on all that the others say.
      if (changed && !cohort.judges) for (const id of cohort.pages) affected.add(id);
      if (cohort.judges === this.#judging.has(language)) continue;
      reordered = true;
      if (cohort.judges) this.#judging.add(language);
      else this.#judging.delete(language);
      for (const id of cohort.pages) affected.add(id);
    }
    for (const [leader, cohort] of this.#variants) if (cohort.size === 0) this.#variants.delete(leader);
    if (reordered) this.#order = undefined;
    return { affected, reordered, changed };
  }

  /** Keys that many pages have and many have not tell variants of the template apart. */
  #partIntoVariants(): void {
    const most = this.size * LEAST_SHARE;
    const isOption = (key: number): boolean => {
      const count = this.#anyLanguage.count(key);
      return count >= FEWEST_OF_VARIANT && count < most;
    };
    const voters = [...this.#voters.values()].sort((a, b) => a.hash - b.hash);
    const variantOf = variantsOf(voters.map(({ id, wording }) => ({ id, options: wording.filter(isOption) })));
    const sizes = new Map<number, number>();
    for (const leader of variantOf.values()) sizes.set(leader, (sizes.get(leader) ?? 0) + 1);
    for (const { id, wording } of voters) {
      const leader = variantOf.get(id)!;
      const size = sizes.get(leader)!;
      if (this.#variantOf.get(id) !== leader) this.#leaveVariant(id);
      if (size < FEWEST_OF_VARIANT || size < (1 - LEAST_SHARE) * this.size || size === this.size) {
        this.#leaveVariant(id);
        continue;
      }
      let cohort = this.#variants.get(leader);
      if (!cohort) {
        cohort = new Cohort(this.#support);
        this.#variants.set(leader, cohort);
      }
      if (this.#variantOf.get(id) === leader) continue;
      this.#variantOf.set(id, leader);
      cohort.put(id, wording);
    }
  }

  /** Are there enough pages to judge one by? */
  get judges(): boolean {
    return this.structure.judges;
  }

  #cohortsOf(id: number): { structure: Cohort; wording: readonly Cohort[] } {
    const language = this.#languages.get(this.#voters.get(id)!.language)!;
    const leader = this.#variantOf.get(id);
    const variant = leader === undefined ? [] : [this.#variants.get(leader)!];
    const speakers = language.judges || this.#isForeign(id) ? language : this.#anyLanguage;
    return { structure: this.structure, wording: [speakers, ...variant] };
  }

  /** Is the page in a language that too few pages have to judge it, and most others do not speak (N20)? What it says of itself may be wrong. */
  #isForeign(id: number): boolean {
    return this.#voters.get(id)!.language !== '' && this.#anyLanguage.lacking(id).size * 2 > this.#anyLanguage.template.size;
  }

  /** By whom a page of the group is judged. */
  juriesOf(id: number): Juries {
    const { structure, wording } = this.#cohortsOf(id);
    const jury = (cohort: Cohort): Jury => ({ cohort, lacking: cohort.lacking(id) });
    return { structure: jury(structure), wording: wording.map(jury) };
  }

  /** By whom a page of another group is judged that has a place in none. */
  juriesOfGuest({ language, structure, wording }: Voter): Juries {
    const own = this.#languages.get(language);
    const jury = (cohort: Cohort, keys: Int32Array): Jury => ({
      cohort,
      lacking: new Set([...cohort.template].filter(key => !holds(keys, key))),
    });
    return { structure: jury(this.structure, structure), wording: [jury(own?.judges ? own : this.#anyLanguage, wording)] };
  }

  /** All keys that the majority has, of structure and of wording in whatever language. */
  template(): number[] {
    return [...this.structure.template, ...this.#anyLanguage.template];
  }

  /**
   * The page to compare a page with: of those judged with it the one that lacks least and nothing that the page lacks, as far as there is
   * one among the first.
   */
  exampleFor(id: number | undefined, { structure, wording }: Juries): number | undefined {
    const juries = [structure, ...wording];
    const lacking = new Set(juries.flatMap(jury => [...jury.lacking]));
    let best: number | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    let tried = 0;
    for (const other of this.#inOrder()) {
      if (other.id === id || !wording.every(({ cohort }) => cohort.has(other.id))) continue;
      let common = 0;
      for (const key of lacking) if (juries.some(({ cohort }) => cohort.lacking(other.id).has(key))) common++;
      if (common < fewest) {
        best = other.id;
        fewest = common;
      }
      if (common === 0 || ++tried === MOST_TRIED) break;
    }
    return best;
  }

  #lackingOf(id: number): number {
    const { structure, wording } = this.#cohortsOf(id);
    return [structure, ...wording].reduce((sum, cohort) => sum + cohort.lacking(id).size, 0);
  }

  #inOrder(): readonly Voter[] {
    if (!this.#order) {
      const lacking = new Map([...this.#voters.keys()].map(id => [id, this.#lackingOf(id)]));
      this.#order = [...this.#voters.values()].sort((a, b) => lacking.get(a.id)! - lacking.get(b.id)! || a.hash - b.hash);
    }
    return this.#order;
  }
}
