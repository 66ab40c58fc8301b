import { TEXT } from '../page/tree.ts';
import type { GroupPage } from './group-page.ts';

/** Scores of so many pages are pooled, unless another number is asked for. */
export const SAMPLE = 32;
/** Log-odds are summed in these units, as whole numbers, so that the order of pages does not matter. */
const UNIT = 1 / 16;
/** Greatest log-odds of one node. */
const MOST = 9;
/** Means are rounded to steps of this, so that they seldom change. */
const STEP = 0.25;

/** What the scores of a key's nodes are on the sampled pages. */
interface Pool {
  sum: number;
  nodes: number;
}

/** Keys under which the score of every row is pooled: the node itself, and its place (a text by that of its element). */
export interface PoolKeys {
  /** -1 for none. */
  readonly nodes: Int32Array;
  readonly places: Int32Array;
}

/** Pool keys of a page's rows. Elements and texts at one place have different keys. */
export function poolKeys(
  { tree, nodes, places }: Pick<GroupPage, 'tree' | 'nodes' | 'places'>,
  rows: { readonly nodes: Int32Array },
): PoolKeys {
  return {
    nodes: rows.nodes.map(node => nodes[node]!),
    places: rows.nodes.map(node => {
      const isText = tree.kind[node] === TEXT;
      const place = places[isText ? tree.parent[node]! : node] ?? -1;
      return place < 0 ? -1 : place * 2 + (isText ? 1 : 0);
    }),
  };
}

/** Order of pages by hash; of the same hash by name. */
export function isBefore(a: { hash: number; name: string }, b: { hash: number; name: string }): boolean {
  return a.hash < b.hash || (a.hash === b.hash && a.name < b.name);
}

/** The pages with the smallest hashes, at most `most`: a function of the set of pages. */
export function samplePages<P extends { hash: number; name: string }>(pages: Iterable<P>, most: number = SAMPLE): P[] {
  const least: P[] = [];
  for (const page of pages) {
    if (least.length === most && !isBefore(page, least[most - 1]!)) continue;
    let at = least.length;
    while (at > 0 && isBefore(page, least[at - 1]!)) at--;
    least.splice(at, 0, page);
    if (least.length > most) least.pop();
  }
  return least;
}

/**
 * Mean scores of equal nodes, and of nodes at equal places, over a sample of the site's pages: what is the same on many pages gets the same
 * label on all of them unless its surroundings say otherwise.
 */
export class PooledScores {
  readonly #pools = { nodes: new Map<number, Pool>(), places: new Map<number, Pool>() };
  readonly #pages = new Map<number, { keys: PoolKeys; scores: Int32Array }>();
  /** Means before the last `takeChanged`, of the keys whose sums changed since. */
  readonly #before = { nodes: new Map<number, number | undefined>(), places: new Map<number, number | undefined>() };

  /** Number of keys and pages held. */
  get size(): number {
    return this.#pools.nodes.size + this.#pools.places.size + this.#pages.size;
  }

  /** The sampled pages. */
  get pages(): ReadonlyMap<number, unknown> {
    return this.#pages;
  }

  /** Puts the scores of a sampled page, as log-odds by row, in the place of its old ones. */
  put(page: number, keys: PoolKeys, logOdds: Float64Array): void {
    this.delete(page);
    const scores = Int32Array.from(logOdds, value => Math.round(Math.max(-MOST, Math.min(MOST, value)) / UNIT));
    this.#pages.set(page, { keys, scores });
    this.#count(keys, scores, 1);
  }

  delete(page: number): void {
    const known = this.#pages.get(page);
    if (!known) return;
    this.#count(known.keys, known.scores, -1);
    this.#pages.delete(page);
  }

  /** Log-odds of every row: the mean of the page's own, of those of equal nodes and of those at equal places. */
  pooled({ nodes, places }: PoolKeys, logOdds: Float64Array): Float64Array {
    return logOdds.map((value, row) => {
      const own = Math.max(-MOST, Math.min(MOST, value));
      return (own + (this.#mean('nodes', nodes[row]!) ?? own) + (this.#mean('places', places[row]!) ?? own)) / 3;
    });
  }

  /** Ids of nodes and places whose means changed since the last call. */
  takeChanged(): { nodes: number[]; places: number[] } {
    const changed = (kind: 'nodes' | 'places') => {
      const keys = [...this.#before[kind]].filter(([key, mean]) => this.#mean(kind, key) !== mean).map(([key]) => key);
      this.#before[kind].clear();
      return keys;
    };
    return { nodes: changed('nodes'), places: [...new Set(changed('places').map(key => key >> 1))] };
  }

  #mean(kind: 'nodes' | 'places', key: number): number | undefined {
    const pool = this.#pools[kind].get(key);
    return pool && Math.round((pool.sum * UNIT) / pool.nodes / STEP) * STEP;
  }

  #count(keys: PoolKeys, scores: Int32Array, by: 1 | -1): void {
    for (const kind of ['nodes', 'places'] as const) {
      const pools = this.#pools[kind];
      const before = this.#before[kind];
      keys[kind].forEach((key, row) => {
        if (key < 0) return;
        if (!before.has(key)) before.set(key, this.#mean(kind, key));
        const pool = pools.get(key);
        if (!pool) pools.set(key, { sum: by * scores[row]!, nodes: by });
        else {
          pool.sum += by * scores[row]!;
          pool.nodes += by;
          if (pool.nodes === 0) pools.delete(key);
        }
      });
    }
  }
}
