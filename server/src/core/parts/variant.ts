import { nodeName } from '../../html/access.ts';
import { combine, combine53, hash53, hi, lo, number53 } from '../../html/hash.ts';
import { ELEMENT, type PageTree } from '../../html/tree.ts';
import { lowerBound } from '../counts/lower-bound.ts';
import type { Run } from './instances.ts';
import type { PageInParts } from './page-in-parts.ts';
import type { Sharing } from './sharing.ts';
import { limits, thresholds } from './thresholds.ts';

/**
 * The fixed nodes of an instance: its shared informative nodes, without those in links that are not shared (to the next page, or to the page
 * itself). Parallel arrays, sorted by token, without duplicates.
 */
export interface FixedNodes {
  /** 53-bit hash of the node's key together with its target. */
  readonly tokens: Float64Array;
  /** 53-bit hash of the address of the shared link that the node is, is in, or holds as its only link; 0 without such a link. */
  readonly targets: Float64Array;
  /** 53-bit hash of the place (label path with display attributes) of the node's parent; plus 1 for texts. */
  readonly places: Float64Array;
}

/** Properties of an instance that its part counts. */
export interface InstanceFlags {
  /** True if the instance is outside the page's own text (`Run.side`), or locked. */
  readonly outside: boolean;
  /** True if a template file of the site locks it. */
  readonly locked: boolean;
}

/** Keys by id: the two lanes of a hash. */
export interface KeyLanes {
  readonly keyLo: (id: number) => number;
  readonly keyHi: (id: number) => number;
}

/** The keys of nodes and places. */
export interface LanesOfSite {
  readonly nodes: KeyLanes;
  readonly places: KeyLanes;
}

/** The nodes of an instance that variants are compared by. */
export interface InstanceNodes {
  readonly fixed: FixedNodes;
  /** Distinct 53-bit hashes of the node keys of all shared informative nodes, ascending. Not ids, which are reused for other keys. */
  readonly keys: Float64Array;
  /** 53-bit hash of the sequence of label paths of these nodes; equal in translations. */
  readonly shape: number;
}

/** The instances at one place with equal nodes, and their pages. */
export class Variant {
  /** 53-bit hash of the label path of the parent of its instances, or of its declaration, as `Part.path`. Not one of `FixedNodes.places`. */
  readonly path: number;
  /** Hash of its nodes, see `instanceHash`. */
  readonly hash: number;
  readonly fixed: FixedNodes;
  /** See `InstanceNodes`. */
  readonly keys: Float64Array;
  /** See `InstanceNodes`. */
  readonly shape: number;
  /** Distinct `FixedNodes.places`, ascending. */
  readonly places: Float64Array;
  /** Number of instances by language of the page. */
  readonly languages = new Map<string, number>();
  /** Number of instances by page. */
  readonly pages = new Map<number, number>();
  instances = 0;
  /** Number of instances outside the page's own text, and of those that a template locks, see `InstanceFlags`. */
  outside = 0;
  locked = 0;

  constructor(path: number, hash: number, { fixed, keys, shape }: InstanceNodes) {
    this.path = path;
    this.hash = hash;
    this.fixed = fixed;
    this.keys = keys;
    this.shape = shape;
    this.places = Float64Array.from(new Set(fixed.places)).sort();
  }
}

/** True if `common` keys are enough for two variants, with these numbers of keys, to be of one part. */
export function areSimilar(common: number, a: number, b: number): boolean {
  return common >= thresholds.commonOfSmaller * Math.min(a, b) && common >= thresholds.commonOfLarger * Math.max(a, b);
}

/** Returns the union of several sets of fixed nodes. */
export function mergeFixedNodes(all: readonly FixedNodes[]): FixedNodes {
  if (all.length === 1) return all[0]!;
  const found = new Map<number, { nodes: FixedNodes; at: number }>();
  for (const nodes of all)
    nodes.tokens.forEach((token, at) => {
      found.set(token, { nodes, at });
    });
  return sortedNodes(found.keys(), token => {
    const { nodes, at } = found.get(token)!;
    return { target: nodes.targets[at]!, place: nodes.places[at]! };
  });
}

/** Makes fixed nodes from distinct tokens. */
function sortedNodes(distinct: Iterable<number>, node: (token: number) => { target: number; place: number }): FixedNodes {
  const tokens = Float64Array.from(distinct).sort();
  return {
    tokens,
    targets: Float64Array.from(tokens, token => node(token).target),
    places: Float64Array.from(tokens, token => node(token).place),
  };
}

/** Returns a 53-bit hash of a sequence of tokens. Sets of tokens must be passed in ascending order. */
export function tokensHash(tokens: Iterable<number>): number {
  let hash = 0;
  for (const token of tokens) hash = combine53(hash, token);
  return hash;
}

/** Returns a 53-bit hash of a node's label path. */
export function labelPathHash(tree: PageTree, node: number): number {
  let path = 0;
  const names: number[] = [];
  for (let at = node; at >= 0; at = tree.parent[at]!) names.push(nameHash(tree, at));
  for (let at = names.length - 1; at >= 0; at--) path = combine53(path, names[at]!);
  return path;
}

/** Cache of `nameHash`. */
const nameHashes = new Map<string, number>();

/** Returns a 53-bit hash of an element's name. */
export function nameHash(tree: PageTree, node: number): number {
  const name = nodeName(tree, node);
  let hash = nameHashes.get(name);
  if (hash === undefined) {
    if (nameHashes.size > limits.nameHashes) nameHashes.clear();
    hash = hash53(name);
    nameHashes.set(name, hash);
  }
  return hash;
}

/**
 * Visits every shared informative node of a run, in document order.
 * @param counts the node keys by id
 * @param visit called with the node, the id of its key, its token (undefined inside a link that is not shared) and its target (0 without a
 * shared link), see `FixedNodes`
 */
export function eachSharedNode(
  { tree, keys, links }: PageInParts,
  { first, last }: Run,
  sharing: Sharing,
  counts: KeyLanes,
  visit: (node: number, key: number, token: number | undefined, target: number) => void,
): void {
  const end = tree.subtreeEnd[last]!;
  let link = lowerBound(links.nodes, first);
  /** End of the subtree of the last link. */
  let linkEnd = 0;
  /** Index of the link that the node is in; -1 for none. */
  let around = -1;
  for (let node = first; node < end; node++) {
    if (links.nodes[link] === node) {
      around = link++;
      linkEnd = tree.subtreeEnd[node]!;
    } else if (node >= linkEnd) around = -1;
    // In `informative`, 2 is for shared informative nodes, and 1 for other informative nodes.
    if (sharing.informative[node] !== 2) continue;
    const key = keys[node]!;
    if (around >= 0 && sharing.informative[links.nodes[around]!] === 1) {
      visit(node, key, undefined, 0);
      continue;
    }
    // An element with exactly one link has the link's target, such as the `li` of a menu item.
    const isItem =
      around < 0 && links.nodes[link]! < tree.subtreeEnd[node]! && !(links.nodes[link + 1]! < tree.subtreeEnd[node]!);
    const targetLink = around >= 0 ? around : isItem && sharing.informative[links.nodes[link]!] === 2 ? link : -1;
    const targetLo = targetLink < 0 ? 0 : links.targets[targetLink * 2]!;
    const targetHi = targetLink < 0 ? 0 : links.targets[targetLink * 2 + 1]!;
    combine(counts.keyLo(key), counts.keyHi(key), targetLo, targetHi);
    visit(node, key, number53(lo, hi), targetLink < 0 ? 0 : number53(targetLo, targetHi));
  }
}

/**
 * Returns a 53-bit hash of the sequence of a run's shared nodes. Runs with equal hashes have equal `instanceNodes`, which are far more expensive
 * and are made for one run per hash only.
 */
export function instanceHash(page: PageInParts, run: Run, sharing: Sharing, counts: LanesOfSite): number {
  let a = 0;
  let b = 0;
  let lastParent = -1;
  const { tree, keys } = page;
  eachSharedNode(page, run, sharing, counts.nodes, (node, _key, token) => {
    const parent = tree.parent[node]!;
    if (parent !== lastParent) {
      lastParent = parent;
      const place = placeHash(page, parent, counts.places);
      combine(a, b, place | 0, (place / 2 ** 32) | 0);
      a = lo;
      b = hi;
    }
    if (token === undefined) combine(a, b, counts.nodes.keyLo(keys[node]!), counts.nodes.keyHi(keys[node]!));
    else combine(a, b, token | 0, (token / 2 ** 32) | 0);
    a = lo;
    b = hi;
  });
  return number53(a, b);
}

/** Returns the nodes of a run that variants are compared by. */
export function instanceNodes(page: PageInParts, run: Run, sharing: Sharing, counts: LanesOfSite): InstanceNodes {
  const found = new Map<number, { target: number; place: number }>();
  const keys = new Set<number>();
  const { tree } = page;
  let shape = 0;
  eachSharedNode(page, run, sharing, counts.nodes, (node, key, token, target) => {
    shape = combine53(shape, labelPathHash(tree, node));
    keys.add(number53(counts.nodes.keyLo(key), counts.nodes.keyHi(key)));
    if (token === undefined || found.has(token)) return;
    const place = placeHash(page, tree.parent[node]!, counts.places);
    found.set(token, { target, place: tree.kind[node] === ELEMENT ? place : place + 1 });
  });
  return { fixed: sortedNodes(found.keys(), token => found.get(token)!), keys: Float64Array.from(keys).sort(), shape };
}

/** 53-bit hash of the place of an element; implied elements have the place of their parent. */
function placeHash({ tree, places }: PageInParts, element: number, counts: KeyLanes): number {
  let at = element;
  while (at >= 0 && places[at]! < 0) at = tree.parent[at]!;
  if (at < 0) return 0;
  return number53(counts.keyLo(places[at]!), counts.keyHi(places[at]!));
}
