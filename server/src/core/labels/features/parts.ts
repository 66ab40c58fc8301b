import { countBand, shareBand, shareValues } from '../bands.ts';
import type { LabelCounts, ScoredPage } from '../group-counts.ts';
import { type NodeShares, nodeColumn } from './node-shares.ts';
import type { RunningSums } from './subtrees.ts';

/** Relation of a node to the shared parts of its page; a column of the trained model. */
const RELATION = { outside: 0, around: 1, varying: 2, fixed: 3 } as const;

/** Features of the shared parts of a page, by tree node; -1 outside parts unless stated otherwise. */
export interface PartColumns {
  /** 0 = outside parts, 1 = around a part, 2 = in a part, 3 = in a part and on enough pages to be shared. */
  state: Float32Array;
  /** Share of the site's other pages that have the part, 0 to 1, and the band of the number of pages that have it (`countBand`). */
  pages: Float32Array;
  pagesBand: Float32Array;
  /** Share of the other pages with the part that have the same variant of it. */
  variant: Float32Array;
  /** Share of the instance's informative nodes that are fixed. */
  fixed: Float32Array;
  /** Number of the instance's labelled nodes n, as 16 log2(1 + n). */
  size: Float32Array;
  /** Share of the page's text that is in the instance. */
  text: Float32Array;
  /** 1 if nearly all of the page's own text is on one side of the instance (`Run.side` is not `inside`), else 0. */
  outside: Float32Array;
  /** Share of the labelled nodes in the subtree that are in parts; 0 to 1. */
  below: Float32Array;
  /** Nodes in parts before, and after, the node as shares of all nodes in parts; 0 to 1. */
  before: Float32Array;
  after: Float32Array;
}

/** Computes `PartColumns`. Takes time linear in the page. */
export function partColumns(page: ScoredPage, { site }: LabelCounts, own: NodeShares, sums: RunningSums): PartColumns {
  const { tree, nodes } = page;
  const n = tree.size;
  const none = () => nodeColumn(n).fill(-1);
  const columns: PartColumns = {
    state: nodeColumn(n),
    pages: none(),
    pagesBand: none(),
    variant: none(),
    fixed: none(),
    size: none(),
    text: none(),
    outside: none(),
    below: nodeColumn(n),
    before: nodeColumn(n),
    after: nodeColumn(n),
  };
  const { minimumPages, instances } = site.parts;
  const size = site.size();
  const sharing = site.parts.sharing(page.id);
  for (const { instance, part } of instances(page.id)) {
    const { first, last, parent, side, variant } = instance;
    const end = tree.subtreeEnd[last]!;
    const pages = part.pages.size;
    let fixed = 0;
    for (let v = first; v < end; v++) {
      const key = nodes[v]!;
      if (sharing.informative[v] === 2) fixed++;
      const isFixed = sharing.informative[v] === 2 || (key >= 0 && site.nodes.count(key) >= minimumPages());
      columns.state[v] = isFixed ? RELATION.fixed : RELATION.varying;
    }
    columns.pages.fill(shareValues[shareBand(pages, size)]!, first, end);
    columns.pagesBand.fill(countBand(pages), first, end);
    columns.variant.fill(shareValues[shareBand(variant.pages.size, pages)]!, first, end);
    columns.fixed.fill(fixed / Math.max(1, sharing.count(first, end)), first, end);
    columns.size.fill(Math.log2(1 + sums.nodes[end]! - sums.nodes[first]!) * 16, first, end);
    columns.text.fill((sums.length[end]! - sums.length[first]!) / Math.max(1, sums.length[n]!), first, end);
    columns.outside.fill(side !== 'inside' ? 1 : 0, first, end);
    for (let above = parent; above >= 0 && columns.state[above] === RELATION.outside; above = tree.parent[above]!)
      columns.state[above] = RELATION.around;
  }
  addSurroundings(page, own, sums, columns);
  return columns;
}

/** Fills the columns `below`, `before` and `after`. */
function addSurroundings({ tree }: ScoredPage, own: NodeShares, sums: RunningSums, columns: PartColumns): void {
  const n = tree.size;
  const inParts = new Int32Array(n + 1);
  for (let v = 0; v < n; v++) inParts[v + 1] = inParts[v]! + (own.labelled[v] && columns.state[v]! >= RELATION.varying ? 1 : 0);
  const all = Math.max(1, inParts[n]!);
  for (let v = 0; v < n; v++) {
    const end = tree.subtreeEnd[v]!;
    columns.below[v] = (inParts[end]! - inParts[v]!) / Math.max(1, sums.nodes[end]! - sums.nodes[v]!);
    columns.before[v] = inParts[v]! / all;
    columns.after[v] = (inParts[n]! - inParts[end]!) / all;
  }
}
