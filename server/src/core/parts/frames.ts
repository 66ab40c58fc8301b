import { number53 } from '../../html/hash.ts';
import { ELEMENT, type PageTree } from '../../html/tree.ts';
import type { PageCounts } from '../counts/page-counts.ts';
import type { PageInParts } from './page-in-parts.ts';
import type { Sharing } from './sharing.ts';
import { thresholds } from './thresholds.ts';

const { blockNodes, frameBlocks, frameSets, frameVariety } = thresholds;

/** Frames of a page: elements around at least `frameBlocks` blocks. Parallel arrays with one entry for each place that has a frame. */
export interface PageFrames {
  /** Ids of the places. */
  readonly places: Int32Array;
  /** 53-bit hashes of the shared nodes in the last frame at each place, without links: a menu may lack the link to its page. */
  readonly sets: Float64Array;
}

/** Frames of a page without frames. */
export const noFrames: PageFrames = { places: new Int32Array(0), sets: new Float64Array(0) };

/**
 * Counts the frames of all pages. A frame that pages fill with different sets of shared blocks (a menu, a list of teasers, a side box) is not
 * one part with many versions, but several parts.
 */
export class Frames {
  /** By place, the number of pages with each set of shared nodes. */
  readonly #sets = new Map<number, Map<number, number>>();
  /** By place, the number of pages with a frame. */
  readonly #pages = new Map<number, number>();

  /** Number of places, to detect leaks. */
  get size(): number {
    return this.#sets.size;
  }

  /** Ids of the places with frames. */
  get places(): Iterable<number> {
    return this.#sets.keys();
  }

  /** True if the frames at a place have so many different sets of shared nodes that the place holds several parts instead of one. */
  varies(place: number): boolean {
    const sets = this.#sets.get(place)?.size ?? 0;
    return sets >= frameSets && sets >= frameVariety * this.#pages.get(place)!;
  }

  /** Adds the frames of a page (1), or removes them (-1). */
  count({ places, sets }: PageFrames, by: 1 | -1): void {
    places.forEach((place, at) => {
      const held = this.#sets.get(place) ?? new Map<number, number>();
      addTo(held, sets[at]!, by);
      if (held.size === 0) this.#sets.delete(place);
      else this.#sets.set(place, held);
      addTo(this.#pages, place, by);
    });
  }
}

/** Adds `by` to the count of a key; removes the key if its count is 0. */
export function addTo<K>(counts: Map<K, number>, key: K, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

/** Returns a mask of a page's frames, by tree node: 1 for elements with several blocks. */
export function frameMask(tree: PageTree, sharing: Sharing): Uint8Array {
  const blocks = new Uint8Array(tree.size);
  for (let node = tree.size - 1; node > 0; node--) {
    const parent = tree.parent[node]!;
    if (parent < 0 || tree.kind[node] !== ELEMENT) continue;
    if (blocks[node]! >= frameBlocks) blocks[parent] = frameBlocks;
    else if (sharing.count(node) >= blockNodes) blocks[parent] = Math.min(frameBlocks, blocks[parent]! + 1);
  }
  for (let node = 0; node < tree.size; node++) blocks[node] = blocks[node]! >= frameBlocks ? 1 : 0;
  return blocks;
}

/** Scratch space of `pageFrames`: sums of the key hashes of counted nodes before each node, low and high words. */
let sumsLo = new Int32Array(1 << 12);
let sumsHi = new Int32Array(1 << 12);

/**
 * Returns the frames of a page. Takes time linear in the page.
 * @param counts page counts of the node keys
 */
export function pageFrames({ tree, places, keys, links }: PageInParts, sharing: Sharing, counts: PageCounts): PageFrames {
  const n = tree.size;
  const isFrame = frameMask(tree, sharing);
  if (n >= sumsLo.length) {
    sumsLo = new Int32Array(n * 2);
    sumsHi = new Int32Array(n * 2);
  }
  const lo = sumsLo;
  const hi = sumsHi;
  const found = new Map<number, number>();
  let link = 0;
  let linkEnd = 0;
  lo[0] = hi[0] = 0;
  for (let node = 0; node < n; node++) {
    if (links.nodes[link] === node) {
      linkEnd = tree.subtreeEnd[node]!;
      link++;
    }
    const counted = sharing.informative[node] === 2 && node >= linkEnd;
    lo[node + 1] = lo[node]! + (counted ? counts.keyLo(keys[node]!) : 0);
    hi[node + 1] = hi[node]! + (counted ? counts.keyHi(keys[node]!) : 0);
  }
  for (let node = 0; node < n; node++) {
    if (isFrame[node] === 0 || places[node]! < 0) continue;
    const end = tree.subtreeEnd[node]!;
    found.set(places[node]!, number53(lo[end]! - lo[node]!, hi[end]! - hi[node]!));
  }
  return { places: Int32Array.from(found.keys()), sets: Float64Array.from(found.values()) };
}
