/** What a search looked at, and the pages that it found. */
export interface SubdigraphSearch {
  /** Pages that link to one another, in both directions and each to all; in the order in which they were looked at. */
  readonly found: readonly number[];
  readonly processed: readonly number[];
}

/**
 * The n-complete subdigraph of Alarte, Insa, Silva, Tamarit (*Web template extraction based on hyperlink analysis*, EPTCS 173,
 * 2015, Algorithm 1): looks at pages one by one until `size` of them link to one another; where there are not that many, the
 * largest such set that came first. Each set that is looked for holds the newest page, so it lies among those that it and they link to:
 * at most C(d, size - 1) of them, d the number of these.
 */
export function completeSubdigraph(
  reach: Iterable<number>,
  linksOf: (page: number) => ReadonlySet<number>,
  size: number,
): SubdigraphSearch {
  const processed: number[] = [];
  const mutual = new Map<number, Set<number>>();
  let found: readonly number[] = [];
  for (const page of reach) {
    const out = linksOf(page);
    const partners = new Set<number>();
    for (const other of processed) {
      if (!out.has(other) || !linksOf(other).has(page)) continue;
      partners.add(other);
      mutual.get(other)!.add(page);
    }
    mutual.set(page, partners);
    processed.push(page);
    // Only a larger set than the one found counts, and it can be larger by this page alone.
    const clique = cliqueAmong([...partners], mutual, found.length);
    if (clique) found = [...clique, page];
    if (found.length === size) break;
  }
  return { found, processed };
}

/** The first `size` of the pages, in their order, that are all linked to one another; undefined where there are not that many. */
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

/** Sets into which the pages fall so that none links to another of its own set, up to `enough`: no clique has more pages. */
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
