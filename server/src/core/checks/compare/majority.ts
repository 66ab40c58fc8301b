import type { KeyTable } from '../../counts/key-table.ts';
import { hi, lo } from '../../page/hash.ts';
import type { ComparedPage } from '../check-digest.ts';
import type { Cohort } from '../cohort.ts';
import { multipleKey } from '../comparison-keys.ts';
import type { CohortsOfPage } from '../group-cohorts.ts';

/** What is known of a key in the eyes of one page: how many have it, and whether this page should. */
export interface Verdict {
  readonly pages: number;
  readonly of: number;
  /** The page does not have it. */
  readonly lacked: boolean;
}

/** What the majority of a page's group, and of its language, agrees on, and what of it the page lacks. */
export class Majority {
  readonly #keys: KeyTable;
  readonly #structure: Cohort;
  readonly #wording: Cohort;
  readonly #page: number;

  constructor(keys: KeyTable, { structure, wording }: CohortsOfPage, page: number) {
    this.#keys = keys;
    this.#structure = structure;
    this.#wording = wording;
    this.#page = page;
  }

  get lacksAny(): boolean {
    return this.#structure.lacking(this.#page).size + this.#wording.lacking(this.#page).size > 0;
  }

  /** The verdict on a key, at `node * 2` of lanes; undefined where no majority has it. */
  structure(lanes: Int32Array, node: number): Verdict | undefined {
    return this.#verdict(this.#structure, lanes[node * 2]!, lanes[node * 2 + 1]!);
  }

  wording(lanes: Int32Array, node: number): Verdict | undefined {
    return this.#verdict(this.#wording, lanes[node * 2]!, lanes[node * 2 + 1]!);
  }

  /** The verdict on a key that stands so many times on the example page. */
  multiple(lanes: Int32Array, node: number, occurrences: number): Verdict | undefined {
    multipleKey(lanes[node * 2]!, lanes[node * 2 + 1]!, occurrences);
    return this.#verdict(this.#wording, lo, hi);
  }

  support(page: ComparedPage, node: number): { pages: number; of: number } | undefined {
    const { full } = page.keys;
    const id = this.#keys.find(full[node * 2]!, full[node * 2 + 1]!);
    return id < 0 || !this.#wording.judges ? undefined : { pages: this.#wording.count(id), of: this.#wording.size };
  }

  isTemplate(page: ComparedPage, node: number): boolean {
    return this.wording(page.keys.full, node) !== undefined;
  }

  #verdict(cohort: Cohort, a: number, b: number): Verdict | undefined {
    if (a === 0 && b === 0) return undefined;
    const id = this.#keys.find(a, b);
    if (id < 0 || !cohort.isTemplate(id)) return undefined;
    return { pages: cohort.count(id), of: cohort.size, lacked: cohort.lacking(this.#page).has(id) };
  }
}
