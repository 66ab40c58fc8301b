import { isLabelled } from '../page/access.ts';
import { enlarged } from '../page/enlarged.ts';
import { ELEMENT, type PageTree, TEXT } from '../page/tree.ts';
import type { LockedRegions } from './locked-regions.ts';
import type { PageInParts } from './page-in-parts.ts';

/** A node that stands in its page more often is an item of a list or a token of code, and says nothing. */
const MOST_TIMES = 3;
/** Share of the informative nodes of a subtree that must be shared, so that it can belong to a part. */
const GOOD = 0.75;
/** A foreign block: an element with at least so many informative nodes, and this share of the subtree's, of which less than half are shared. */
const BLOCK = 4;
const BLOCK_SHARE = 0.15;
const BLOCK_GOOD = 0.5;

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
    this.#all = new Int32Array(n + 1);
    this.#shared = new Int32Array(n + 1);
    this.#foreign = new Int32Array(n);
    for (let node = 0; node < n; node++) {
      this.#all[node + 1] = this.#all[node]! + (this.informative[node] ? 1 : 0);
      this.#shared[node + 1] = this.#shared[node]! + (this.informative[node] === 2 ? 1 : 0);
    }
    for (let node = n - 1; node >= 0; node--) {
      const parent = tree.parent[node]!;
      let largest = this.#foreign[node]!;
      if (tree.kind[node] === ELEMENT && this.#sharedIn(node) < BLOCK_GOOD * this.count(node))
        largest = Math.max(largest, this.count(node));
      if (parent >= 0 && this.#foreign[parent]! < largest) this.#foreign[parent] = largest;
    }
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
    return all > 0 && this.#sharedIn(node) >= GOOD * all && this.#foreign[node]! < Math.max(BLOCK, BLOCK_SHARE * all);
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
  for (const key of keys) {
    if (key < 0) continue;
    if (key >= times.length) times = enlarged(times, Math.max(times.length * 2, key + 1));
    times[key]!++;
  }
  for (let node = 0; node < tree.size; node++) {
    const key = keys[node]!;
    if (key < 0 || !isLabelled(tree, node) || times[key]! > MOST_TIMES) continue;
    if (tree.kind[node] === TEXT || tree.attrFirst[node + 1]! > tree.attrFirst[node]!)
      informative[node] = locked?.[node] === 1 || isShared(key) ? 2 : 1;
  }
  for (const key of keys) if (key >= 0) times[key] = 0;
  return informative;
}
