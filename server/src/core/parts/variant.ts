import type { PageCounts } from '../counts/page-counts.ts';
import { nodeName } from '../page/access.ts';
import { combine, combine53, hash53, hi, lo, number53 } from '../page/hash.ts';
import { ELEMENT, type PageTree } from '../page/tree.ts';
import type { Run } from './instances.ts';
import type { PageInParts } from './page-in-parts.ts';
import type { Sharing } from './sharing.ts';

/**
 * The fixed nodes of an instance: the informative nodes that enough pages share. Arrays of one length, sorted by token, without repetition.
 * Equal for all instances with equal fixed nodes.
 */
export interface FixedNodes {
  /** 53-bit hash of the node's key and of where the link around it leads. */
  readonly tokens: Float64Array;
  /** Id of the key in the site's counts. */
  readonly keys: Int32Array;
  /** 53-bit hash of the address that the node, or the link around it, leads to; 0 without a link. */
  readonly targets: Float64Array;
  /** 53-bit hash of the label path of the node's parent. */
  readonly paths: Float64Array;
}

/** Instances of a part with equal fixed nodes, and the pages that they stand on. */
export class Variant {
  readonly hash: number;
  readonly fixed: FixedNodes;
  /** Distinct keys, ascending. */
  readonly keys: Int32Array;
  /** Instances on every page. */
  readonly pages = new Map<number, number>();
  instances = 0;
  /** Instances without text of the page's own on both sides. */
  outside = 0;

  constructor(hash: number, fixed: FixedNodes) {
    this.hash = hash;
    this.fixed = fixed;
    this.keys = Int32Array.from(new Set(fixed.keys)).sort();
  }
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

function nameHash(tree: PageTree, node: number): number {
  const name = nodeName(tree, node);
  let hash = nameHashes.get(name);
  if (hash === undefined) {
    if (nameHashes.size > 4096) nameHashes.clear();
    hash = hash53(name);
    nameHashes.set(name, hash);
  }
  return hash;
}

/** Calls back with every fixed node of a run: its key, its token, and where the link around it leads (0: none). */
export function eachFixedNode(
  { tree, keys, links }: PageInParts,
  { first, last }: Run,
  sharing: Sharing,
  counts: PageCounts,
  visit: (node: number, key: number, token: number, target: number) => void,
): void {
  const end = tree.subtreeEnd[last]!;
  let link = firstAtLeast(links.nodes, first);
  let target = 0;
  let targetLo = 0;
  let targetHi = 0;
  let targetEnd = 0;
  for (let node = first; node < end; node++) {
    if (node >= targetEnd) target = targetLo = targetHi = 0;
    if (links.nodes[link] === node) {
      targetLo = links.targets[link * 2]!;
      targetHi = links.targets[link * 2 + 1]!;
      target = number53(targetLo, targetHi);
      targetEnd = tree.subtreeEnd[node]!;
      link++;
    }
    if (sharing.informative[node] !== 2) continue;
    const key = keys[node]!;
    const { keyLo, keyHi } = counts.key(key);
    combine(keyLo, keyHi, targetLo, targetHi);
    visit(node, key, number53(lo, hi), target);
  }
}

/** The fixed nodes of a run, and their hash. */
export function fixedNodes(
  page: PageInParts,
  run: Run,
  sharing: Sharing,
  counts: PageCounts,
): { hash: number; fixed: FixedNodes } {
  const found = new Map<number, { key: number; target: number; path: number }>();
  const { tree } = page;
  let pathOf = -1;
  let path = 0;
  eachFixedNode(page, run, sharing, counts, (node, key, token, target) => {
    if (found.has(token)) return;
    const parent = tree.parent[node]!;
    if (parent !== pathOf) {
      pathOf = parent;
      path = labelPath(tree, parent);
    }
    found.set(token, { key, target, path: tree.kind[node] === ELEMENT ? path : path + 1 });
  });
  const tokens = Float64Array.from(found.keys()).sort();
  const fixed: FixedNodes = {
    tokens,
    keys: Int32Array.from(tokens, token => found.get(token)!.key),
    targets: Float64Array.from(tokens, token => found.get(token)!.target),
    paths: Float64Array.from(tokens, token => found.get(token)!.path),
  };
  return { hash: tokens.reduce((sum, token) => combine53(sum, token), 0), fixed };
}

/** Index of the first entry of an ascending array that is not smaller than `value`. */
function firstAtLeast(sorted: Int32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
