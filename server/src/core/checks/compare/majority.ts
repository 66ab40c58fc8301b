import type { KeyTable } from '../../counts/key-table.ts';
import { hi, lo } from '../../page/hash.ts';
import { LEAST_SHARE } from '../cohort.ts';
import { totalKey } from '../comparison-keys.ts';
import type { Juries, Jury } from '../group-cohorts.ts';

/** What is known of a key in the eyes of one page: how many have it, and whether this page should. */
export interface Verdict {
  readonly pages: number;
  readonly of: number;
  /** The page does not have it, or not as often. */
  readonly lacked: boolean;
}

/** What the majority of a page's group, and of its language, agrees on, and what of it the page lacks. */
export class Majority {
  readonly #keys: KeyTable;
  readonly #structure: readonly Jury[];
  readonly #wording: readonly Jury[];
  /** The page is judged by pages of another group. */
  readonly isGuest: boolean;

  constructor(keys: KeyTable, { structure, wording }: Juries, isGuest: boolean) {
    this.#keys = keys;
    this.#structure = [structure];
    this.#wording = wording;
    this.isGuest = isGuest;
  }

  get lacksAny(): boolean {
    return [...this.#structure, ...this.#wording].some(({ lacking }) => lacking.size > 0);
  }

  /** The verdict on a key, at `node * 2` of lanes; undefined where no majority has it. */
  structure(lanes: Int32Array, node: number): Verdict | undefined {
    return this.#verdict(this.#structure, lanes[node * 2]!, lanes[node * 2 + 1]!);
  }

  wording(lanes: Int32Array, node: number): Verdict | undefined {
    return this.#verdict(this.#wording, lanes[node * 2]!, lanes[node * 2 + 1]!);
  }

  /** The verdict on there being so many of something on the page; undefined where no majority has as many. */
  structureTotal(bases: Int32Array, node: number, total: number): Verdict | undefined {
    totalKey(bases[node * 2]!, bases[node * 2 + 1]!, total);
    return this.#verdict(this.#structure, lo, hi);
  }

  wordingTotal(bases: Int32Array, node: number, total: number): Verdict | undefined {
    totalKey(bases[node * 2]!, bases[node * 2 + 1]!, total);
    return this.#verdict(this.#wording, lo, hi);
  }

  /** Do a fifth or more of the pages have a key of structure? */
  isCommon(lanes: Int32Array, node: number): boolean {
    const id = this.#keys.find(lanes[node * 2]!, lanes[node * 2 + 1]!);
    return id >= 0 && this.#structure.some(({ cohort }) => cohort.count(id) >= (1 - LEAST_SHARE) * cohort.size);
  }

  /** Of several juries, the first that misses the key on the page speaks. */
  #verdict(juries: readonly Jury[], a: number, b: number): Verdict | undefined {
    const id = a === 0 && b === 0 ? -1 : this.#keys.find(a, b);
    if (id < 0) return undefined;
    let verdict: Verdict | undefined;
    for (const { cohort, lacking } of juries) {
      if (!cohort.isTemplate(id)) continue;
      const lacked = lacking.has(id);
      if (!verdict || lacked) verdict = { pages: cohort.count(id), of: cohort.size, lacked };
      if (lacked) break;
    }
    return verdict;
  }
}
