import { Cohort } from './cohort.ts';

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

/** The cohorts in which a page votes and is judged. */
export interface CohortsOfPage {
  readonly structure: Cohort;
  readonly wording: Cohort;
}

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
  }

  delete(id: number): void {
    const voter = this.#voters.get(id);
    if (!voter) return;
    this.#voters.delete(id);
    this.structure.delete(id);
    this.#anyLanguage.delete(id);
    this.#leaveLanguage(voter);
  }

  #leaveLanguage({ id, language }: Voter): void {
    const cohort = this.#languages.get(language);
    cohort?.delete(id);
    if (cohort?.size === 0) this.#languages.delete(language);
  }

  /** Brings all up to date. Gives the pages whose gaps, or the votes on them, changed; and whether others may be compared with another page. */
  settle(): { affected: Set<number>; reordered: boolean } {
    const affected = new Set<number>();
    let reordered = false;
    const cohorts = [this.structure, this.#anyLanguage, ...this.#languages.values()];
    for (const cohort of cohorts) {
      const settled = cohort.settle();
      for (const id of settled.affected) affected.add(id);
      reordered ||= settled.reordered;
    }
    for (const [language, cohort] of this.#languages) {
      if (cohort.judges === this.#judging.has(language)) continue;
      reordered = true;
      if (cohort.judges) this.#judging.add(language);
      else this.#judging.delete(language);
      for (const id of cohort.pages) affected.add(id);
    }
    if (reordered) this.#order = undefined;
    return { affected, reordered };
  }

  cohortsOf(id: number): CohortsOfPage {
    const language = this.#languages.get(this.#voters.get(id)!.language)!;
    return { structure: this.structure, wording: language.judges ? language : this.#anyLanguage };
  }

  /** Number of keys that the majority has and a page lacks. */
  lackingOf(id: number): number {
    const { structure, wording } = this.cohortsOf(id);
    return structure.lacking(id).size + wording.lacking(id).size;
  }

  /**
   * The page to compare a page with: of those judged with it the one that lacks least and nothing that the page lacks, as far as there is
   * one among the first.
   */
  exampleFor(id: number): number | undefined {
    const { structure, wording } = this.cohortsOf(id);
    const lacking = [...structure.lacking(id), ...wording.lacking(id)];
    let best: number | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    let tried = 0;
    for (const other of this.#inOrder()) {
      if (other.id === id || this.cohortsOf(other.id).wording !== wording) continue;
      const theirs = [structure.lacking(other.id), wording.lacking(other.id)];
      const common = lacking.reduce((sum, key) => sum + (theirs.some(keys => keys.has(key)) ? 1 : 0), 0);
      if (common < fewest) {
        best = other.id;
        fewest = common;
      }
      if (common === 0 || ++tried === MOST_TRIED) break;
    }
    return best;
  }

  #inOrder(): readonly Voter[] {
    if (!this.#order) {
      const lacking = new Map([...this.#voters.keys()].map(id => [id, this.lackingOf(id)]));
      this.#order = [...this.#voters.values()].sort((a, b) => lacking.get(a.id)! - lacking.get(b.id)! || a.hash - b.hash);
    }
    return this.#order;
  }
}
