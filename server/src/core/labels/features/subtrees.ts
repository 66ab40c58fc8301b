import type { PageTree } from '../../../html/tree.ts';
import { OPAQUE, TEXT } from '../../../html/tree.ts';
import { type NodeShares, nodeColumn } from './node-shares.ts';

/** Running sums over the nodes before each index, from 0 to the number of nodes. The sum of a subtree is `sums[subtreeEnd] - sums[node]`. */
export interface RunningSums {
  /** Length of readable texts in code points. */
  length: Float64Array;
  /** As `length`, each text times the share of the pages of the group, or of the site, that have it. */
  sharedLength: Float64Array;
  siteLength: Float64Array;
  /** As `length`, of the texts in links only. */
  linkLength: Float64Array;
  /** Number of labelled nodes, and sums of their shares of the group, and of the site. */
  nodes: Float64Array;
  sharedNodes: Float64Array;
  siteNodes: Float64Array;
}

/** Computes `RunningSums`. `inLink` holds 1 for nodes in links. */
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

/** Features of the subtree of each node, itself included. */
export interface SubtreeColumns {
  /** Mean share of the texts, weighted by their lengths, in group and site; -1 without text. */
  textShare: Float32Array;
  textShareSite: Float32Array;
  /** Mean share of the labelled nodes, in group and site; 1 without labelled nodes. */
  nodeShare: Float32Array;
  nodeShareSite: Float32Array;
  /** Share of the text that is in links; -1 without text. */
  linkDensity: Float32Array;
  /** Length of the readable text in code points. */
  length: Float32Array;
}

/** Computes `SubtreeColumns`, by tree node. */
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
