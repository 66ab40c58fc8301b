import { clamped, type PoolKeys } from './pooled-scores.ts';
import { thresholds } from './thresholds.ts';

const { scoreUnit, targetScore, taughtStep, taughtPrior, skippedWeight } = thresholds;

/** How much corrections change the scores of other nodes. */
export interface LearningOptions {
  /** Weights of corrections of equal nodes, and of nodes at equal places. */
  readonly nodes: number;
  readonly places: number;
  /** Log-odds. A correction has no effect on nodes whose scores differ by this or more. */
  readonly width: number;
}

/** Chosen with `npm run teach`, see docs/lab/accuracy.md. */
export const defaultLearning: LearningOptions = { nodes: 1, places: 1, width: 4 };

/** Corrected nodes with equal keys and nearly equal scores. */
interface Corrected {
  /** Number of nodes; a node that no rule decides counts as `skippedWeight`. */
  nodes: number;
  /** Sum of their signed distances to the taught score, in units of `scoreUnit`; positive towards template. */
  missing: number;
}

/** A page with corrected nodes; arrays are by row. */
interface Teaching {
  readonly keys: PoolKeys;
  /** Scores in steps of `taughtStep`. */
  readonly steps: Int32Array;
  /** Signed distance to the taught score, in units of `scoreUnit`; 0 for rows that no rule decides. */
  readonly missing: Int32Array;
  /** 1 if a rule says template, 0 if it says content, else -1. */
  readonly decided: Int8Array;
}

/** Kind of key that corrections are learned under. */
type Kind = keyof PoolKeys;
const kinds: readonly Kind[] = ['nodes', 'places'];

/**
 * Learns from corrections: raises or lowers the scores of nodes that are like corrected ones. Nodes are alike if they are equal, or at equal
 * places, and the model gives them nearly equal scores. The result depends on the set of teaching pages only, not on the order of changes.
 */
export class LearnedScores {
  readonly #corrected = { nodes: new Map<number, Map<number, Corrected>>(), places: new Map<number, Map<number, Corrected>>() };
  readonly #pages = new Map<number, Teaching>();
  readonly #options: LearningOptions;
  /** Keys of rows that corrections were added to or removed from since `takeChanged`. */
  readonly #touched = { nodes: new Set<number>(), places: new Set<number>() };

  constructor(options: LearningOptions = defaultLearning) {
    this.#options = options;
  }

  /** Number of keys and pages held, to detect leaks. */
  get size(): number {
    return this.#corrected.nodes.size + this.#corrected.places.size + this.#pages.size;
  }

  /** The teaching pages, by id. */
  get pages(): ReadonlyMap<number, unknown> {
    return this.#pages;
  }

  /**
   * Adds a teaching page, or replaces it.
   * @param logOdds scores of its rows by the model, before pooling and learning
   * @param decided by row, 1 if a rule says template, 0 if it says content, else -1
   */
  put(page: number, keys: PoolKeys, logOdds: Float64Array, decided: Int8Array): void {
    this.delete(page);
    const own = logOdds.map(clamped);
    const steps = Int32Array.from(own, value => Math.round(value / taughtStep));
    const missing = Int32Array.from(own, (value, row) => {
      const toTarget = decided[row] === 1 ? Math.max(0, targetScore - value) : Math.min(0, -targetScore - value);
      return decided[row]! < 0 ? 0 : Math.round(toTarget / scoreUnit);
    });
    const known = { keys, steps, missing, decided };
    this.#pages.set(page, known);
    this.#count(known, 1);
  }

  /** Removes a teaching page, if it is one. */
  delete(page: number): void {
    const known = this.#pages.get(page);
    if (!known) return;
    this.#count(known, -1);
    this.#pages.delete(page);
  }

  /** Returns what to add to the log-odds of every row; undefined without teaching pages. */
  learned(keys: PoolKeys, logOdds: Float64Array): Float64Array | undefined {
    if (this.#pages.size === 0) return undefined;
    return logOdds.map((value, row) => {
      const own = clamped(value);
      const { width } = this.#options;
      return kinds.reduce(
        (sum, kind) => sum + this.#options[kind] * meanCorrection(this.#corrected[kind].get(keys[kind][row]!), own, width),
        0,
      );
    });
  }

  /** Returns ids of node keys and of places whose learned scores may have changed since the last call. */
  takeChanged(): { nodes: number[]; places: number[] } {
    const changed = { nodes: [...this.#touched.nodes], places: [...new Set([...this.#touched.places].map(key => key >> 1))] };
    for (const kind of kinds) this.#touched[kind].clear();
    return changed;
  }

  #count({ keys, steps, missing, decided }: Teaching, by: 1 | -1): void {
    for (const kind of kinds) {
      const corrected = this.#corrected[kind];
      const correctedKeys = new Set(keys[kind].filter((key, row) => key >= 0 && decided[row]! >= 0));
      keys[kind].forEach((key, row) => {
        // Nodes that no rule decides count too if a corrected node of the page has the same key: they show that the key alone does not decide.
        if (!correctedKeys.has(key)) return;
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

/** Mean signed distance to the taught score over corrected nodes with one key, weighted by how near their scores are to a node's own. */
function meanCorrection(corrected: ReadonlyMap<number, Corrected> | undefined, own: number, width: number): number {
  let sum = 0;
  let weight: number = taughtPrior;
  // Summed in the order of scores, so that rounding does not depend on the order of changes.
  for (let step = Math.ceil((own - width) / taughtStep); corrected && step <= (own + width) / taughtStep; step++) {
    const entry = corrected.get(step);
    if (!entry) continue;
    const near = 1 - Math.abs(own - step * taughtStep) / width;
    sum += near * entry.missing * scoreUnit;
    weight += near * entry.nodes;
  }
  return sum / weight;
}
