import { Cohort, type HeldKeys } from '../../counts/cohort.ts';
import type { KeyList } from '../../counts/key-list.ts';
import { PageOrders } from '../../counts/page-orders.ts';
import { SharedKeys } from '../../counts/shared-keys.ts';
import { thresholds as countThresholds } from '../../counts/thresholds.ts';
import { leastOption, Variants } from '../../counts/variants.ts';
import { Work } from '../../counts/work.ts';
import { thresholds } from '../thresholds.ts';

/** Keys of a page, by what they are about. */
export interface PageKeyLists {
  readonly structure: KeyList;
  readonly wording: KeyList;
}

/** A page that votes. */
export interface Voter extends PageKeyLists {
  readonly id: number;
  /** Hash of its path. */
  readonly hash: number;
  readonly language: string;
  /** Undefined where the scope is the layout itself. */
  readonly layout: string | undefined;
  /** Keys of the page outside of the scope: what stands there is not lacking. */
  readonly elsewhere?: PageKeyLists | undefined;
}

/** What is kept of a voter. */
interface KnownVoter extends Pick<Voter, 'id' | 'hash' | 'language' | 'layout'> {
  readonly structure: HeldKeys;
  readonly wording: HeldKeys;
}

/** Pages by whose majority a page is judged, and the template keys of theirs that it does not hold. */
export interface Jury {
  readonly cohort: Cohort;
  /** Do most of them hold a key? */
  isTemplate(key: number): boolean;
  readonly lacking: ReadonlySet<number>;
  /** The page is not one of the cohort: it lacks the part. */
  readonly isGuest?: boolean;
  /** Too few pages have the language of the page; these speak for what no language translates. */
  readonly isForeign?: boolean;
}

/** All by whom a page is judged. */
export interface Juries {
  /** All, and those of the page's layout. */
  readonly structure: readonly Jury[];
  /** Of the page's language, or of all; of its variant of the template, where there are several; and of its layout. */
  readonly wording: readonly Jury[];
}

interface LayoutCohorts {
  readonly structure: Cohort;
  readonly wording: Cohort;
}

/** Fewer pages of a layout agree by chance on what stands outside of parts. */
export const FEWEST_OF_LAYOUT = 6;

/**
 * The pages of a scope (those that have a part, or a layout) as voters: on structure all together; on wording with the pages of the same
 * language where they are enough (N20), else all together, too.
 */
export class ScopeCohorts {
  readonly structure: Cohort;
  readonly #support: number;
  readonly #anyLanguage: Cohort;
  /** By language; while there is one, it is the cohort of all. */
  readonly #languages = new Map<string, Cohort>();
  /** By layout, where a part stands on pages of several. */
  readonly #layouts = new Map<Voter['layout'], LayoutCohorts>();
  readonly #variants: Variants;
  readonly #voters = new Map<number, KnownVoter>();
  /** Of voters in a part, their keys there. */
  readonly #keys = new SharedKeys();
  /** Cohorts that pages came to or left since the last `settle`. */
  readonly #unsettled = new Set<Cohort>();
  /** Pages came or went since then. */
  #isResized = false;
  /** Languages with enough pages at the last `settle`. */
  readonly #judging = new Set<string>();
  /** The pages of each cohort by how little they lack. */
  readonly #orders: PageOrders;
  readonly #work: Work;

  constructor(support: number, work = new Work()) {
    this.#support = support;
    this.#work = work;
    this.structure = new Cohort(support, work);
    this.#anyLanguage = new Cohort(support, work, pages => Math.min(countThresholds.majorityShare * pages, leastOption(pages)));
    this.#variants = new Variants(this.#voters, this.#anyLanguage, support, work);
    this.#orders = new PageOrders(id => ({ id, hash: this.#voters.get(id)!.hash, rank: this.#lackingOf(id) }), work);
  }

  get size(): number {
    return this.#voters.size;
  }

  get pages(): Iterable<number> {
    return this.#voters.keys();
  }

  hasPage(id: number): boolean {
    return this.#voters.has(id);
  }

  put(given: Voter): void {
    const voter = this.#known(given);
    const { id, language, structure, wording } = voter;
    const before = this.#voters.get(id);
    if (!before) this.#isResized = true;
    if (!this.#languages.has(language)) this.#addLanguage(language);
    if (before && before.language !== language) this.#leaveLanguage(before);
    if (before && before.layout !== voter.layout) this.#leaveLayout(before);
    this.#voters.set(id, voter);
    const speakers = this.#languages.get(language)!;
    this.#putInto(this.structure, id, structure);
    for (const cohort of new Set([this.#anyLanguage, speakers])) this.#putInto(cohort, id, wording);
    if (voter.layout !== undefined) this.#joinLayout(voter);
    if (before) this.#release(before);
    this.#variants.touch(id);
    this.#touchOrders(id);
  }

  /** The voter; of one in a part, with lists of keys that are kept once for all pages. */
  #known({ id, hash, language, layout, structure, wording, elsewhere }: Voter): KnownVoter {
    const kept = (keys: KeyList): KeyList => (layout === undefined ? keys : this.#keys.take(keys));
    return {
      id,
      hash,
      language,
      layout,
      structure: { keys: kept(structure), elsewhere: elsewhere?.structure },
      wording: { keys: kept(wording), elsewhere: elsewhere?.wording },
    };
  }

  #release({ layout, structure, wording }: KnownVoter): void {
    if (layout === undefined) return;
    this.#keys.release(structure.keys);
    this.#keys.release(wording.keys);
  }

  delete(id: number): void {
    const voter = this.#voters.get(id);
    if (!voter) return;
    this.#isResized = true;
    this.#voters.delete(id);
    this.#takeOutOf(this.structure, id);
    this.#takeOutOf(this.#anyLanguage, id);
    this.#leaveLanguage(voter);
    this.#leaveLayout(voter);
    this.#release(voter);
    this.#variants.touch(id);
  }

  #putInto(cohort: Cohort, id: number, held: HeldKeys): void {
    cohort.put(id, held);
    this.#unsettled.add(cohort);
  }

  #takeOutOf(cohort: Cohort | undefined, id: number): void {
    if (!cohort) return;
    cohort.delete(id);
    this.#orders.touch(id, cohort);
    this.#unsettled.add(cohort);
  }

  #joinLayout({ id, layout, structure, wording }: KnownVoter): void {
    let cohorts = this.#layouts.get(layout);
    if (!cohorts) {
      cohorts = { structure: new Cohort(this.#support, this.#work), wording: new Cohort(this.#support, this.#work) };
      this.#layouts.set(layout, cohorts);
    }
    this.#putInto(cohorts.structure, id, structure);
    this.#putInto(cohorts.wording, id, wording);
  }

  #leaveLayout({ id, layout }: KnownVoter): void {
    const cohorts = this.#layouts.get(layout);
    if (!cohorts) return;
    this.#takeOutOf(cohorts.structure, id);
    this.#takeOutOf(cohorts.wording, id);
    if (cohorts.wording.size === 0) this.#layouts.delete(layout);
  }

  #addLanguage(language: string): void {
    if (this.#languages.size === 0) {
      this.#languages.set(language, this.#anyLanguage);
      return;
    }
    for (const [other, cohort] of this.#languages) {
      if (cohort !== this.#anyLanguage) continue;
      const copy = cohort.copy();
      this.#languages.set(other, copy);
      if (this.#unsettled.has(cohort)) this.#unsettled.add(copy);
    }
    this.#languages.set(language, new Cohort(this.#support, this.#work));
  }

  #leaveLanguage({ id, language }: KnownVoter): void {
    const cohort = this.#languages.get(language);
    if (cohort !== this.#anyLanguage) this.#takeOutOf(cohort, id);
    if (cohort?.size === 0) this.#languages.delete(language);
  }

  /** Brings all up to date. Gives the pages whose gaps, or the votes on them, changed, and whether others may be compared with another page. */
  settle(): { affected: Set<number>; reordered: boolean } {
    const { left, unsettled } = this.#variants.settle();
    const affected = new Set([...left].filter(id => this.#voters.has(id)));
    let reordered = affected.size > 0 || this.#isResized;
    let changed = false;
    for (const cohort of [...this.#unsettled, ...unsettled]) {
      const settled = cohort.settle();
      for (const id of settled.affected) affected.add(id);
      reordered ||= settled.reordered;
      changed ||= settled.changed;
    }
    this.#unsettled.clear();
    this.#isResized = false;
    this.#work.add(this.#languages.size);
    for (const [language, cohort] of this.#languages) {
      // What is foreign depends on all that the others say.
      if (changed && !cohort.judges) for (const id of cohort.pages) affected.add(id);
      if (cohort.judges === this.#judging.has(language)) continue;
      reordered = true;
      if (cohort.judges) this.#judging.add(language);
      else this.#judging.delete(language);
      for (const id of cohort.pages) affected.add(id);
    }
    for (const cohort of unsettled) for (const id of left) this.#orders.touch(id, cohort);
    for (const id of affected) this.#touchOrders(id);
    return { affected, reordered };
  }

  #cohortsOf(id: number): { structure: Cohort; speakers: Cohort; variant: Cohort | undefined; isForeign: boolean } {
    const language = this.#languages.get(this.#voters.get(id)!.language)!;
    const variant = this.#variants.cohortOf(id);
    const isForeign = !language.judges && this.#isForeign(id);
    return { structure: this.structure, speakers: language.judges ? language : this.#anyLanguage, variant, isForeign };
  }

  /**
   * Do the other pages of a page's language have a key, and all pages of several other languages? Then it is not translated.
   * @param others pages of the language beside the page.
   */
  #isUntranslated(key: number, own: string, others: number): boolean {
    let languages = 0;
    for (const [language, cohort] of this.#languages)
      if (language !== own && language !== '' && cohort.count(key) === cohort.size) languages++;
    if (others === 0) return languages >= thresholds.fewestForLone;
    return languages >= thresholds.fewestLanguages && this.#languages.get(own)!.count(key) >= others;
  }

  /** What the page of a language that too few pages have is judged by: what holds in all languages. */
  #foreignJury(id: number): Jury {
    const { language } = this.#voters.get(id)!;
    const cohort = this.#anyLanguage;
    const others = this.#languages.get(language)!.size - 1;
    const isMeant = (key: number): boolean => this.#isUntranslated(key, language, others);
    const lacking = new Set([...cohort.lacking(id)].filter(isMeant));
    return { cohort, isTemplate: key => cohort.isTemplate(key) && isMeant(key), lacking, isForeign: true };
  }

  /** Have enough pages another language than this one to judge by? */
  #isOtherwiseSpoken(language: string): boolean {
    return language !== '' && [...this.#languages].some(([other, { judges }]) => other !== '' && other !== language && judges);
  }

  /** Is the page in a language that too few pages have to judge it, and does another one have enough (N20)? */
  #isForeign(id: number): boolean {
    const { language } = this.#voters.get(id)!;
    if (!this.#isOtherwiseSpoken(language)) return false;
    // Names, such as those of languages, are the same in all of them.
    return this.#anyLanguage.lacking(id).size > thresholds.mostMisspelt * this.#anyLanguage.template.size;
  }

  /** Does a page have nearly all that the others agree on? */
  isAlike(id: number): boolean {
    if (this.size < FEWEST_OF_LAYOUT) return false;
    const { structure, speakers, isForeign } = this.#cohortsOf(id);
    let lacking = 0;
    let all = 0;
    for (const cohort of isForeign ? [structure] : [structure, speakers]) {
      lacking += cohort.lacking(id).size;
      all += cohort.template.size;
    }
    return lacking <= thresholds.mostLacking * all;
  }

  /** By whom a page of the group is judged. */
  juriesOf(id: number): Juries {
    const { structure, speakers, variant, isForeign } = this.#cohortsOf(id);
    const jury = (cohort: Cohort): Jury => ({ cohort, isTemplate: key => cohort.isTemplate(key), lacking: cohort.lacking(id) });
    const own = this.#layouts.get(this.#voters.get(id)!.layout);
    const layout = own && own.wording.size >= thresholds.fewestOfJury && own.wording.size < this.size ? own : undefined;
    return {
      structure: [structure, ...(layout ? [layout.structure] : [])].map(jury),
      wording: isForeign
        ? [this.#foreignJury(id)]
        : [speakers, ...(variant ? [variant] : []), ...(layout ? [layout.wording] : [])].map(jury),
    };
  }

  /** How much of what most pages say a page lacks, if fewer than so many pages as judge speak its language and nearly all others one. */
  saidBy(id: number, language: string): { lacking: number; all: number } | undefined {
    if (!this.#anyLanguage.judges || (this.#languages.get(language)?.size ?? 0) > thresholds.mostWrong) return undefined;
    if (this.mostSpoken(id).pages < countThresholds.majorityShare * this.size) return undefined;
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
    const example = speakers.reduce<KnownVoter | undefined>(
      (first, voter) => (!first || voter.hash < first.hash ? voter : first),
      undefined,
    );
    return { language, pages: speakers.length, example: example?.id ?? -1 };
  }

  /** By whom a page is judged that is not of the scope, and may have lost its place there. */
  juriesOfGuest(speaks: string, held: PageKeyLists): Juries {
    const language = this.#languages.get(speaks);
    const jury = (cohort: Cohort, keys: KeyList): Jury => {
      // The guest is one of them for once.
      const template = cohort.agreedBy(cohort.size + 1);
      const lacking = new Set([...template].filter(key => !keys.has(key)));
      return { cohort, isTemplate: key => template.has(key), lacking, isGuest: true };
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
    const smallest = wording.map(({ cohort }) => cohort).reduce((a, b) => (b.size < a.size ? b : a));
    let best: number | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    let tried = 0;
    for (const other of this.#orders.of(smallest)) {
      this.#work.add(1);
      if (other.id === id || !wording.every(({ cohort }) => cohort.has(other.id))) continue;
      let common = 0;
      for (const key of lacking) if (juries.some(({ cohort }) => cohort.lacking(other.id).has(key))) common++;
      if (common < fewest) {
        best = other.id;
        fewest = common;
      }
      if (common === 0 || ++tried === thresholds.mostLikePages) break;
    }
    return best;
  }

  /** A page may lack more or less than before. */
  #touchOrders(id: number): void {
    const { language, layout } = this.#voters.get(id)!;
    const own = this.#layouts.get(layout)?.wording;
    for (const cohort of [this.#anyLanguage, this.#languages.get(language), this.#variants.cohortOf(id), own])
      if (cohort) this.#orders.touch(id, cohort);
  }

  #lackingOf(id: number): number {
    const { structure, speakers, variant, isForeign } = this.#cohortsOf(id);
    const cohorts = [structure, ...(isForeign ? [] : [speakers]), ...(variant ? [variant] : [])];
    return cohorts.reduce((sum, cohort) => sum + cohort.lacking(id).size, 0);
  }
}
