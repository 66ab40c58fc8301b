import { isLabelled } from '../../html/access.ts';
import { enlarged } from '../../html/enlarged.ts';
import { ELEMENT, type PageTree, TEXT } from '../../html/tree.ts';
import type { LockedRegions } from './locked-regions.ts';
import type { PageInParts } from './page-in-parts.ts';
import { thresholds } from './thresholds.ts';

const { occurrences, sharedNodes, foreignNodes, foreignShare, foreignSharedNodes } = thresholds;

let times = new Int32Array(1 << 12);

/** Which nodes of a page other pages have, too. Linear in the page. */
export class Sharing {
  readonly tree: PageTree;
  /** Informative nodes (texts, and elements with attributes, that do not stand in the page again and again): 1, and 2 where they are shared. */
  readonly informative: Uint8Array;
  /** What the page's template locks, where its file lies in the site; that is shared, whatever other pages have. */
  readonly regions: LockedRegions | undefined;
  readonly #also: Uint8Array | undefined;
  readonly #keys: Int32Array;
  readonly #isShared: (key: number) => boolean;
  /** Informative nodes before each node, and shared ones among them; one entry more than there are nodes. */
  readonly #all: Int32Array;
  readonly #shared: Int32Array;
  /** Informative nodes of the largest element below each node that is not shared by half. */
  readonly #foreign: Int32Array;

  /**
   * @param isShared do enough pages have this key?
   * @param also nodes that are shared in other words, by node: 1.
   */
  constructor(
    { tree, keys }: Pick<PageInParts, 'tree' | 'keys'>,
    isShared: (key: number) => boolean,
    regions?: LockedRegions,
    also?: Uint8Array,
  ) {
    const n = tree.size;
    this.tree = tree;
    this.regions = regions;
    this.#also = also;
    this.#keys = keys;
    this.#isShared = isShared;
    this.informative = informativeNodes(tree, keys, isShared, regions?.locked);
    if (also)
      for (let node = 0; node < n; node++) if (this.informative[node] === 1 && also[node] === 1) this.informative[node] = 2;
    // One allocation, and no field looked up in a loop over all nodes.
    const words = new Int32Array(3 * n + 2);
    const all = words.subarray(0, n + 1);
    const shared = words.subarray(n + 1, 2 * n + 2);
    const foreign = words.subarray(2 * n + 2);
    const { informative } = this;
    for (let node = 0; node < n; node++) {
      const is = informative[node]!;
      all[node + 1] = all[node]! + (is === 0 ? 0 : 1);
      shared[node + 1] = shared[node]! + (is === 2 ? 1 : 0);
    }
    const { kind, parent, subtreeEnd } = tree;
    for (let node = n - 1; node > 0; node--) {
      const above = parent[node]!;
      if (above < 0) continue;
      let largest = foreign[node]!;
      if (kind[node] === ELEMENT) {
        const end = subtreeEnd[node]!;
        const count = all[end]! - all[node]!;
        if (count > largest && shared[end]! - shared[node]! < foreignSharedNodes * count) largest = count;
      }
      if (foreign[above]! < largest) foreign[above] = largest;
    }
    this.#all = all;
    this.#shared = shared;
    this.#foreign = foreign;
  }

  /** The same with more nodes counted as shared, by node: 1. */
  withShared(also: Uint8Array): Sharing {
    return new Sharing({ tree: this.tree, keys: this.#keys }, this.#isShared, this.regions, also);
  }

  /** Are nodes from `node` to before `end` shared in other words only? */
  isTranslated(node: number, end: number): boolean {
    return this.#also?.subarray(node, end).includes(1) ?? false;
  }

  /** Informative nodes of a subtree; of the nodes from `node` to before `end`, where that is given. */
  count(node: number, end: number = this.tree.subtreeEnd[node]!): number {
    return this.#all[end]! - this.#all[node]!;
  }

  /** Is most of the subtree shared, and no larger block in it another page's own? */
  isGood(node: number): boolean {
    const all = this.count(node);
    return (
      all > 0 && this.#sharedIn(node) >= sharedNodes * all && this.#foreign[node]! < Math.max(foreignNodes, foreignShare * all)
    );
  }

  /** Do too few pages have this node? */
  isOwn(node: number): boolean {
    return this.#keys[node]! >= 0 && this.regions?.locked[node] !== 1 && !this.#isShared(this.#keys[node]!);
  }

  #sharedIn(node: number): number {
    return this.#shared[this.tree.subtreeEnd[node]!]! - this.#shared[node]!;
  }
}

function informativeNodes(
  tree: PageTree,
  keys: Int32Array,
  isShared: (key: number) => boolean,
  locked: Uint8Array | undefined,
): Uint8Array {
  const informative = new Uint8Array(tree.size);
  let largest = -1;
  for (let node = 0; node < keys.length; node++) if (keys[node]! > largest) largest = keys[node]!;
  if (largest >= times.length) times = enlarged(times, Math.max(times.length * 2, largest + 1));
  const timesOf = times;
  for (let node = 0; node < keys.length; node++) if (keys[node]! >= 0) timesOf[keys[node]!]!++;
  const { kind, attrFirst } = tree;
  for (let node = 0; node < tree.size; node++) {
    const key = keys[node]!;
    if (key < 0 || timesOf[key]! > occurrences || !isLabelled(tree, node)) continue;
    if (kind[node] === TEXT || attrFirst[node + 1]! > attrFirst[node]!)
      informative[node] = locked?.[node] === 1 || isShared(key) ? 2 : 1;
  }
  for (let node = 0; node < keys.length; node++) if (keys[node]! >= 0) timesOf[keys[node]!] = 0;
  return informative;
}
