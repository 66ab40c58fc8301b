import { nodeName } from '../../html/access.ts';
import { compileSelector } from '../../html/select.ts';
import type { PageTree } from '../../html/tree.ts';
import { matchesWithin } from '../parts/declared-elements.ts';
import { placeSelectors } from './place-selectors.ts';
import { thresholds } from './thresholds.ts';

/** A page as a selector sees it. `places` are the keys of its nodes' places, by tree node. */
export interface SelectedPage {
  readonly name: string;
  readonly tree: PageTree;
  readonly source: string;
  readonly places: Int32Array;
  /** The elements that a selector matches; none where that takes too many steps. Found once. */
  readonly matches: (select: string) => readonly number[];
}

export function selectedPage(name: string, tree: PageTree, source: string, places: Int32Array): SelectedPage {
  const found = new Map<string, readonly number[]>();
  const matches = (select: string): readonly number[] => {
    const known = found.get(select) ?? matchesWithin(compileSelector(select), tree, source) ?? [];
    found.set(select, known);
    return known;
  };
  return { name, tree, source, places, matches };
}

/** What a rule can be about: one element, or all on the page that are like it. */
export type Reach = 'one' | 'alike';

/**
 * The selector that names the place of an element best on other pages: of those that on its own page match this element alone (or, for
 * `alike`, also siblings and elements at equal places, and nothing else), one that matches at most one element on each of the others, on as
 * many of them as possible; of equally good ones the plainest. Undefined where nothing is alike.
 * @param others pages that the rule is about, at most `thresholds.sampledPages`
 */
export function placeSelector(
  page: SelectedPage,
  element: number,
  reach: Reach,
  others: readonly SelectedPage[],
): string | undefined {
  const candidates = placeSelectors(page.tree, page.source, element).filter(select => {
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

function areAlike({ tree, places }: SelectedPage, a: number, b: number): boolean {
  if (places[a] === places[b] && places[a]! >= 0) return true;
  return tree.parent[a] === tree.parent[b] && nodeName(tree, a) === nodeName(tree, b);
}

/**
 * Pages on which a selector matches, the most different first: where a person looks before a rule is made. Each is the page whose matches are
 * least like those of the pages before it and of the page of the correction.
 * @param most pages that are wanted
 */
export function differentPages(select: string, page: SelectedPage, others: readonly SelectedPage[], most: number): string[] {
  const profileOf = (of: SelectedPage): Profile => {
    const nodes = of.matches(select);
    return {
      name: of.name,
      places: [...new Set(nodes.map(node => of.places[node]!))].sort((a, b) => a - b).join(),
      sizes: nodes.map(node => Math.log2(1 + of.tree.subtreeEnd[node]! - node)),
    };
  };
  const left = others.map(profileOf).filter(({ sizes }) => sizes.length > 0);
  const gaps = left.map(profile => gap(profile, profileOf(page)));
  const shown: string[] = [];
  while (shown.length < most && left.length > 0) {
    const at = gaps.indexOf(Math.max(...gaps));
    const [next] = left.splice(at, 1);
    gaps.splice(at, 1);
    shown.push(next!.name);
    for (const [index, profile] of left.entries()) gaps[index] = Math.min(gaps[index]!, gap(profile, next!));
  }
  return shown;
}

interface Profile {
  readonly name: string;
  readonly places: string;
  readonly sizes: readonly number[];
}

function gap(a: Profile, b: Profile): number {
  const sizes = a.sizes.map(size => Math.min(...b.sizes.map(other => Math.abs(size - other))));
  return Math.max(...sizes) + (a.places === b.places ? 0 : thresholds.placeDistance);
}
