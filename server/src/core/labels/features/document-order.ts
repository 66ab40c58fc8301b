import { nameId } from '../../../html/names.ts';
import { ELEMENT, type PageTree } from '../../../html/tree.ts';
import { type NodeShares, nodeColumn } from './node-shares.ts';
import type { RunningSums } from './subtrees.ts';

/** Nodes without labelled nodes below them, in document order. */
interface Leaves {
  nodes: Int32Array;
  count: number;
  /** Leaves before each node, one entry more than there are nodes. */
  before: Int32Array;
}

function leavesOf(tree: PageTree, own: NodeShares, sums: RunningSums): Leaves {
  const n = tree.size;
  const nodes = new Int32Array(n);
  const before = new Int32Array(n + 1);
  let count = 0;
  for (let v = 0; v < n; v++) {
    before[v] = count;
    if (own.labelled[v] && sums.nodes[tree.subtreeEnd[v]!]! - sums.nodes[v]! === 1) nodes[count++] = v;
  }
  before[n] = count;
  return { nodes, count, before };
}

/** What stands before and after a node in the page. */
export interface NeighbourColumns {
  /** Mean share of the leaves among and around the node's: four, or twelve, to each side. */
  near: Float32Array;
  wide: Float32Array;
  nearSite: Float32Array;
  /** The run of leaves before and after the node that at least 8 of 10 pages share: how many, and their text. */
  runLeaves: Float32Array;
  runText: Float32Array;
}

export function neighbourColumns(tree: PageTree, own: NodeShares, sums: RunningSums): NeighbourColumns {
  const n = tree.size;
  const { nodes, count, before } = leavesOf(tree, own, sums);
  const shares = new Float64Array(count + 1);
  const siteShares = new Float64Array(count + 1);
  const leavesBefore = new Int32Array(count + 1);
  const textBefore = new Float64Array(count + 1);
  const leavesAfter = new Int32Array(count + 1);
  const textAfter = new Float64Array(count + 1);
  for (let k = 0; k < count; k++) {
    const leaf = nodes[k]!;
    const share = own.share[leaf]!;
    shares[k + 1] = shares[k]! + Math.max(0, share);
    siteShares[k + 1] = siteShares[k]! + Math.max(0, own.siteShare[leaf]!);
    if (share < 0.8) continue;
    leavesBefore[k + 1] = leavesBefore[k]! + 1;
    textBefore[k + 1] = textBefore[k]! + tree.textLength[leaf]!;
  }
  for (let k = count - 1; k >= 0; k--) {
    const leaf = nodes[k]!;
    if (own.share[leaf]! < 0.8) continue;
    leavesAfter[k] = leavesAfter[k + 1]! + 1;
    textAfter[k] = textAfter[k + 1]! + tree.textLength[leaf]!;
  }
  const columns: NeighbourColumns = {
    near: nodeColumn(n),
    wide: nodeColumn(n),
    nearSite: nodeColumn(n),
    runLeaves: nodeColumn(n),
    runText: nodeColumn(n),
  };
  for (let v = 0; v < n; v++) {
    const from = before[v]!;
    const to = before[tree.subtreeEnd[v]!]!;
    const near = Math.max(0, from - 4);
    columns.near[v] = mean(shares, near, Math.min(count, to + 4));
    columns.wide[v] = mean(shares, Math.max(0, from - 12), Math.min(count, to + 12));
    columns.nearSite[v] = mean(siteShares, near, Math.min(count, to + 4));
    columns.runLeaves[v] = leavesBefore[from]! + leavesAfter[to]!;
    columns.runText[v] = textBefore[from]! + textAfter[to]!;
  }
  return columns;
}

function mean(sums: Float64Array, from: number, to: number): number {
  return to > from ? (sums[to]! - sums[from]!) / (to - from) : -1;
}

/** Where a node stands to the block that holds the page's own text. */
const BEFORE = 0;
const ABOVE = 1;
const BLOCK = 2;
const INSIDE = 3;
const AFTER = 4;

/** Relation of every node to the innermost element that holds `least` of the text, in [0,1], that the page does not share; by `shared`. */
export function ownTextBlock(tree: PageTree, length: Float64Array, shared: Float64Array, least: number): Float32Array {
  const n = tree.size;
  const relation = nodeColumn(n);
  const unshared = (from: number, to: number) => length[to]! - length[from]! - (shared[to]! - shared[from]!);
  const enough = Math.max(1e-9, unshared(0, n)) * least;
  let block = tree.root;
  for (let child = block + 1; child < tree.subtreeEnd[block]!; ) {
    const end = tree.subtreeEnd[child]!;
    if (tree.kind[child] === ELEMENT && unshared(child, end) >= enough) {
      block = child;
      child++;
    } else child = end;
  }
  const end = tree.subtreeEnd[block]!;
  for (let v = 0; v < n; v++) {
    relation[v] = v === block ? BLOCK : v > block ? (v < end ? INSIDE : AFTER) : tree.subtreeEnd[v]! >= end ? ABOVE : BEFORE;
  }
  return relation;
}

const headings = new Map([1, 2, 3, 4, 5, 6].map(level => [nameId(`h${level}`), level]));
const paragraph = nameId('p');
const body = nameId('body');

/** How the page is divided. */
export interface OutlineColumns {
  /** Headings and `h1` before the node; headings before and after it as shares of all, -1 without any. */
  headingsBefore: Float32Array;
  topHeadingsBefore: Float32Array;
  headingsBeforeShare: Float32Array;
  headingsAfterShare: Float32Array;
  /** Level of the last heading before the node in the page, and of the highest one among the siblings before it or its nearest ancestor with such; 0 without. */
  lastHeading: Float32Array;
  section: Float32Array;
  /** Paragraphs after the node as a share of all; -1 without any. */
  paragraphsAfterShare: Float32Array;
  /** Which child of the body the node is in, from the start and from the end; 0 for none. */
  branch: Float32Array;
  branchFromEnd: Float32Array;
  /** Node share of that child; -1 for none. */
  branchShare: Float32Array;
}

export function outlineColumns(tree: PageTree, own: NodeShares, nodeShare: Float32Array): OutlineColumns {
  const n = tree.size;
  const columns: OutlineColumns = {
    headingsBefore: nodeColumn(n),
    topHeadingsBefore: nodeColumn(n),
    headingsBeforeShare: nodeColumn(n),
    headingsAfterShare: nodeColumn(n),
    lastHeading: nodeColumn(n),
    section: nodeColumn(n),
    paragraphsAfterShare: nodeColumn(n),
    branch: nodeColumn(n),
    branchFromEnd: nodeColumn(n),
    branchShare: nodeColumn(n),
  };
  const headingsUpTo = new Int32Array(n + 1);
  const paragraphsUpTo = new Int32Array(n + 1);
  // Of every node, the highest heading among its children so far.
  const open = new Uint8Array(n);
  let top = 0;
  let last = 0;
  for (let v = 0; v < n; v++) {
    const parent = tree.parent[v]!;
    const isElement = tree.kind[v] === ELEMENT;
    const level = isElement ? (headings.get(tree.name[v]!) ?? 0) : 0;
    columns.topHeadingsBefore[v] = top;
    columns.lastHeading[v] = last;
    columns.section[v] = parent < 0 ? 0 : open[parent] || columns.section[parent]!;
    headingsUpTo[v + 1] = headingsUpTo[v]! + (level > 0 ? 1 : 0);
    paragraphsUpTo[v + 1] = paragraphsUpTo[v]! + (isElement && tree.name[v] === paragraph ? 1 : 0);
    if (level === 0) continue;
    last = level;
    if (level === 1) top++;
    if (parent >= 0 && (open[parent] === 0 || level < open[parent]!)) open[parent] = level;
  }
  const allHeadings = headingsUpTo[n]!;
  const allParagraphs = paragraphsUpTo[n]!;
  for (let v = 0; v < n; v++) {
    const end = tree.subtreeEnd[v]!;
    columns.headingsBefore[v] = headingsUpTo[v]!;
    columns.headingsBeforeShare[v] = allHeadings > 0 ? headingsUpTo[v]! / allHeadings : -1;
    columns.headingsAfterShare[v] = allHeadings > 0 ? (allHeadings - headingsUpTo[end]!) / allHeadings : -1;
    columns.paragraphsAfterShare[v] = allParagraphs > 0 ? (allParagraphs - paragraphsUpTo[end]!) / allParagraphs : -1;
  }
  addBranches(tree, own, nodeShare, columns);
  return columns;
}

function addBranches(tree: PageTree, own: NodeShares, nodeShare: Float32Array, columns: OutlineColumns): void {
  let start = 0;
  while (start < tree.size && !(tree.kind[start] === ELEMENT && tree.name[start] === body)) start++;
  if (start === tree.size) return;
  const children: number[] = [];
  for (let child = start + 1; child < tree.subtreeEnd[start]!; child = tree.subtreeEnd[child]!)
    if (own.labelled[child]) children.push(child);
  columns.branchShare.fill(-1, 0, tree.size);
  children.forEach((child, at) => {
    const end = tree.subtreeEnd[child]!;
    columns.branch.fill(at + 1, child, end);
    columns.branchFromEnd.fill(children.length - at, child, end);
    columns.branchShare.fill(nodeShare[child]!, child, end);
  });
}
