import { nameId } from '../../../html/names.ts';
import { ELEMENT, type PageTree } from '../../../html/tree.ts';
import { type NodeShares, nodeColumn } from './node-shares.ts';
import type { RunningSums } from './subtrees.ts';

/** Leaves: labelled nodes without labelled descendants, in document order. */
interface Leaves {
  /** Tree nodes of the leaves; entries from `count` on are unused. */
  nodes: Int32Array;
  count: number;
  /** Number of leaves before each tree node, and one more entry with the number of all. */
  before: Int32Array;
}

/** Finds the leaves of a page. */
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

/** Features of the leaves before and after each node in document order. */
export interface NeighbourColumns {
  /** Mean group share of the leaves in the node and of the nearest four on each side. */
  near: Float32Array;
  /** As `near`, with the nearest twelve leaves on each side. */
  wide: Float32Array;
  /** As `near`, with shares of the site. */
  nearSite: Float32Array;
  /** Unbroken runs of leaves with a group share of at least 0.8 directly before and after the node: number of leaves, and length of their texts. */
  runLeaves: Float32Array;
  runText: Float32Array;
}

/** Computes `NeighbourColumns`, by tree node. */
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

/** Mean of the values from index `from` to before `to`, by their running sums; -1 for an empty range. */
function mean(sums: Float64Array, from: number, to: number): number {
  return to > from ? (sums[to]! - sums[from]!) / (to - from) : -1;
}

/** Relations of a node to the block with the page's own text. */
const BEFORE = 0;
const ABOVE = 1;
const BLOCK = 2;
const INSIDE = 3;
const AFTER = 4;

/**
 * Finds the innermost element that holds at least the share `least` of the page's own text, the text that other pages do not share. Returns the
 * relation of every tree node to it: 0 before, 1 around, 2 the element itself, 3 inside, 4 after.
 * @param length running sums of text lengths
 * @param shared running sums of text lengths, each times the share of pages that have the text
 * @param least share, 0 to 1
 */
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

/** Features of the page's outline: headings, paragraphs and children of `body`. */
export interface OutlineColumns {
  /** Number of headings before the node. */
  headingsBefore: Float32Array;
  /** Number of `h1` before the node. */
  topHeadingsBefore: Float32Array;
  /** Headings before, and after, the node as shares of all headings; -1 for pages without headings. */
  headingsBeforeShare: Float32Array;
  headingsAfterShare: Float32Array;
  /** Level of the last heading before the node; 0 without one. */
  lastHeading: Float32Array;
  /** Highest level (1 before 6) of the headings among the node's preceding siblings, else among those of the nearest ancestor with some; else 0. */
  section: Float32Array;
  /** Paragraphs after the node as a share of all paragraphs; -1 for pages without paragraphs. */
  paragraphsAfterShare: Float32Array;
  /** Position of the child of `body` that the node is in, among the labelled ones: from 1, from the start and from the end; 0 outside of them. */
  branch: Float32Array;
  branchFromEnd: Float32Array;
  /** Node share of that child; -1 outside the children of `body`, 0 for pages without `body`. */
  branchShare: Float32Array;
}

/**
 * Computes `OutlineColumns`, by tree node.
 * @param nodeShare see `SubtreeColumns`
 */
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
  // By node, the highest level of the headings among its children so far; 0 for none.
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

/** Fills the columns of the children of `body`. */
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
