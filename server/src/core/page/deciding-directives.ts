import type { PageDirectives } from './page-directives.ts';
import { regionSegments, segmentAt } from './region-segments.ts';
import type { PageTree } from './tree.ts';

/**
 * Per node, the index in `directives.labels` of the one that decides its label; -1 where none does. A node belongs to the region that its
 * start lies in; of several, to the one that started last. Attributes win over markers; of several, the node's own or the nearest above.
 */
export function decidingDirectives(tree: PageTree, { labels }: PageDirectives): Int32Array {
  const deciding = new Int32Array(tree.size).fill(-1);
  const firstAttribute = labels.findIndex(({ node }) => node >= 0);
  const regions = firstAttribute < 0 ? labels : labels.slice(0, firstAttribute);
  if (regions.length > 0) {
    const segments = regionSegments(regions);
    for (let node = 0; node < tree.size; node++) deciding[node] = segments.region[segmentAt(segments, tree.start[node]!)] ?? -1;
  }
  if (firstAttribute < 0) return deciding;
  for (let at = firstAttribute; at < labels.length; at++) deciding[labels[at]!.node] = at;
  for (let node = 0; node < tree.size; node++) {
    const parent = tree.parent[node]!;
    if (deciding[node]! < firstAttribute && parent >= 0 && deciding[parent]! >= firstAttribute)
      deciding[node] = deciding[parent]!;
  }
  return deciding;
}
