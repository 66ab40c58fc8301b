import { nodeName } from '../../html/access.ts';
import { combine, combine53, hash53, hi, lo, number53 } from '../../html/hash.ts';
import { ELEMENT, type PageTree } from '../../html/tree.ts';
import { lowerBound } from '../counts/lower-bound.ts';
import type { PageCounts } from '../counts/page-counts.ts';
import type { Run } from './instances.ts';
import type { PageInParts } from './page-in-parts.ts';
import type { Sharing } from './sharing.ts';
import { limits } from './thresholds.ts';

/**
 * The fixed nodes of an instance: the informative nodes that enough pages share, but for those in a link that too few pages share (the next
 * page, the page's own address). Arrays of one length, sorted by token, without repetition.
 */
export interface FixedNodes {
  /** 53-bit hash of the node's key and of the target below. */
  readonly tokens: Float64Array;
  /** 53-bit hash of the address that the node, the link around it or the only link in it leads to; 0 without a shared link. */
  readonly targets: Float64Array;
  /** Hash of the place (label path with display attributes) of the element that the node stands in, one more for texts. */
  readonly paths: Float64Array;
}

/** Where an instance stands: what its part counts beside it. */
export interface Standing {
  /** Not between text of the page's own. */
  readonly outside: boolean;
  /** In what a template locks that lies in the site. */
  readonly locked: boolean;
}

/** The page counts of a site's node keys and places. */
export interface SiteCounts {
  readonly nodes: PageCounts;
  readonly places: PageCounts;
}

/** The nodes of an instance by which it is compared. */
export interface InstanceNodes {
  readonly fixed: FixedNodes;
  /** Distinct 53-bit hashes, ascending, of the keys of all its shared informative nodes. Ids do not do: they are used again for other keys. */
  readonly keys: Float64Array;
  /** 53-bit hash of the sequence of label paths of these nodes: equal where the words are translated. */
  readonly shape: number;
}

/** Instances of a part with equal nodes, and the pages that they stand on. */
export class Variant {
  /** 53-bit hash of the place that it is at. */
  readonly path: number;
  readonly hash: number;
  readonly fixed: FixedNodes;
  readonly keys: Float64Array;
  readonly shape: number;
  /** Distinct places of its fixed nodes, ascending. */
  readonly places: Float64Array;
  /** Instances in pages of every language. */
  readonly languages = new Map<string, number>();
  /** Instances on every page. */
  readonly pages = new Map<number, number>();
  instances = 0;
  /** Instances without text of the page's own on both sides, and those that a template locks. */
  outside = 0;
  locked = 0;

  constructor(path: number, hash: number, { fixed, keys, shape }: InstanceNodes) {
    this.path = path;
    this.hash = hash;
    this.fixed = fixed;
    this.keys = keys;
    this.shape = shape;
    this.places = Float64Array.from(new Set(fixed.paths)).sort();
  }
}

/** All nodes of several, in one. */
export function mergeFixedNodes(all: readonly FixedNodes[]): FixedNodes {
  if (all.length === 1) return all[0]!;
  const found = new Map<number, { of: FixedNodes; at: number }>();
  for (const of of all)
    of.tokens.forEach((token, at) => {
      found.set(token, { of, at });
    });
  return sortedNodes(found.keys(), token => {
    const { of, at } = found.get(token)!;
    return { target: of.targets[at]!, path: of.paths[at]! };
  });
}

function sortedNodes(distinct: Iterable<number>, node: (token: number) => { target: number; path: number }): FixedNodes {
  const tokens = Float64Array.from(distinct).sort();
  return {
    tokens,
    targets: Float64Array.from(tokens, token => node(token).target),
    paths: Float64Array.from(tokens, token => node(token).path),
  };
}

/** 53-bit hash of a set of tokens in ascending order. */
export function tokensHash(tokens: Iterable<number>): number {
  let hash = 0;
  for (const token of tokens) hash = combine53(hash, token);
  return hash;
}

/** 53-bit hash of a node's label path from the root. */
export function labelPath(tree: PageTree, node: number): number {
  let path = 0;
  const names: number[] = [];
  for (let at = node; at >= 0; at = tree.parent[at]!) names.push(nameHash(tree, at));
  for (let at = names.length - 1; at >= 0; at--) path = combine53(path, names[at]!);
  return path;
}

const nameHashes = new Map<string, number>();

/** 53-bit hash of an element's name. */
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
 * Calls back with every shared informative node of a run: its token and where it leads (0: no shared link), both undefined inside a link
 * that too few pages share.
 */
export function eachSharedNode(
  { tree, keys, links }: PageInParts,
  { first, last }: Run,
  sharing: Sharing,
  counts: PageCounts,
  visit: (node: number, key: number, token: number | undefined, target: number) => void,
): void {
  const end = tree.subtreeEnd[last]!;
  let link = lowerBound(links.nodes, first);
  /** The link that the node stands in ends before this node. */
  let linkEnd = 0;
  let around = -1;
  for (let node = first; node < end; node++) {
    if (links.nodes[link] === node) {
      around = link++;
      linkEnd = tree.subtreeEnd[node]!;
    } else if (node >= linkEnd) around = -1;
    if (sharing.informative[node] !== 2) continue;
    const key = keys[node]!;
    if (around >= 0 && sharing.informative[links.nodes[around]!] === 1) {
      visit(node, key, undefined, 0);
      continue;
    }
    // An element with one link in it is that link's item.
    const isItem =
      around < 0 && links.nodes[link]! < tree.subtreeEnd[node]! && !(links.nodes[link + 1]! < tree.subtreeEnd[node]!);
    const leads = around >= 0 ? around : isItem && sharing.informative[links.nodes[link]!] === 2 ? link : -1;
    const targetLo = leads < 0 ? 0 : links.targets[leads * 2]!;
    const targetHi = leads < 0 ? 0 : links.targets[leads * 2 + 1]!;
    combine(counts.keyLo(key), counts.keyHi(key), targetLo, targetHi);
    visit(node, key, number53(lo, hi), leads < 0 ? 0 : number53(targetLo, targetHi));
  }
}

/**
 * 53-bit hash of the sequence of a run's shared nodes: all that `instanceNodes` keeps is a function of it. Far cheaper than the nodes
 * themselves, which are made for one of the instances with this hash only.
 */
export function instanceHash(page: PageInParts, run: Run, sharing: Sharing, counts: SiteCounts): number {
  let a = 0;
  let b = 0;
  let parentOf = -1;
  const { tree, keys } = page;
  eachSharedNode(page, run, sharing, counts.nodes, (node, _key, token) => {
    const parent = tree.parent[node]!;
    if (parent !== parentOf) {
      parentOf = parent;
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

/** The nodes of a run by which it is compared. */
export function instanceNodes(page: PageInParts, run: Run, sharing: Sharing, counts: SiteCounts): InstanceNodes {
  const found = new Map<number, { target: number; path: number }>();
  const keys = new Set<number>();
  const { tree } = page;
  let shape = 0;
  eachSharedNode(page, run, sharing, counts.nodes, (node, key, token, target) => {
    shape = combine53(shape, labelPath(tree, node));
    keys.add(number53(counts.nodes.keyLo(key), counts.nodes.keyHi(key)));
    if (token === undefined || found.has(token)) return;
    const path = placeHash(page, tree.parent[node]!, counts.places);
    found.set(token, { target, path: tree.kind[node] === ELEMENT ? path : path + 1 });
  });
  return { fixed: sortedNodes(found.keys(), token => found.get(token)!), keys: Float64Array.from(keys).sort(), shape };
}

/** 53-bit hash of the place of an element; of an implied one, that of the element that it stands in. */
function placeHash({ tree, places }: PageInParts, element: number, counts: PageCounts): number {
  let at = element;
  while (at >= 0 && places[at]! < 0) at = tree.parent[at]!;
  if (at < 0) return 0;
  return number53(counts.keyLo(places[at]!), counts.keyHi(places[at]!));
}
