import { TEXT } from '../../../html/tree.ts';
import type { ScoredPage } from '../group-counts.ts';
import { type NodeShares, nodeColumn } from './node-shares.ts';
import type { SubtreeColumns } from './subtrees.ts';

/**
 * Replaces keys by consecutive ids from 0, in the order of first occurrence; -1 stays -1. `count` is the number of ids. Uses open addressing,
 * which is several times faster than a `Map`.
 */
function denseIds(keys: Int32Array): { ids: Int32Array; count: number } {
  let size = 16;
  while (size < keys.length * 2) size *= 2;
  const mask = size - 1;
  const slots = new Int32Array(size);
  const values = new Int32Array(keys.length);
  const ids = new Int32Array(keys.length);
  let count = 0;
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]!;
    if (key < 0) {
      ids[at] = -1;
      continue;
    }
    let slot = (Math.imul(key, 0x9e3779b1) >>> 8) & mask;
    while (slots[slot] !== 0 && values[slots[slot]! - 1] !== key) slot = (slot + 1) & mask;
    if (slots[slot] === 0) {
      values[count++] = key;
      slots[slot] = count;
    }
    ids[at] = slots[slot]! - 1;
  }
  return { ids, count };
}

/** Features of the set of nodes at the same place as a node, itself included. By tree node. */
export interface SamePlaceColumns {
  /** Consecutive id of the place; -1 for nodes that are not labelled. */
  ids: Int32Array;
  /** Number of nodes at the place. */
  count: Float32Array;
  /** Mean, and least, node share (`SubtreeColumns`) of these nodes, in the group and in the site. */
  nodeShare: Float32Array;
  nodeShareSite: Float32Array;
  leastNodeShare: Float32Array;
  leastNodeShareSite: Float32Array;
  /** Number of nodes of the page with an equal node key. */
  sameNodes: Float32Array;
}

/** Computes `SamePlaceColumns`. */
export function samePlaceColumns(page: ScoredPage, own: NodeShares, below: SubtreeColumns): SamePlaceColumns {
  const { tree, nodes, places } = page;
  const n = tree.size;
  // A text has the place of its parent. Implied elements have no place: all their texts share one key.
  const keys = new Int32Array(n).fill(-1);
  for (let v = 0; v < n; v++) {
    if (!own.labelled[v]) continue;
    const isText = tree.kind[v] === TEXT;
    const place = isText ? (places[tree.parent[v]!] ?? -1) : places[v]!;
    keys[v] = (place + 1) * 2 + (isText ? 1 : 0);
  }
  const { ids, count } = denseIds(keys);
  const sizes = new Float64Array(count);
  const nodeShares = new Float64Array(count);
  const nodeSharesSite = new Float64Array(count);
  const least = new Float32Array(count).fill(1);
  const leastSite = new Float32Array(count).fill(1);
  for (let v = 0; v < n; v++) {
    const id = ids[v]!;
    if (id < 0) continue;
    sizes[id]!++;
    nodeShares[id]! += below.nodeShare[v]!;
    nodeSharesSite[id]! += below.nodeShareSite[v]!;
    if (below.nodeShare[v]! < least[id]!) least[id] = below.nodeShare[v]!;
    if (below.nodeShareSite[v]! < leastSite[id]!) leastSite[id] = below.nodeShareSite[v]!;
  }
  const columns: SamePlaceColumns = {
    ids,
    count: nodeColumn(n),
    nodeShare: nodeColumn(n),
    nodeShareSite: nodeColumn(n),
    leastNodeShare: nodeColumn(n),
    leastNodeShareSite: nodeColumn(n),
    sameNodes: nodeColumn(n),
  };
  const same = denseIds(nodes);
  const times = new Int32Array(same.count);
  for (const id of same.ids) if (id >= 0) times[id]!++;
  for (let v = 0; v < n; v++) {
    const id = ids[v]!;
    if (id < 0) continue;
    columns.count[v] = sizes[id]!;
    columns.nodeShare[v] = nodeShares[id]! / sizes[id]!;
    columns.nodeShareSite[v] = nodeSharesSite[id]! / sizes[id]!;
    columns.leastNodeShare[v] = least[id]!;
    columns.leastNodeShareSite[v] = leastSite[id]!;
    columns.sameNodes[v] = same.ids[v]! < 0 ? 0 : times[same.ids[v]!]!;
  }
  return columns;
}
