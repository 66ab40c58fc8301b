import { LEAST_SHARE } from '../counts/majority.ts';
import { Cohort, holds } from './cohort.ts';
import { variantsOf } from './variants.ts';

/** A page that votes. */
export interface Voter {
  readonly id: number;
  /** Hash of its path. */
  readonly hash: number;
  readonly language: string;
  /** Undefined where the scope is the layout itself. */
  readonly layout: string | undefined;
  /** Ids of its keys in the scope, ascending. */
  readonly structure: Int32Array;
  readonly wording: Int32Array;
  /** Ids of all keys of the page, ascending: what stands elsewhere is not lacking. */
  readonly held: { readonly structure: Int32Array; readonly wording: Int32Array };
}

/** Pages by whose majority a page is judged, and the template keys of theirs that it does not hold. */
export interface Jury {
  readonly cohort: Cohort;
  /** Do most of them hold a key? */
  isTemplate(key: number): boolean;
  readonly lacking: ReadonlySet<number>;
}

/** All by whom a page is judged. */
export interface Juries {
  /** All, and those of the page's layout. */
  readonly structure: readonly Jury[];
  /** Of the page's language, or of all; of its variant of the template, where there are several; and of its layout. */
  readonly wording: readonly Jury[];
}

/** Fewer pages, or a smaller share of the group's, make no variant of a template. */
const FEWEST_OF_VARIANT = 10;

interface LayoutCohorts {
  readonly structure: Cohort;
  readonly wording: Cohort;
}

/** Fewer pages of a layout do not outvote the other pages that have a part. */
const FEWEST_OF_JURY = 8;

/** Fewer pages of a layout agree by chance on what stands outside of parts. */
export const FEWEST_OF_LAYOUT = 6;

/** Share of what most pages say that a page of another language may lack and still be meant to say the same: names, numbers. */
const MOST_MISSPELT = 0.05;

/** Share of what the pages of a layout agree on that a page may lack; one that lacks more is of another kind. */
const MOST_LACKING = 0.2;

/** More pages are not in a wrong language by mistake. */
const MOST_WRONG = 2;

/** Pages tried as the one to compare with. */
const MOST_TRIED = 24;

/**
 * The pages of a scope (those that have a part, or a layout) as voters: on structure all together; on wording with the pages of the same
 * language where they are enough (N20), else all together, too.
 */
export class ScopeCohorts {
  readonly structure: Cohort;
  readonly #support: number;
  readonly #anyLanguage: Cohort;
  readonly #languages = new Map<string, Cohort>();
  /** By layout, where a part stands on pages of several. */
  readonly #layouts = new Map<Voter['layout'], LayoutCohorts>();
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

  /** Does a page have a key in this scope? */
  has(id: number, key: number): boolean {
    const voter = this.#voters.get(id);
    return voter !== undefined && (holds(voter.structure, key) || holds(voter.wording, key));
  }

  put(voter: Voter): void {
    const before = this.#voters.get(voter.id);
    if (before && before.language !== voter.language) this.#leaveLanguage(before);
    if (before && before.layout !== voter.layout) this.#leaveLayout(before);
    this.#voters.set(voter.id, voter);
    this.structure.put(voter.id, voter.structure, voter.held.structure);
    this.#anyLanguage.put(voter.id, voter.wording, voter.held.wording);
    let language = this.#languages.get(voter.language);
    if (!language) {
      language = new Cohort(this.#support);
      this.#languages.set(voter.language, language);
    }
    language.put(voter.id, voter.wording, voter.held.wording);
    if (voter.layout !== undefined) this.#joinLayout(voter);
    const leader = this.#variantOf.get(voter.id);
    if (leader !== undefined) this.#variants.get(leader)!.put(voter.id, voter.wording, voter.held.wording);
  }

  delete(id: number): void {
    const voter = this.#voters.get(id);
    if (!voter) return;
    this.#voters.delete(id);
    this.structure.delete(id);
    this.#anyLanguage.delete(id);
    this.#leaveLanguage(voter);
    this.#leaveLayout(voter);
    this.#leaveVariant(id);
  }

  #leaveVariant(id: number): void {
    const leader = this.#variantOf.get(id);
    if (leader === undefined) return;
    this.#variants.get(leader)?.delete(id);
    this.#variantOf.delete(id);
    this.#left.add(id);
  }

  #joinLayout({ id, layout, structure, wording, held }: Voter): void {
    let cohorts = this.#layouts.get(layout);
    if (!cohorts) {
      cohorts = { structure: new Cohort(this.#support), wording: new Cohort(this.#support) };
      this.#layouts.set(layout, cohorts);
    }
    cohorts.structure.put(id, structure, held.structure);
    cohorts.wording.put(id, wording, held.wording);
  }

  #leaveLayout({ id, layout }: Voter): void {
    const cohorts = this.#layouts.get(layout);
    if (!cohorts) return;
    cohorts.structure.delete(id);
    cohorts.wording.delete(id);
    if (cohorts.wording.size === 0) this.#layouts.delete(layout);
  }

  #leaveLanguage({ id, language }: Voter): void {
    const cohort = this.#languages.get(language);
    cohort?.delete(id);
    if (cohort?.size === 0) this.#languages.delete(language);
  }

  /** Brings all up to date. Gives the pages whose gaps, or the votes on them, changed, and whether others may be compared with another page. */
  settle(): { affected: Set<number>; reordered: boolean } {
    if (this.#anyLanguage.touchesCommon(FEWEST_OF_VARIANT)) this.#partIntoVariants();
    const affected = new Set([...this.#left].filter(id => this.#voters.has(id)));
    this.#left.clear();
    let reordered = affected.size > 0;
    let changed = false;
    const layouts = [...this.#layouts.values()].flatMap(({ structure, wording }) => [structure, wording]);
    const cohorts = [this.structure, this.#anyLanguage, ...this.#languages.values(), ...this.#variants.values(), ...layouts];
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
    return { affected, reordered };
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
    for (const { id, wording, held } of voters) {
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
      cohort.put(id, wording, held.wording);
    }
  }

  #cohortsOf(id: number): { structure: Cohort; wording: readonly Cohort[] } {
    const language = this.#languages.get(this.#voters.get(id)!.language)!;
    const leader = this.#variantOf.get(id);
    const variant = leader === undefined ? [] : [this.#variants.get(leader)!];
    const speakers = language.judges || this.#isForeign(id) ? language : this.#anyLanguage;
    return { structure: this.structure, wording: [speakers, ...variant] };
  }

  /** Is the page in a language that too few pages have to judge it, and does another one have enough (N20)? */
  #isForeign(id: number): boolean {
    const { language } = this.#voters.get(id)!;
    if (language === '' || ![...this.#languages].some(([other, { judges }]) => other !== '' && other !== language && judges))
      return false;
    // Names, such as those of languages, are the same in all of them.
    return this.#anyLanguage.lacking(id).size > MOST_MISSPELT * this.#anyLanguage.template.size;
  }

  /** Does a page have nearly all that the others agree on? */
  isAlike(id: number): boolean {
    if (this.size < FEWEST_OF_LAYOUT) return false;
    const { structure, wording } = this.#cohortsOf(id);
    const cohorts = [structure, wording[0]!];
    const sum = (count: (cohort: Cohort) => number): number => cohorts.reduce((all, cohort) => all + count(cohort), 0);
    return sum(cohort => cohort.lacking(id).size) <= MOST_LACKING * sum(cohort => cohort.template.size);
  }

  /** By whom a page of the group is judged. */
  juriesOf(id: number): Juries {
    const { structure, wording } = this.#cohortsOf(id);
    const jury = (cohort: Cohort): Jury => ({ cohort, isTemplate: key => cohort.isTemplate(key), lacking: cohort.lacking(id) });
    const own = this.#layouts.get(this.#voters.get(id)!.layout);
    const layout = own && own.wording.size >= FEWEST_OF_JURY && own.wording.size < this.size ? own : undefined;
    return {
      structure: [structure, ...(layout ? [layout.structure] : [])].map(jury),
      wording: [...wording, ...(layout ? [layout.wording] : [])].map(jury),
    };
  }

  /** How much of what most pages say a page lacks, if fewer than so many pages as judge speak its language and nearly all others one. */
  saidBy(id: number, language: string): { lacking: number; all: number } | undefined {
    if (!this.#anyLanguage.judges || (this.#languages.get(language)?.size ?? 0) > MOST_WRONG) return undefined;
    if (this.mostSpoken(id).pages < LEAST_SHARE * this.size) return undefined;
    return { lacking: this.#anyLanguage.lacking(id).size, all: this.#anyLanguage.template.size };
  }

  /** The language of most other pages, how many give it, and one of them. */
  mostSpoken(id: number): { language: string; pages: number; example: number } {
    const own = this.#voters.get(id)!.language;
    const [language, cohort] = [...this.#languages]
      .filter(([language]) => language !== own)
      .reduce<[string, Cohort | undefined]>(
        (most, next) => (next[1].size > (most[1]?.size ?? 0) ? [next[0], next[1]] : most),
        ['', undefined],
      );
    const speakers = [...(cohort?.pages ?? [])].map(page => this.#voters.get(page)!);
    const example = speakers.reduce<Voter | undefined>(
      (first, voter) => (!first || voter.hash < first.hash ? voter : first),
      undefined,
    );
    return { language, pages: speakers.length, example: example?.id ?? -1 };
  }

  /** By whom a page is judged that is not of the scope, and may have lost its place there. */
  juriesOfGuest(speaks: string, held: Voter['held']): Juries {
    const language = this.#languages.get(speaks);
    const jury = (cohort: Cohort, keys: Int32Array): Jury => {
      // The guest is one of them for once.
      const template = cohort.agreedBy(cohort.size + 1);
      const lacking = new Set([...template].filter(key => !holds(keys, key)));
      return { cohort, isTemplate: key => template.has(key), lacking };
    };
    return {
      structure: [jury(this.structure, held.structure)],
      wording: [jury(language?.judges ? language : this.#anyLanguage, held.wording)],
    };
  }

  /**
   * The page to compare a page with: of those judged with it the one that lacks least and nothing that the page lacks, as far as there is
   * one among the first.
   */
  exampleFor(id: number, { structure, wording }: Juries): number | undefined {
    const juries = [...structure, ...wording];
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
