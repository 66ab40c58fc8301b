import { BLANK, ELEMENT, OPAQUE, type ParsedPage } from '../page/tree.ts';

// A layout set holds three kinds of keys. The lowest two bits say which; the others are a hash.
/** Label path of elements of which at least one has no element children. */
const LEAF = 0;
/** Label path of elements that all have element children. */
const INNER = 1;
/** Name and attributes of `body` (or of the `frameset`). */
const BODY = 2;
const KINDS = 4;

/** What the default grouping knows of a page, see `layoutSet`. */
export interface LayoutKeys {
  /** Label paths from the root to elements without element children. */
  leaves: number[];
  /** All label paths. */
  paths: number[];
  /** The body's name and attributes; 0 where there is none. */
  body: number;
}

/**
 * The label paths of a page's elements, and its body's start tag, as one sorted set of 53-bit hashes. Script, style, noscript, template,
 * iframe do not count.
 */
export function layoutSet(tree: ParsedPage): Float64Array {
  const { path, own } = tree.hashes;
  const leaves = new Set<number>();
  const others = new Set<number>();
  const inner = new Uint8Array(tree.size);
  let body = -1;
  let lastHash = -1;
  let lastSet = leaves;
  for (let node = tree.size - 1; node >= 0; node--) {
    if (tree.kind[node] !== ELEMENT || tree.flags[node]! & (OPAQUE | BLANK)) continue;
    const parent = tree.parent[node]!;
    if (parent >= 0) inner[parent] = 1;
    if (body < 0 && parent === tree.root) body = node;
    // Siblings of one name follow each other: most paths are the last one's.
    const hash = hashOf(path, node);
    const set = inner[node] ? others : leaves;
    if (hash === lastHash && set === lastSet) continue;
    lastHash = hash;
    lastSet = set;
    set.add(hash);
  }
  for (const leaf of leaves) others.delete(leaf);
  const set = new Float64Array(leaves.size + others.size + (body < 0 ? 0 : 1));
  let at = 0;
  for (const leaf of leaves) set[at++] = leaf + LEAF;
  for (const other of others) set[at++] = other + INNER;
  if (body >= 0) set[at++] = hashOf(own, body) + BODY;
  return set.sort();
}

/** A layout set taken apart. */
export function layoutKeys(set: Float64Array): LayoutKeys {
  const keys: LayoutKeys = { leaves: [], paths: [], body: 0 };
  for (const value of set) {
    const kind = value % KINDS;
    const hash = value - kind;
    if (kind === BODY) keys.body = hash;
    else {
      keys.paths.push(hash);
      if (kind === LEAF) keys.leaves.push(hash);
    }
  }
  return keys;
}

/** The hash of a node in these lanes: 53 bits, of which the two lowest are free. */
function hashOf(lanes: Int32Array, node: number): number {
  return (lanes[node * 2 + 1]! >>> 11) * 2 ** 32 + (lanes[node * 2]! & ~(KINDS - 1)) + (lanes[node * 2]! < 0 ? 2 ** 32 : 0);
}
