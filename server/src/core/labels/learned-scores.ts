import { clamped, type PoolKeys } from './pooled-scores.ts';
import { thresholds } from './thresholds.ts';

const { scoreUnit, taughtScore, taughtStep, taughtPrior, skippedWeight } = thresholds;

/** How far corrections reach. */
export interface LearningOptions {
  /** How much counts what equal nodes say, and what nodes at equal places say. */
  readonly nodes: number;
  readonly places: number;
  /** Nodes whose log-odds differ by this, or by more, do not teach one another. */
  readonly width: number;
}

/** See `docs/lab/accuracy.md`; measured by `npm run teach`. */
export const defaultLearning: LearningOptions = { nodes: 1, places: 1, width: 4 };

/** Corrected nodes with one key and nearly one score. */
interface Corrected {
  nodes: number;
  /** What is missing to the target, in units. */
  missing: number;
}

/** What corrections say of a page, by row. */
interface Teaching {
  readonly keys: PoolKeys;
  readonly steps: Int32Array;
  readonly missing: Int32Array;
  readonly decided: Int8Array;
}

type Kind = keyof PoolKeys;
const kinds: readonly Kind[] = ['nodes', 'places'];

/**
 * What corrections say about like nodes that they do not name: equal nodes, and nodes at equal places, as far as the model gives them nearly
 * the score that it gave to the corrected ones. A function of the pages that teach.
 */
export class LearnedScores {
  readonly #corrected = { nodes: new Map<number, Map<number, Corrected>>(), places: new Map<number, Map<number, Corrected>>() };
  readonly #pages = new Map<number, Teaching>();
  readonly #options: LearningOptions;
  readonly #touched = { nodes: new Set<number>(), places: new Set<number>() };

  constructor(options: LearningOptions = defaultLearning) {
    this.#options = options;
  }

  /** Number of keys and pages held. */
  get size(): number {
    return this.#corrected.nodes.size + this.#corrected.places.size + this.#pages.size;
  }

  /** The pages that teach. */
  get pages(): ReadonlyMap<number, unknown> {
    return this.#pages;
  }

  /**
   * Puts what corrections say of a page in the place of what they said before.
   * @param logOdds of its rows, without what is learned or pooled; `decided` is 1 where a rule says template, 0 where it says content, else -1.
   */
  put(page: number, keys: PoolKeys, logOdds: Float64Array, decided: Int8Array): void {
    this.delete(page);
    const own = logOdds.map(clamped);
    const steps = Int32Array.from(own, value => Math.round(value / taughtStep));
    const missing = Int32Array.from(own, (value, row) => {
      const toTarget = decided[row] === 1 ? Math.max(0, taughtScore - value) : Math.min(0, -taughtScore - value);
      return decided[row]! < 0 ? 0 : Math.round(toTarget / scoreUnit);
    });
    const known = { keys, steps, missing, decided };
    this.#pages.set(page, known);
    this.#count(known, 1);
  }

  delete(page: number): void {
    const known = this.#pages.get(page);
    if (!known) return;
    this.#count(known, -1);
    this.#pages.delete(page);
  }

  /** What to add to the log-odds of every row; undefined where nothing was learned. */
  learned(keys: PoolKeys, logOdds: Float64Array): Float64Array | undefined {
    if (this.#pages.size === 0) return undefined;
    return logOdds.map((value, row) => {
      const own = clamped(value);
      const { width } = this.#options;
      return kinds.reduce(
        (sum, kind) => sum + this.#options[kind] * said(this.#corrected[kind].get(keys[kind][row]!), own, width),
        0,
      );
    });
  }

  /** Ids of nodes and places about which other things were learned since the last call. */
  takeChanged(): { nodes: number[]; places: number[] } {
    const changed = { nodes: [...this.#touched.nodes], places: [...new Set([...this.#touched.places].map(key => key >> 1))] };
    for (const kind of kinds) this.#touched[kind].clear();
    return changed;
  }

  #count({ keys, steps, missing, decided }: Teaching, by: 1 | -1): void {
    for (const kind of kinds) {
      const corrected = this.#corrected[kind];
      const named = new Set(keys[kind].filter((key, row) => key >= 0 && decided[row]! >= 0));
      keys[kind].forEach((key, row) => {
        // What a rule skips beside what it names, under the same key, says that the key alone does not decide.
        if (!named.has(key)) return;
        this.#touched[kind].add(key);
        const ofKey = corrected.get(key) ?? new Map<number, Corrected>();
        corrected.set(key, ofKey);
        const step = steps[row]!;
        const entry = ofKey.get(step) ?? { nodes: 0, missing: 0 };
        ofKey.set(step, entry);
        entry.nodes += by * (decided[row]! < 0 ? skippedWeight : 1);
        entry.missing += by * missing[row]!;
        if (entry.nodes === 0) ofKey.delete(step);
        if (ofKey.size === 0) corrected.delete(key);
      });
    }
  }
}

/** The mean of what corrected nodes lack, each by how near its score is to a node's own. */
function said(corrected: ReadonlyMap<number, Corrected> | undefined, own: number, width: number): number {
  let sum = 0;
  let weight: number = taughtPrior;
  // In the order of scores, so that the sum is the same whatever came first.
  for (let step = Math.ceil((own - width) / taughtStep); corrected && step <= (own + width) / taughtStep; step++) {
    const entry = corrected.get(step);
    if (!entry) continue;
    const near = 1 - Math.abs(own - step * taughtStep) / width;
    sum += near * entry.missing * scoreUnit;
    weight += near * entry.nodes;
  }
  return sum / weight;
}
