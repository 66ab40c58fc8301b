/** The result of `completeSubdigraph`. */
export interface SubdigraphSearch {
  /** Pages that all link to one another, in the order of the search. */
  readonly found: readonly number[];
  /** All visited pages. */
  readonly visited: readonly number[];
}

/**
 * The n-complete subdigraph of Alarte, Insa, Silva, Tamarit (*Web template extraction based on hyperlink analysis*, EPTCS 173, 2015, Algorithm
 * 1): visits the pages of `reach` one by one until `size` of them all link to one another; if there are fewer, returns the first of the largest
 * such sets. A new set includes the newest page, so the search tries at most C(d, size - 1) sets, where d is the number of visited pages that
 * are linked with it in both directions.
 */
export function completeSubdigraph(
  reach: Iterable<number>,
  linksOf: (page: number) => ReadonlySet<number>,
  size: number,
): SubdigraphSearch {
  const visited: number[] = [];
  const mutual = new Map<number, Set<number>>();
  let found: readonly number[] = [];
  for (const page of reach) {
    const out = linksOf(page);
    const partners = new Set<number>();
    for (const other of visited) {
      if (!out.has(other) || !linksOf(other).has(page)) continue;
      partners.add(other);
      mutual.get(other)!.add(page);
    }
    mutual.set(page, partners);
    visited.push(page);
    // Only a larger set counts, and this page can make it larger by one at most.
    const clique = cliqueAmong([...partners], mutual, found.length);
    if (clique) found = [...clique, page];
    if (found.length === size) break;
  }
  return { found, visited };
}

/** The first `size` pages, in the given order, that are all linked to one another; undefined if there are fewer. */
function cliqueAmong(
  pages: readonly number[],
  mutual: ReadonlyMap<number, ReadonlySet<number>>,
  size: number,
): number[] | undefined {
  if (size === 0) return [];
  if (colours(pages, mutual, size) < size) return undefined;
  for (const [index, page] of pages.entries()) {
    if (pages.length - index < size) return undefined;
    const linked = mutual.get(page)!;
    const later = pages.slice(index + 1).filter(other => linked.has(other));
    const rest = cliqueAmong(later, mutual, size - 1);
    if (rest) return [page, ...rest];
  }
  return undefined;
}

/** Number of colours of a greedy colouring of the pages, at most `enough`: an upper bound of the size of a clique. */
function colours(pages: readonly number[], mutual: ReadonlyMap<number, ReadonlySet<number>>, enough: number): number {
  const sets: number[][] = [];
  for (const page of pages) {
    const linked = mutual.get(page)!;
    const set = sets.find(members => !members.some(member => linked.has(member)));
    if (set) set.push(page);
    else if (sets.push([page]) === enough) return enough;
  }
  return sets.length;
}
