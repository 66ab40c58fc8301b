import { number53 } from '../../html/hash.ts';
import { ELEMENT, type PageTree } from '../../html/tree.ts';
import type { PageCounts } from '../counts/page-counts.ts';
import type { PageInParts } from './page-in-parts.ts';
import type { Sharing } from './sharing.ts';
import { thresholds } from './thresholds.ts';

const { blockNodes, frameBlocks, frameSets, frameVariety } = thresholds;

/**
 * Places at which a page has a frame, an element around several blocks, and a 53-bit hash of the shared nodes of the last one there. Links
 * are skipped: a menu may lack the one to its page.
 */
export interface PageFrames {
  readonly places: Int32Array;
  readonly sets: Float64Array;
}

export const noFrames: PageFrames = { places: new Int32Array(0), sets: new Float64Array(0) };

/**
 * Frames of all pages. Where most pages fill a frame with another choice of shared blocks (a menu, a list of teasers, a side box), it is
 * not one part in many versions, but several parts.
 */
export class Frames {
  /** By place: the pages that have each set of shared nodes. */
  readonly #sets = new Map<number, Map<number, number>>();
  readonly #pages = new Map<number, number>();

  get size(): number {
    return this.#sets.size;
  }

  varies(place: number): boolean {
    const sets = this.#sets.get(place)?.size ?? 0;
    return sets >= frameSets && sets >= frameVariety * this.#pages.get(place)!;
  }

  /** Counts a page's frames in (1) or out (-1). */
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

/** Adds to a count; a count of zero goes. */
export function addTo<K>(counts: Map<K, number>, key: K, by: number): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

/** Which nodes are frames: 1. */
export function framesIn(tree: PageTree, sharing: Sharing): Uint8Array {
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

/** Sums of the keys of nodes before each node. */
let sumsLo = new Int32Array(1 << 12);
let sumsHi = new Int32Array(1 << 12);

/** The frames of a page. Linear in the page. */
export function framesOf({ tree, places, keys, links }: PageInParts, sharing: Sharing, counts: PageCounts): PageFrames {
  const n = tree.size;
  const isFrame = framesIn(tree, sharing);
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
