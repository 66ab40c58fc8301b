import { isLabelled } from '../../html/access.ts';
import { enlarged } from '../../html/enlarged.ts';
import { ELEMENT, type PageTree, TEXT } from '../../html/tree.ts';
import type { LockedRegions } from './locked-regions.ts';
import type { PageInParts } from './page-in-parts.ts';
import { thresholds } from './thresholds.ts';

const { occurrences, sharedNodes, foreignNodes, foreignShare, foreignSharedNodes } = thresholds;

/** Scratch space of `informativeNodes`: by key id, how often the page has it. All 0 between calls. */
let times = new Int32Array(1 << 12);

/** The shared nodes of a page, which are those whose node key enough pages have. The constructor takes time linear in the page. */
export class Sharing {
  readonly tree: PageTree;
  /**
   * By tree node: 2 for shared informative nodes, 1 for other informative nodes, else 0. Texts and elements with attributes are informative
   * unless the page repeats them often.
   */
  readonly informative: Uint8Array;
  /** Regions that the page's template locks, if its file lies in the site. Locked nodes are shared, whatever other pages have. */
  readonly regions: LockedRegions | undefined;
  /** By tree node, 1 for nodes that are shared as part of a translated block. */
  readonly #translated: Uint8Array | undefined;
  readonly #keys: Int32Array;
  readonly #isShared: (key: number) => boolean;
  /** Running sums, one entry more than there are nodes: informative nodes before each node, and shared informative ones. */
  readonly #all: Int32Array;
  readonly #shared: Int32Array;
  /** By tree node, the number of informative nodes of the largest foreign element inside it. */
  readonly #foreign: Int32Array;

  /**
   * @param isShared true for key ids that enough pages have
   * @param translated by tree node, 1 for nodes that are shared as part of a translated block
   */
  constructor(
    { tree, keys }: Pick<PageInParts, 'tree' | 'keys'>,
    isShared: (key: number) => boolean,
    regions?: LockedRegions,
    translated?: Uint8Array,
  ) {
    const n = tree.size;
    this.tree = tree;
    this.regions = regions;
    this.#translated = translated;
    this.#keys = keys;
    this.#isShared = isShared;
    this.informative = informativeNodes(tree, keys, isShared, regions?.locked);
    if (translated)
      for (let node = 0; node < n; node++) if (this.informative[node] === 1 && translated[node] === 1) this.informative[node] = 2;
    // One allocation and local names keep these loops over all nodes fast.
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

  /** Returns a copy with more nodes counted as shared: those with 1 in `translated`, by tree node. */
  withShared(translated: Uint8Array): Sharing {
    return new Sharing({ tree: this.tree, keys: this.#keys }, this.#isShared, this.regions, translated);
  }

  /** True if a node from `node` to before `end` is shared as part of a translated block. */
  isTranslated(node: number, end: number): boolean {
    return this.#translated?.subarray(node, end).includes(1) ?? false;
  }

  /** Number of informative nodes from `node` to before `end`; by default, in the subtree of `node`. */
  count(node: number, end: number = this.tree.subtreeEnd[node]!): number {
    return this.#all[end]! - this.#all[node]!;
  }

  /** True if most of the subtree is shared and it holds no large element that is mostly unshared. */
  isMostlyShared(node: number): boolean {
    const all = this.count(node);
    return (
      all > 0 && this.#sharedIn(node) >= sharedNodes * all && this.#foreign[node]! < Math.max(foreignNodes, foreignShare * all)
    );
  }

  /** True if the node has a key that too few pages have, and no template locks it. */
  isUnshared(node: number): boolean {
    return this.#keys[node]! >= 0 && this.regions?.locked[node] !== 1 && !this.#isShared(this.#keys[node]!);
  }

  /** Number of shared informative nodes of a subtree. */
  #sharedIn(node: number): number {
    return this.#shared[this.tree.subtreeEnd[node]!]! - this.#shared[node]!;
  }
}

/** Computes `Sharing.informative`. */
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
