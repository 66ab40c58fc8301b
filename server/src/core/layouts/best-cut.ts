import type { MergeNode } from 'templens-shared/labels';

/**
 * Rand index and adjusted Rand index (Hubert and Arabie, 1985) of two groupings of the same items, each given as the group name of every item.
 * Both are 1 for equal groupings and for fewer than two items; Rand is in [0,1], adjusted Rand is about 0 for random groupings.
 */
export function randIndex(a: readonly string[], b: readonly string[]): { rand: number; adjustedRand: number } {
  const pairs = choose2(a.length);
  if (pairs === 0) return { rand: 1, adjustedRand: 1 };
  const [inA, inB, inBoth] = [pairsWithin(a), pairsWithin(b), pairsWithin(a.map((name, i) => JSON.stringify([name, b[i]])))];
  const expected = (inA * inB) / pairs;
  const largest = (inA + inB) / 2;
  return {
    rand: (pairs - inA - inB + 2 * inBoth) / pairs,
    adjustedRand: largest === expected ? 1 : (inBoth - expected) / (largest - expected),
  };
}

function choose2(n: number): number {
  return (n * (n - 1)) / 2;
}

function pairsWithin(names: readonly string[]): number {
  const sizes = new Map<string, number>();
  for (const name of names) sizes.set(name, (sizes.get(name) ?? 0) + 1);
  return [...sizes.values()].reduce((sum, size) => sum + choose2(size), 0);
}

/** The cut of trees that agrees best with known groups. */
export interface BestCut {
  height: number;
  /** Number of groups at this height. */
  groups: number;
  adjustedRand: number;
}

/**
 * Finds the height at which the cut of all trees has the largest adjusted Rand index; of several the lowest.
 * @param known true group of each page that is scored
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

/** The groups of pages that a cut of all trees at a height makes. */
function cutAt(trees: readonly MergeNode[], height: number): string[][] {
  return trees.flatMap(tree => ('pages' in tree || tree.height <= height ? [pagesOf(tree)] : cutAt(tree.children, height)));
}

/** Rand indexes of groups against known ones, over the pages that are in both. */
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
