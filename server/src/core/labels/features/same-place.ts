import { TEXT } from '../../../html/tree.ts';
import type { GroupPage } from '../group-page.ts';
import { denseIds } from './dense-ids.ts';
import { type NodeShares, nodeColumn } from './node-shares.ts';
import type { SubtreeColumns } from './subtrees.ts';

/** What the nodes of the page that stand at the same place have in common, the node itself among them. */
export interface SamePlaceColumns {
  /** Number of the place, from 0, by tree node; -1 for nodes without a label. */
  ids: Int32Array;
  /** How many there are. */
  count: Float32Array;
  /** Mean and least of the node shares below them. */
  nodeShare: Float32Array;
  nodeShareSite: Float32Array;
  leastNodeShare: Float32Array;
  leastNodeShareSite: Float32Array;
  /** How often the very same node stands in the page. */
  sameNodes: Float32Array;
}

export function samePlaceColumns(page: GroupPage, own: NodeShares, below: SubtreeColumns): SamePlaceColumns {
  const { tree, nodes, places } = page;
  const n = tree.size;
  // An element by its place, a text by that of its element; those of an implied element by none.
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
