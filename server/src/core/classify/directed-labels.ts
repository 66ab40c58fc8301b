import type { NodeLabels } from '../extractors/extractor.ts';
import type { LabelDirective, PageDirectives } from '../page/directives.ts';
import type { PageTree } from '../page/tree.ts';

/**
 * Per node, the index in `directives.labels` of the one that decides its label; -1 where none does. A node belongs to the region that its
 * start lies in; of several, to the one that started last. Attributes win over markers; of several, the nearest ancestor's or its own.
 */
export function decidingDirectives(tree: PageTree, { labels }: PageDirectives): Int32Array {
  const deciding = new Int32Array(tree.size).fill(-1);
  const markers = labels.findIndex(({ node }) => node >= 0);
  const regions = markers < 0 ? labels : labels.slice(0, markers);
  if (regions.length > 0) {
    const { cuts, decided } = segments(regions);
    for (let node = 0; node < tree.size; node++) deciding[node] = decided[segmentAt(cuts, tree.start[node]!)] ?? -1;
  }
  for (let at = regions.length; at < labels.length; at++) {
    const { node } = labels[at]!;
    // Inner elements follow outer ones. Each is filled up to the next attribute only, so that the work is linear.
    deciding[node] = at;
  }
  if (regions.length < labels.length) inherit(tree, deciding, regions.length);
  return deciding;
}

/** Gives every node below an element with an attribute its directive, unless it has one of its own. */
function inherit(tree: PageTree, deciding: Int32Array, first: number): void {
  for (let node = 0; node < tree.size; node++) {
    const parent = tree.parent[node]!;
    if (deciding[node]! < first && parent >= 0 && deciding[parent]! >= first) deciding[node] = deciding[parent]!;
  }
}

/** The offsets at which the deciding region changes, and which one decides from there on; -1 for none. */
function segments(regions: readonly LabelDirective[]): { cuts: number[]; decided: number[] } {
  const cuts = [...new Set(regions.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  const open: number[] = [];
  let next = 0;
  const decided = cuts.map(cut => {
    for (; next < regions.length && regions[next]!.start === cut; next++) open.push(next);
    while (open.length > 0 && regions[open.at(-1)!]!.end <= cut) open.pop();
    return open.at(-1) ?? -1;
  });
  return { cuts, decided };
}

/** Index of the last cut at or before an offset, or -1. */
function segmentAt(cuts: readonly number[], offset: number): number {
  let low = -1;
  let high = cuts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (cuts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The labels with those that directives decide put in; a node that has no label of its own (a comment, blank text) has its parent's. */
export function directedLabels(tree: PageTree, labels: NodeLabels, directives: PageDirectives): NodeLabels {
  if (directives.labels.length === 0) return labels;
  const deciding = decidingDirectives(tree, directives);
  const label = labels.label.slice();
  const score = labels.score.slice();
  for (let node = 0; node < tree.size; node++) {
    if (deciding[node]! < 0) continue;
    label[node] = directives.labels[deciding[node]!]!.label === 'template' ? 1 : 0;
    score[node] = label[node]!;
  }
  return { label, score };
}
