import { type PageTree, TEXT } from '../../html/tree.ts';
import type { PageDirectives } from './page-directives.ts';
import { regionSegments, segmentAt } from './region-segments.ts';

/**
 * Returns by node the index in `directives.labels` of the directive that decides its label, or -1. A node belongs to the marked region that
 * contains its start; of nested regions, to the one that starts last. Attributes and rules take precedence over regions; the one of the node
 * itself or of its nearest ancestor decides, and of several on one element the last. A directive with `textsOnly` is one of the element's, but is
 * for the texts directly in it only.
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
  const texts = new Map<number, number>();
  for (let at = firstAttribute; at < labels.length; at++) {
    const { node, textsOnly } = labels[at]!;
    if (textsOnly) texts.set(node, at);
    else {
      deciding[node] = at;
      texts.delete(node);
    }
  }
  for (let node = 0; node < tree.size; node++) {
    const parent = tree.parent[node]!;
    if (deciding[node]! < firstAttribute && parent >= 0 && deciding[parent]! >= firstAttribute)
      deciding[node] = deciding[parent]!;
  }
  if (texts.size === 0) return deciding;
  for (let node = 0; node < tree.size; node++)
    if (tree.kind[node] === TEXT) deciding[node] = texts.get(tree.parent[node]!) ?? deciding[node]!;
  return deciding;
}
