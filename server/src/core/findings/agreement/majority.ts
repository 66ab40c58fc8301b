import { hi, lo } from '../../../html/hash.ts';
import { Cohort } from '../../counts/cohort.ts';
import type { KeyTable } from '../../counts/key-table.ts';
import { thresholds as countThresholds } from '../../counts/thresholds.ts';
import { totalKey } from '../../keys/comparison-keys.ts';
import { thresholds } from '../thresholds.ts';
import type { Juries, Jury } from './scope-cohorts.ts';

/** What is known of a key in the eyes of one page: how many have it, and whether this page should. */
export interface Verdict {
  readonly pages: number;
  /** All pages of the scope, with this one. */
  readonly of: number;
  /** The page does not have it, or not as often. */
  readonly lacked: boolean;
  /** Few pages have the language of the page: what it says otherwise may be a translation. */
  readonly isForeign?: boolean;
}

/** Keys that hold in any language, and those of words in one language. */
export type KeyKind = keyof Juries;

/** What the majority of a page's group and language agrees on, and which of that the page lacks. */
export class Majority {
  readonly #keys: KeyTable;
  readonly #juries: Juries;
  /** Do the pages of the same folder lack a key, too? */
  readonly #isLackedInFolder: (cohort: Cohort, key: number) => boolean;

  constructor(keys: KeyTable, juries: Juries, isLackedInFolder: (cohort: Cohort, key: number) => boolean = () => false) {
    this.#isLackedInFolder = isLackedInFolder;
    this.#keys = keys;
    this.#juries = juries;
  }

  /** Nobody judges. */
  static none(keys: KeyTable): Majority {
    const jury: Jury = { cohort: new Cohort(1), isTemplate: () => false, lacking: new Set() };
    return new Majority(keys, { structure: [jury], wording: [jury] });
  }

  get #all(): Jury[] {
    return [...this.#juries.structure, ...this.#juries.wording];
  }

  get lacksAny(): boolean {
    return this.#all.some(({ lacking }) => lacking.size > 0);
  }

  /** The verdict on a key, at `node * 2` of lanes; undefined where no majority has it. */
  verdict(kind: KeyKind, lanes: Int32Array, node: number): Verdict | undefined {
    return this.#verdict(kind, lanes[node * 2]!, lanes[node * 2 + 1]!);
  }

  /** The verdict on there being so many of something in the part; undefined where no majority has as many. */
  totalVerdict(kind: KeyKind, lanes: Int32Array, node: number, total: number): Verdict | undefined {
    totalKey(lanes[node * 2]!, lanes[node * 2 + 1]!, total);
    return this.#verdict(kind, lo, hi);
  }

  /** Do as many of all pages have the one key as the other, or more? */
  isAsCommon(lanes: Int32Array, node: number, others: Int32Array, other: number): boolean {
    const count = (of: Int32Array, at: number): number => {
      const id = this.#idAt(of, at);
      return id < 0 ? 0 : Math.max(this.#juries.wording[0]!.cohort.count(id), this.#juries.structure[0]!.cohort.count(id));
    };
    return count(lanes, node) >= count(others, other);
  }

  /** Do a few pages have a key? */
  isOption(lanes: Int32Array, node: number): boolean {
    const id = this.#idAt(lanes, node);
    return id >= 0 && this.#all.some(({ cohort }) => cohort.count(id) >= thresholds.several);
  }

  /** Do a fifth or more of the pages have a key of structure? */
  isCommon(lanes: Int32Array, node: number): boolean {
    const id = this.#idAt(lanes, node);
    return (
      id >= 0 &&
      this.#juries.structure.some(({ cohort }) => cohort.count(id) >= (1 - countThresholds.majorityShare) * cohort.size)
    );
  }

  #idAt(lanes: Int32Array, node: number): number {
    return this.#keys.find(lanes[node * 2]!, lanes[node * 2 + 1]!);
  }

  /** Of several juries, the first that misses the key on the page speaks. */
  #verdict(kind: KeyKind, a: number, b: number): Verdict | undefined {
    const id = a === 0 && b === 0 ? -1 : this.#keys.find(a, b);
    if (id < 0) return undefined;
    let verdict: Verdict | undefined;
    for (const { cohort, isTemplate, lacking, isForeign, isGuest } of this.#juries[kind]) {
      if (!isTemplate(id)) continue;
      // Pages of other layouts say as well what is meant.
      const lacked = lacking.has(id) && !this.#isLackedInFolder(this.#juries[kind][0]!.cohort, id);
      const of = cohort.size + (isGuest ? 1 : 0);
      if (!verdict || lacked) verdict = { pages: cohort.count(id), of, lacked, ...(isForeign && { isForeign }) };
      if (lacked) break;
    }
    return verdict;
  }
}
