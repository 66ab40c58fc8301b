import type { PageTree } from '../../../html/tree.ts';
import { OPAQUE, TEXT } from '../../../html/tree.ts';
import { type NodeShares, nodeColumn } from './node-shares.ts';

/** Sums over all nodes before one, one entry more than there are nodes: the sum of a subtree is a difference of two. */
export interface RunningSums {
  /** Length of texts, how much of it other pages of the group (the site) share, and how much of it stands in links. */
  length: Float64Array;
  sharedLength: Float64Array;
  siteLength: Float64Array;
  linkLength: Float64Array;
  /** Labelled nodes, and their shares. */
  nodes: Float64Array;
  sharedNodes: Float64Array;
  siteNodes: Float64Array;
}

export function runningSums(tree: PageTree, own: NodeShares, inLink: Uint8Array): RunningSums {
  const n = tree.size;
  const column = () => new Float64Array(n + 1);
  const sums: RunningSums = {
    length: column(),
    sharedLength: column(),
    siteLength: column(),
    linkLength: column(),
    nodes: column(),
    sharedNodes: column(),
    siteNodes: column(),
  };
  const { length, sharedLength, siteLength, linkLength, nodes, sharedNodes, siteNodes } = sums;
  for (let v = 0; v < n; v++) {
    let chars = 0;
    let share = 0;
    let site = 0;
    if (own.labelled[v]) {
      share = Math.max(0, own.share[v]!);
      site = Math.max(0, own.siteShare[v]!);
      if (tree.kind[v] === TEXT && !(tree.flags[v]! & OPAQUE)) chars = tree.textLength[v]!;
    }
    length[v + 1] = length[v]! + chars;
    sharedLength[v + 1] = sharedLength[v]! + chars * share;
    siteLength[v + 1] = siteLength[v]! + chars * site;
    linkLength[v + 1] = linkLength[v]! + (inLink[v] ? chars : 0);
    nodes[v + 1] = nodes[v]! + own.labelled[v]!;
    sharedNodes[v + 1] = sharedNodes[v]! + share;
    siteNodes[v + 1] = siteNodes[v]! + site;
  }
  return sums;
}

/** What lies below each node, itself included. */
export interface SubtreeColumns {
  /** Shares weighted by the length of texts; -1 without text. */
  textShare: Float32Array;
  textShareSite: Float32Array;
  /** Mean shares of the labelled nodes; 1 without any. */
  nodeShare: Float32Array;
  nodeShareSite: Float32Array;
  /** Share of the text that stands in links; -1 without text. */
  linkDensity: Float32Array;
  length: Float32Array;
}

export function subtreeColumns(tree: PageTree, sums: RunningSums): SubtreeColumns {
  const n = tree.size;
  const below: SubtreeColumns = {
    textShare: nodeColumn(n),
    textShareSite: nodeColumn(n),
    nodeShare: nodeColumn(n),
    nodeShareSite: nodeColumn(n),
    linkDensity: nodeColumn(n),
    length: nodeColumn(n),
  };
  for (let v = 0; v < n; v++) {
    const end = tree.subtreeEnd[v]!;
    const length = sums.length[end]! - sums.length[v]!;
    const nodes = sums.nodes[end]! - sums.nodes[v]!;
    below.length[v] = length;
    below.textShare[v] = length > 0 ? (sums.sharedLength[end]! - sums.sharedLength[v]!) / length : -1;
    below.textShareSite[v] = length > 0 ? (sums.siteLength[end]! - sums.siteLength[v]!) / length : -1;
    below.linkDensity[v] = length > 0 ? (sums.linkLength[end]! - sums.linkLength[v]!) / length : -1;
    below.nodeShare[v] = nodes > 0 ? (sums.sharedNodes[end]! - sums.sharedNodes[v]!) / nodes : 1;
    below.nodeShareSite[v] = nodes > 0 ? (sums.siteNodes[end]! - sums.siteNodes[v]!) / nodes : 1;
  }
  return below;
}
