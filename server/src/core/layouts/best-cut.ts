import type { MergeNode } from 'templens-shared/labels';
import { randIndex } from './rand-index.ts';

/** The height at which a tree agrees best with known groups. */
export interface BestCut {
  height: number;
  /** Groups of all pages at this height. */
  groups: number;
  adjustedRand: number;
}

/**
 * The cut through trees, all at one height, with the largest adjusted Rand index; of several the lowest.
 * @param known group of each page that is to be judged
 */
export function bestCut(trees: readonly MergeNode[], known: ReadonlyMap<string, string>): BestCut {
  const heights = new Set([0]);
  for (const tree of trees) for (const height of heightsOf(tree)) heights.add(height);
  let best: BestCut = { height: 0, groups: 0, adjustedRand: Number.NEGATIVE_INFINITY };
  for (const height of [...heights].sort((a, b) => a - b)) {
    const groups = cutAt(trees, height);
    const { adjustedRand } = agreement(groups, known);
    if (adjustedRand > best.adjustedRand) best = { height, groups: groups.length, adjustedRand };
  }
  return best;
}

/** The pages of trees by group, cut at a height. */
export function cutAt(trees: readonly MergeNode[], height: number): string[][] {
  return trees.flatMap(tree => ('pages' in tree || tree.height <= height ? [pagesOf(tree)] : cutAt(tree.children, height)));
}

/** How well groups agree with known ones, over the pages that are in both. */
export function agreement(
  groups: readonly (readonly string[])[],
  known: ReadonlyMap<string, string>,
): ReturnType<typeof randIndex> {
  const both = groups.flatMap((pages, group) => pages.filter(page => known.has(page)).map(page => ({ page, group })));
  return randIndex(
    both.map(({ page }) => known.get(page)!),
    both.map(({ group }) => String(group)),
  );
}

function heightsOf(tree: MergeNode): number[] {
  return 'pages' in tree ? [] : [tree.height, ...tree.children.flatMap(heightsOf)];
}

function pagesOf(tree: MergeNode): string[] {
  return 'pages' in tree ? tree.pages : tree.children.flatMap(pagesOf);
}
