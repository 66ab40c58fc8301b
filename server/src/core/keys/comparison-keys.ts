import { combine, hi, lo } from '../../html/hash.ts';
import type { HashedTree } from '../directives/parsed-page.ts';
import type { Signatures } from './signatures.ts';

/** Salts, one for each kind of key. */
const STRUCTURE = 11;
const OWN = 12;
const FULL = 13;
const PAIR = 14;
const STRUCTURE_PAIR = 15;
const TOTAL = 16;

/**
 * Keys of a page's nodes: two lanes a node, zeros for no key. A key of a single node hashes the label path of its parent, a signature of the
 * node, and the number of the parent's children with that signature, so that a page with one child more or less does not have the key. A key
 * of a pair hashes the label path and two signatures.
 */
export interface ComparisonKeys {
  /** Keys by `structure` signatures, of nodes that are not `bare`. */
  readonly structure: Int32Array;
  /** Keys by `own` signatures, of the root and of nodes whose `own` signature differs from `structure` and from `full`. */
  readonly own: Int32Array;
  /** Keys by `full` signatures, of all compared nodes but the root. */
  readonly full: Int32Array;
  /** Keys of a node with its left sibling, or of a first child, by `full` signatures. */
  readonly pair: Int32Array;
  /** Keys like `pair`, by `structure` signatures. Two `bare` siblings have no key, nor has a `bare` first child. */
  readonly structurePair: Int32Array;
  /** Keys of last children by `full` signatures, at the index of the parent. */
  readonly last: Int32Array;
  /** Keys of last children by `structure` signatures, at the index of the parent; zeros if the last child is `bare`. */
  readonly structureLast: Int32Array;
}

/** Computes the keys of a page from its signatures. */
export function comparisonKeys(page: HashedTree, { structure, own, full, bare }: Signatures): ComparisonKeys {
  const lanes = () => new Int32Array(page.size * 2);
  const keys: ComparisonKeys = {
    structure: lanes(),
    own: lanes(),
    full: lanes(),
    pair: lanes(),
    structurePair: lanes(),
    last: lanes(),
    structureLast: lanes(),
  };
  countKeys([page.root], structure, 0, 0, STRUCTURE, keys.structure);
  countKeys([page.root], own, 0, 0, OWN, keys.own);
  const children: number[] = [];
  for (let parent = 0; parent < page.size; parent++) {
    if (page.subtreeEnd[parent] === parent + 1 || isZero(structure, parent)) continue;
    children.length = 0;
    const end = page.subtreeEnd[parent]!;
    for (let child = parent + 1; child < end; child = page.subtreeEnd[child]!)
      if (!isZero(structure, child)) children.push(child);
    if (children.length === 0) continue;
    const pathLo = page.hashes.path[parent * 2]!;
    const pathHi = page.hashes.path[parent * 2 + 1]!;
    const known = children.filter(child => !bare[child]);
    if (known.length > 0) countKeys(known, structure, pathLo, pathHi, STRUCTURE, keys.structure);
    countKeys(children, full, pathLo, pathHi, FULL, keys.full);
    const worded = children.filter(child => differ(own, structure, child) && differ(own, full, child));
    if (worded.length > 0) countKeys(worded, own, pathLo, pathHi, OWN, keys.own);
    pairKeys(children, parent, full, pathLo, pathHi, PAIR, keys.pair, keys.last);
    if (known.length > 0)
      pairKeys(children, parent, structure, pathLo, pathHi, STRUCTURE_PAIR, keys.structurePair, keys.structureLast, bare);
  }
  return keys;
}

function isZero(lanes: Int32Array, node: number): boolean {
  return lanes[node * 2] === 0 && lanes[node * 2 + 1] === 0;
}

function differ(a: Int32Array, b: Int32Array, node: number): boolean {
  return a[node * 2] !== b[node * 2] || a[node * 2 + 1] !== b[node * 2 + 1];
}

/** Writes the keys of the children `nodes` of one parent to `out`. */
function countKeys(
  nodes: readonly number[],
  signature: Int32Array,
  pathLo: number,
  pathHi: number,
  salt: number,
  out: Int32Array,
): void {
  const counts = nodes.length > 16 ? occurrences(nodes, signature) : undefined;
  for (const node of nodes) {
    const a = signature[node * 2]!;
    const b = signature[node * 2 + 1]!;
    let count = 0;
    if (counts) count = counts.get(a)!;
    else for (const other of nodes) if (signature[other * 2] === a && signature[other * 2 + 1] === b) count++;
    combine(pathLo ^ salt, pathHi, a, b);
    combine(lo, hi, salt, count);
    out[node * 2] = lo;
    out[node * 2 + 1] = hi;
  }
}

/** Number of nodes by the first lane of their signature. */
function occurrences(nodes: readonly number[], signature: Int32Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const node of nodes) counts.set(signature[node * 2]!, (counts.get(signature[node * 2]!) ?? 0) + 1);
  return counts;
}

/**
 * Writes the keys of neighbouring children to `pairs` and the key of the last child to `last`.
 * @param bare if given, pairs of two bare nodes get no key
 */
function pairKeys(
  children: readonly number[],
  parent: number,
  signature: Int32Array,
  pathLo: number,
  pathHi: number,
  salt: number,
  pairs: Int32Array,
  last: Int32Array,
  bare?: Uint8Array,
): void {
  let beforeLo = 0;
  let beforeHi = 0;
  let before = -1;
  const isBare = (node: number): boolean => node < 0 || bare?.[node] === 1;
  for (const child of children) {
    const hasKey = !bare || !isBare(before) || !isBare(child);
    before = child;
    if (!hasKey) {
      beforeLo = signature[child * 2]!;
      beforeHi = signature[child * 2 + 1]!;
      continue;
    }
    combine(beforeLo, beforeHi, signature[child * 2]!, signature[child * 2 + 1]!);
    combine(lo, hi, pathLo ^ salt, pathHi);
    pairs[child * 2] = lo;
    pairs[child * 2 + 1] = hi;
    beforeLo = signature[child * 2]!;
    beforeHi = signature[child * 2 + 1]!;
  }
  if (bare && isBare(before)) return;
  combine(beforeLo, beforeHi, 0, 0);
  combine(lo, hi, pathLo ^ salt, pathHi);
  last[parent * 2] = lo;
  last[parent * 2 + 1] = hi;
}

/**
 * Hashes a key and the number of its entries (see `NodeKeys`) in one part of a page, or outside all parts, into the shared lanes `lo` and `hi`.
 */
export function totalKey(keyLo: number, keyHi: number, total: number): void {
  combine(keyLo, keyHi, TOTAL, total);
}
