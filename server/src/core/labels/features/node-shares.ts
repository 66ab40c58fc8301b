import { isLabelled } from '../../../html/access.ts';
import { distinctKeys, type PageKeys } from '../../counts/page-counts.ts';
import { countBand, shareBand, shareValues } from '../bands.ts';
import type { LabelCounts, ScoredPage } from '../group-counts.ts';

/** Page counts of single nodes, by tree node. Columns have one more entry for a missing node, see `nodeColumn`. */
export interface NodeShares {
  /** 1 for nodes that get a label. */
  labelled: Uint8Array;
  /**
   * Share of the other pages of the group that have the node, 0 to 1 in steps (`shareBand`); of the site if the page is alone in its group. -1
   * without other pages, 1 for nodes without a key.
   */
  share: Float32Array;
  /** As `share`, of the other pages of the site. */
  siteShare: Float32Array;
  /** Band of the number of pages of the site that have the node, see `countBand`. */
  sitePages: Float32Array;
}

/** Returns a column of zeros by tree node, with one more entry: index `size` stands for a missing node and holds -1. */
export function nodeColumn(size: number): Float32Array {
  const column = new Float32Array(size + 1);
  column[size] = -1;
  return column;
}

/** Computes `NodeShares`. Copies of the page are not counted. */
export function nodeShares({ id, tree, nodes }: ScoredPage, counts: LabelCounts): NodeShares {
  const n = tree.size;
  const { site } = counts;
  const copies = site.copies.copiesOf(id);
  const copiesInGroup = copies.filter(copy => counts.pages.has(copy.id));
  const inCopies = pageCountsOf(copies);
  const inGroupCopies = pageCountsOf(copiesInGroup);
  const size = counts.pages.size - copiesInGroup.length;
  const siteSize = site.size() - copies.length;
  const alone = size <= 1;
  const labelled = new Uint8Array(n + 1);
  const share = nodeColumn(n);
  const siteShare = nodeColumn(n);
  const sitePages = nodeColumn(n);
  for (let v = 0; v < n; v++) {
    labelled[v] = isLabelled(tree, v) ? 1 : 0;
    const node = nodes[v]!;
    share[v] = siteShare[v] = 1;
    if (node >= 0) {
      const pages = site.nodes.count(node) - (inCopies?.get(node) ?? 0);
      siteShare[v] = shareValues[shareBand(pages, siteSize)]!;
      share[v] = alone
        ? siteShare[v]!
        : shareValues[shareBand(counts.nodes.count(node) - (inGroupCopies?.get(node) ?? 0), size)]!;
      sitePages[v] = countBand(pages);
    }
  }
  return { labelled, share, siteShare, sitePages };
}

/** Number of the given pages that hold each key; undefined without pages. */
function pageCountsOf(pages: readonly { nodes: PageKeys }[]): Map<number, number> | undefined {
  if (pages.length === 0) return undefined;
  const counts = new Map<number, number>();
  for (const { nodes } of pages) for (const key of distinctKeys(nodes)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
