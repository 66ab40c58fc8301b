import type { PageTree } from '../../html/tree.ts';

/** A link from a key page to another page of the site. */
export interface Link {
  /** Path of the other page. */
  readonly page: string;
  /** The `a` element of the key page. */
  readonly node: number;
}

/**
 * The links of a key page in the order in which a search for pages of its template should follow them (Alarte, Silva, Tamarit, *What web
 * template extractor should I use?*, ACM TWEB 13(2), 2019, and the authors' published browser add-on): near ones in the tree of folders first, and of those always the one that is farthest, in
 * the tree of the page, from all taken before, so that every menu has its turn. Worked out step by step, as far as it is asked for.
 * @param links in document order, every page once.
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
 * Rank of a target's group: 0 in the key page's folder, 1, 2, ... so many levels below it; then, after all of those, the rest of what lies
 * below the parent folder, the grandparent, and so on.
 */
function folderRank(key: readonly string[], target: readonly string[]): number {
  let common = 0;
  while (common < key.length && common < target.length && key[common] === target[common]) common++;
  return common === key.length ? target.length - key.length : FAR + key.length - common;
}

/** More than any path has levels. */
const FAR = 1e6;

function foldersOf(page: string): string[] {
  return page.split('/').slice(0, -1);
}

/** Starts with the first link; then always the one whose least distance to those before is greatest, of equal ones the first. */
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

/** Length of the path between two nodes in the tree of the page: their DOM distance. */
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
