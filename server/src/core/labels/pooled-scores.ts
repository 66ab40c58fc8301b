import { TEXT } from '../../html/tree.ts';
import type { GroupPage } from './group-page.ts';
import { MeanScores } from './mean-scores.ts';
import { thresholds } from './thresholds.ts';

const { maximumScore, scoreUnit, pooledStep } = thresholds;

/** Keys that the score of each row is averaged under, by row; -1 for none. */
export interface PoolKeys {
  /** Id of the node key. */
  readonly nodes: Int32Array;
  /** Twice the id of the place, plus 1 for texts, which have the place of their parent. */
  readonly places: Int32Array;
}

/** Returns the pool keys of a page's rows. `rows.nodes` holds the tree node of each row. */
export function poolKeys(
  { tree, nodes, places }: Pick<GroupPage, 'tree' | 'nodes' | 'places'>,
  rows: { readonly nodes: Int32Array },
): PoolKeys {
  const count = rows.nodes.length;
  const keys = { nodes: new Int32Array(count), places: new Int32Array(count) };
  for (let row = 0; row < count; row++) {
    const node = rows.nodes[row]!;
    const isText = tree.kind[node] === TEXT;
    const place = places[isText ? tree.parent[node]! : node] ?? -1;
    keys.nodes[row] = nodes[node]!;
    keys.places[row] = place < 0 ? -1 : place * 2 + (isText ? 1 : 0);
  }
  return keys;
}

/**
 * Mean scores of equal nodes, and of nodes at equal places, over a sample of the site's pages. Averaging gives equal nodes the same label on
 * all pages unless their surroundings differ much.
 */
export class PooledScores {
  readonly #nodes = new MeanScores(pooledStep / scoreUnit);
  readonly #places = new MeanScores(pooledStep / scoreUnit);
  readonly #pages = new Map<number, { keys: PoolKeys; scores: Int16Array }>();

  /** Number of keys and pages held, to detect leaks. */
  get size(): number {
    return this.#nodes.size + this.#places.size + this.#pages.size;
  }

  /** The sampled pages, by id. */
  get pages(): ReadonlyMap<number, unknown> {
    return this.#pages;
  }

  /** Adds a page of the sample, or replaces it. `logOdds` are its scores by row. */
  put(page: number, keys: PoolKeys, logOdds: Float64Array): void {
    this.delete(page);
    const scores = new Int16Array(logOdds.length);
    for (let row = 0; row < logOdds.length; row++) scores[row] = Math.round(clamped(logOdds[row]!) / scoreUnit);
    this.#pages.set(page, { keys, scores });
    this.#count(keys, scores, 1);
  }

  /** Removes a page of the sample, if it is one. */
  delete(page: number): void {
    const known = this.#pages.get(page);
    if (!known) return;
    this.#count(known.keys, known.scores, -1);
    this.#pages.delete(page);
  }

  /** See `pooledLogOdds`. */
  pooled(keys: PoolKeys, logOdds: Float64Array): Float64Array {
    return pooledLogOdds(keys, logOdds, this.#nodes, this.#places);
  }

  /** Visits the keys of a kind that have scores, with their means in steps, see `pooledLogOdds`. */
  forEachMean(kind: keyof PoolKeys, visit: (key: number, mean: number) => void): void {
    (kind === 'nodes' ? this.#nodes : this.#places).forEach(visit);
  }

  /** Returns ids of node keys and of places whose means changed since the last call. */
  takeChanged(): { nodes: number[]; places: number[] } {
    return { nodes: this.#nodes.takeChanged(), places: [...new Set(this.#places.takeChanged().map(key => key >> 1))] };
  }

  #count({ nodes, places }: PoolKeys, scores: Int16Array, by: 1 | -1): void {
    for (let row = 0; row < scores.length; row++) {
      if (nodes[row]! >= 0) this.#nodes.count(nodes[row]!, scores[row]!, by);
      if (places[row]! >= 0) this.#places.count(places[row]!, scores[row]!, by);
    }
  }
}

/** Rounded means by key, in steps of `pooledStep`. */
interface Means {
  readonly mean: (key: number, otherwise: number) => number;
}

/** Returns pooled log-odds by row: (the row's own + the mean over equal nodes + the mean over nodes at equal places) / 3. */
export function pooledLogOdds({ nodes, places }: PoolKeys, logOdds: Float64Array, ofNodes: Means, ofPlaces: Means): Float64Array {
  const pooled = new Float64Array(logOdds.length);
  for (let row = 0; row < logOdds.length; row++) {
    const own = clamped(logOdds[row]!);
    const ownSteps = own / pooledStep;
    const node = ofNodes.mean(nodes[row]!, ownSteps) * pooledStep;
    pooled[row] = (own + node + ofPlaces.mean(places[row]!, ownSteps) * pooledStep) / 3;
  }
  return pooled;
}

/** Log-odds of a node, limited to `maximumScore` on both sides. */
export function clamped(logOdds: number): number {
  return Math.max(-maximumScore, Math.min(maximumScore, logOdds));
}
