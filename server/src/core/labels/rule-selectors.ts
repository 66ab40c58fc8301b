import { nodeName } from '../../html/access.ts';
import { compileSelector } from '../../html/select.ts';
import type { PageTree } from '../../html/tree.ts';
import { lowerBound } from '../counts/lower-bound.ts';
import { matchesWithin } from '../parts/declared-elements.ts';
import { selectorCandidates } from './selector-candidates.ts';
import { thresholds } from './thresholds.ts';

/** A page on which CSS selectors are tested, with a cache of their matches. */
export interface SelectorPage {
  readonly name: string;
  readonly tree: PageTree;
  readonly source: string;
  /** By tree node, the id of its place (label path with display attributes); -1 for none. */
  readonly places: Int32Array;
  /** Returns the elements that a selector matches; empty if that takes too many steps. Results are cached. */
  readonly matches: (select: string) => readonly number[];
}

/** Makes a `SelectorPage` with an empty cache. `name` is the path of the page. */
export function selectorPage(name: string, tree: PageTree, source: string, places: Int32Array): SelectorPage {
  const found = new Map<string, readonly number[]>();
  const matches = (select: string): readonly number[] => {
    const known = found.get(select) ?? matchesWithin(compileSelector(select), tree, source) ?? [];
    found.set(select, known);
    return known;
  };
  return { name, tree, source, places, matches };
}

/** Elements of a page that a rule is meant for: one, or all that are like it. */
export type Reach = 'one' | 'alike';

/**
 * Finds the best CSS selector for an element that works on other pages, too. With reach `one`, it matches only this element on its own page; with
 * `alike`, it matches the element and at least one other, all of them siblings of the same name or elements at the same place. Among the
 * candidates, it is the one that is ambiguous (more than one match) on the fewest other pages (reach `one` only), then the one that matches on
 * the most pages, then the simplest.
 * @param others sample of the pages that the rule is for, at most `thresholds.sampledPages`
 * @returns undefined without a candidate
 */
export function bestSelector(
  page: SelectorPage,
  element: number,
  reach: Reach,
  others: readonly SelectorPage[],
): string | undefined {
  const candidates = selectorCandidates(page.tree, page.source, element).filter(select => {
    const found = page.matches(select);
    if (!found.includes(element)) return false;
    return reach === 'one' ? found.length === 1 : found.length > 1 && found.every(node => areAlike(page, node, element));
  });
  let best: { select: string; many: number; pages: number } | undefined;
  for (const select of candidates.slice(0, thresholds.triedSelectors)) {
    const counts = others.map(other => other.matches(select).length);
    const many = reach === 'one' ? counts.filter(count => count > 1).length : 0;
    const pages = counts.filter(count => count > 0).length;
    if (!best || many < best.many || (many === best.many && pages > best.pages)) best = { select, many, pages };
  }
  return best?.select;
}

/** True if two elements are at the same place, or are siblings with the same name. */
function areAlike({ tree, places }: SelectorPage, a: number, b: number): boolean {
  if (places[a] === places[b] && places[a]! >= 0) return true;
  return tree.parent[a] === tree.parent[b] && nodeName(tree, a) === nodeName(tree, b);
}

/**
 * Finds pages that a person should look at before a rule is made: pages that the selector matches on, the most different first. Each page is
 * the one whose matches differ most from those of the pages before it and of the corrected page (farthest-first traversal).
 * @param page the corrected page
 * @param most maximum number of pages
 * @returns their paths
 */
export function differentPages(select: string, page: SelectorPage, others: readonly SelectorPage[], most: number): string[] {
  const profileOf = (of: SelectorPage): Profile => {
    const nodes = of.matches(select);
    return {
      name: of.name,
      places: [...new Set(nodes.map(node => of.places[node]!))].sort((a, b) => a - b).join(),
      sizes: nodes.map(node => Math.log2(1 + of.tree.subtreeEnd[node]! - node)).sort((a, b) => a - b),
    };
  };
  const left = others.map(profileOf).filter(({ sizes }) => sizes.length > 0);
  const distances = left.map(profile => distance(profile, profileOf(page)));
  const shown: string[] = [];
  while (shown.length < most && left.length > 0) {
    const at = distances.indexOf(Math.max(...distances));
    const [next] = left.splice(at, 1);
    distances.splice(at, 1);
    shown.push(next!.name);
    for (const [index, profile] of left.entries()) distances[index] = Math.min(distances[index]!, distance(profile, next!));
  }
  return shown;
}

/** The matches of a selector on a page, to compare pages. */
interface Profile {
  readonly name: string;
  /** Distinct places of the matches, joined. */
  readonly places: string;
  /** Sizes of the matched subtrees, as log2 of the number of nodes, in ascending order. */
  readonly sizes: readonly number[];
}

/** Distance of two pages by their matches: how far the size of any match of `a` is from the nearest one of `b`, at most. */
function distance(a: Profile, b: Profile): number {
  let most = 0;
  for (const size of a.sizes) {
    const at = lowerBound(b.sizes, size);
    most = Math.max(
      most,
      Math.min((b.sizes[at] ?? Number.POSITIVE_INFINITY) - size, size - (b.sizes[at - 1] ?? Number.NEGATIVE_INFINITY)),
    );
  }
  return most + (a.places === b.places ? 0 : thresholds.placeDistance);
}
