import type { PageTree } from '../../html/tree.ts';
import { limits } from '../thresholds.ts';

/** A link from a key page (the page to label) to another page of the site. */
export interface Link {
  /** Path of the other page from the site's root. */
  readonly page: string;
  /** Tree node of the `a` element on the key page. */
  readonly node: number;
}

/**
 * Yields the links of a key page in the order in which a search for pages with the same template follows them (Alarte, Silva, Tamarit, *What
 * web template extractor should I use?*, ACM TWEB 13(2), 2019, and the published browser add-on of the authors): by distance of the folders,
 * then always the link that is farthest in the page's tree from all links before it, so that every menu has its turn. Computed lazily.
 * @param links in document order, one for each target page
 */
export function* orderLinks(keyPage: string, tree: PageTree, links: readonly Link[]): Generator<Link> {
  const folder = foldersOf(keyPage);
  const groups = new Map<number, Link[]>();
  for (const link of links) {
    const distance = folderRank(folder, foldersOf(link.page));
    const group = groups.get(distance);
    if (group) group.push(link);
    else groups.set(distance, [link]);
  }
  for (const distance of [...groups.keys()].sort((a, b) => a - b)) yield* farthestFirst(tree, groups.get(distance)!);
}

/**
 * Rank of a target by its folder: 0 for the key page's folder, 1, 2, ... for the number of levels below it; then, after all of these, the other
 * targets below the parent folder, the grandparent, and so on.
 */
function folderRank(key: readonly string[], target: readonly string[]): number {
  let common = 0;
  while (common < key.length && common < target.length && key[common] === target[common]) common++;
  return common === key.length ? target.length - key.length : limits.folderDepth + key.length - common;
}

function foldersOf(page: string): string[] {
  return page.split('/').slice(0, -1);
}

/** Yields the first link, then always the one with the greatest least distance to all links before; of equal ones the first. */
function* farthestFirst(tree: PageTree, links: readonly Link[]): Generator<Link> {
  const least = links.map(() => Number.POSITIVE_INFINITY);
  const depths = links.map(({ node }) => depth(tree, node));
  const left = new Set(links.keys());
  while (left.size > 0) {
    let next = -1;
    for (const index of left) if (next < 0 || least[index]! > least[next]!) next = index;
    left.delete(next);
    yield links[next]!;
    for (const index of left) {
      const ancestor = depthOfCommonAncestor(tree, links[next]!.node, links[index]!.node);
      least[index] = Math.min(least[index]!, depths[next]! + depths[index]! - 2 * ancestor);
    }
  }
}

/** Number of edges between two nodes in the tree of the page. */
export function domDistance(tree: PageTree, a: number, b: number): number {
  return depth(tree, a) + depth(tree, b) - 2 * depthOfCommonAncestor(tree, a, b);
}

function depthOfCommonAncestor(tree: PageTree, a: number, b: number): number {
  const last = Math.max(a, b);
  let ancestor = Math.min(a, b);
  while (ancestor >= 0 && tree.subtreeEnd[ancestor]! <= last) ancestor = tree.parent[ancestor]!;
  return depth(tree, ancestor);
}

function depth(tree: PageTree, node: number): number {
  let levels = 0;
  for (let at = node; at >= 0; at = tree.parent[at]!) levels++;
  return levels;
}
