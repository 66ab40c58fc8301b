import type { GroupCounts, GroupPage } from '../../extractors/extractor.ts';
import { isLabelled } from '../../page/access.ts';
import { countBand, shareBand, shareValues } from '../bands.ts';

/** What is counted of the single nodes, by tree node; a column has one more entry, -1, for "no node". */
export interface NodeShares {
  /** 1 for nodes that get a label. */
  labelled: Uint8Array;
  /** Share of the other pages of the group that hold the node; of the site where the page is alone in its group. */
  share: Float32Array;
  siteShare: Float32Array;
  /** Band of the number of pages of the site that hold the node. */
  sitePages: Float32Array;
}

/** A column of one value a tree node, and -1 at the end, so that the node before the first is none. */
export function nodeColumn(size: number): Float32Array {
  const column = new Float32Array(size + 1);
  column[size] = -1;
  return column;
}

export function nodeShares({ tree, nodes }: GroupPage, counts: GroupCounts): NodeShares {
  const n = tree.size;
  const { site } = counts;
  const size = counts.pages.size;
  const siteSize = site.size();
  const alone = size <= 1;
  const labelled = new Uint8Array(n + 1);
  const share = nodeColumn(n);
  const siteShare = nodeColumn(n);
  const sitePages = nodeColumn(n);
  for (let v = 0; v < n; v++) {
    labelled[v] = isLabelled(tree, v) ? 1 : 0;
    const node = nodes.ids[v]!;
    share[v] = siteShare[v] = 1;
    if (node >= 0) {
      const pages = site.nodes.count(node);
      siteShare[v] = shareValues[shareBand(pages, siteSize)]!;
      share[v] = alone ? siteShare[v]! : shareValues[shareBand(counts.nodes.count(node), size)]!;
      sitePages[v] = countBand(pages);
    }
  }
  return { labelled, share, siteShare, sitePages };
}
