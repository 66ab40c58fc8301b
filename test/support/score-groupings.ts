// How well groups agree with the true ones of the gold corpus: at a threshold chosen without the site, at the best cut through the tree of
// layouts, and after one correction by the user.
import '../../server/src/lab/index.ts';
import type { MergeNode } from 'templens-shared/labels';
import type { GroupingName, LayoutStatement } from 'templens-shared/settings';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { agreement, bestCut } from '../../server/src/core/layouts/best-cut.ts';
import { DefaultGrouping } from '../../server/src/core/layouts/default-grouping.ts';
import { pageHash } from '../../server/src/core/layouts/group-id.ts';
import type { TreeNode } from '../../server/src/core/layouts/grouping.ts';
import { makeGrouping, shinglesOf } from '../../server/src/core/layouts/groupings.ts';
import { LayoutCorrections } from '../../server/src/core/layouts/layout-corrections.ts';
import { translationKey } from '../../server/src/core/layouts/translations.ts';
import type { GoldSite } from './gold.ts';

export interface GroupScore {
  rand: number;
  adjustedRand: number;
}

/** What a grouping knows of the pages of a site. */
export interface ShingledSite {
  name: string;
  /** True group of each page. */
  gold: Map<string, string>;
  pages: { page: string; set: Float64Array; translations: number }[];
}

/** Reads the pages of a site as the grouping of this name sees them. */
export function shingledSite(site: GoldSite, name: GroupingName): ShingledSite {
  return {
    name: site.name,
    gold: new Map([...site.pages].map(([page, { group }]) => [page, group])),
    pages: [...site.pages.keys()].map(page => ({
      page,
      set: shinglesOf(name, parsePage(site.read(page), { path: page })),
      translations: pageHash(translationKey(page)),
    })),
  };
}

/**
 * The groups of a site's pages, and their trees; by a threshold (null is the grouping's own), with corrections. The default grouping adapts any
 * threshold to the site, as it does with its own.
 */
export function groupsOf(
  site: ShingledSite,
  name: GroupingName,
  threshold: number | null,
  corrections: readonly LayoutStatement[] = [],
): { groups: string[][]; trees: MergeNode[] } {
  const grouping =
    name === 'default' && threshold !== null ? new DefaultGrouping(threshold, { rises: true }) : makeGrouping(name, threshold);
  const statements = new LayoutCorrections(corrections, (page, globs) => globs.includes(page));
  const pagesOf = new Map<number, string[]>();
  for (const { page, set, translations } of site.pages) {
    const layout = grouping.add(statements.addPage(page, set), translations);
    pagesOf.set(layout, [...(pagesOf.get(layout) ?? []), page]);
  }
  grouping.takeChanged();
  const groups = new Map<number, string[]>();
  for (const [layout, pages] of pagesOf) {
    const component = grouping.component(layout);
    groups.set(component, [...(groups.get(component) ?? []), ...pages]);
  }
  const merged = (node: TreeNode): MergeNode =>
    'layouts' in node
      ? { height: node.height, pages: node.layouts.flatMap(layout => pagesOf.get(layout)!) }
      : { height: node.height, children: [merged(node.children[0]), merged(node.children[1])] };
  return { groups: [...groups.values()], trees: (grouping.tree?.().roots ?? []).map(merged) };
}

/** Scores of a grouping on every site: one for each threshold (null is the grouping's own). */
export function scoreGrouping(
  sites: readonly ShingledSite[],
  name: GroupingName,
  thresholds: readonly (number | null)[],
): GroupScore[][] {
  return sites.map(site => thresholds.map(threshold => agreement(groupsOf(site, name, threshold).groups, site.gold)));
}

export interface TreeScores {
  /** Adjusted Rand index at each threshold. */
  cuts: number[];
  best: number;
}

/** Scores of the default grouping's tree on every site. */
export function scoreTrees(sites: readonly ShingledSite[], thresholds: readonly number[]): TreeScores[] {
  return sites.map(site => {
    const { trees } = groupsOf(site, 'default', null);
    return {
      cuts: thresholds.map(threshold => agreement(groupsOf(site, 'default', threshold).groups, site.gold).adjustedRand),
      best: bestCut(trees, site.gold).adjustedRand,
    };
  });
}

/** For every site the index of the threshold that is best on the others, by the mean over it and its four neighbours. */
export function leaveOneSiteOut(scores: readonly (readonly number[])[]): number[] {
  return scores.map((own, site) => {
    const others = scores.filter((_, other) => other !== site);
    const means = own.map((_, at) => others.reduce((sum, other) => sum + other[at]!, 0));
    const near = (at: number) => means[Math.max(0, Math.min(means.length - 1, at))]!;
    const smooth = means.map((mean, at) => near(at - 2) + 2 * near(at - 1) + 3 * mean + 2 * near(at + 1) + near(at + 2));
    return smooth.indexOf(Math.max(...smooth));
  });
}

/** A pair of pages that stand together and should not, or the other way round. */
interface WrongPair {
  first: readonly string[];
  second: readonly string[];
}

/**
 * Adjusted Rand index after one correction, a true statement about two pages: one that a person would make (of the two layouts that are
 * wrongly apart, or wrongly one, that concern the most pairs of pages; a page of each) and one about any wrong pair. Means over seeds.
 */
export function scoreCorrections(site: ShingledSite, threshold: number, seeds: number): { person: number; random: number } {
  const { groups } = groupsOf(site, 'default', threshold);
  const before = agreement(groups, site.gold).adjustedRand;
  const worst = worstPair(groups, site.gold);
  const wrong = wrongPairs(groups, site.gold);
  if (wrong.length === 0) return { person: before, random: before };
  const random = generator(pageHash(site.name));
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const after = ({ first, second }: WrongPair) => {
    const pages = [pick(first), pick(second)];
    const same = site.gold.get(pages[0]!) === site.gold.get(pages[1]!);
    return agreement(groupsOf(site, 'default', threshold, [{ pages, same }]).groups, site.gold).adjustedRand;
  };
  const mean = (pairs: (WrongPair | undefined)[]) =>
    pairs.reduce((sum, pair) => sum + (pair ? after(pair) : before), 0) / pairs.length;
  return {
    person: mean(Array.from({ length: seeds }, () => worst)),
    random: mean(Array.from({ length: seeds }, () => pick(wrong))),
  };
}

/**
 * Adjusted Rand index after 0, 1, ... `corrections`, each says of the most wrong pair of pages (see `WrongPair`) whether they share
 * one layout; `random` draws the pages.
 */
export function scoreTaughtLayouts(site: ShingledSite, threshold: number, corrections: number, random: () => number): number[] {
  const statements: LayoutStatement[] = [];
  const scores: number[] = [];
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  for (;;) {
    const { groups } = groupsOf(site, 'default', threshold, statements);
    scores.push(agreement(groups, site.gold).adjustedRand);
    if (scores.length > corrections) return scores;
    const worst = worstPair(groups, site.gold);
    if (!worst) continue;
    const pages = [pick(worst.first), pick(worst.second)];
    statements.push({ pages, same: site.gold.get(pages[0]!) === site.gold.get(pages[1]!) });
  }
}

/** The two layouts that are wrongly one, or that most pages of two groups belong to and are wrongly apart, with the most pairs of pages. */
function worstPair(groups: readonly string[][], gold: ReadonlyMap<string, string>): WrongPair | undefined {
  const byName = (pages: readonly string[]) => {
    const names = new Map<string, string[]>();
    for (const page of pages) names.set(gold.get(page)!, [...(names.get(gold.get(page)!) ?? []), page]);
    return [...names].sort(([, a], [, b]) => b.length - a.length);
  };
  const largest = new Map<string, string[][]>();
  const pairs: WrongPair[] = [];
  for (const group of groups) {
    const parts = byName(group);
    const [name, pages] = parts[0]!;
    largest.set(name, [...(largest.get(name) ?? []), pages]);
    pairs.push(...pairsOf(parts.map(([, part]) => part)));
  }
  for (const parts of largest.values()) pairs.push(...pairsOf(parts));
  const size = ({ first, second }: WrongPair) => first.length * second.length;
  return pairs.sort((a, b) => size(b) - size(a))[0];
}

function wrongPairs(groups: readonly string[][], gold: ReadonlyMap<string, string>): WrongPair[] {
  const groupOf = new Map(groups.flatMap((pages, group) => pages.map(page => [page, group] as const)));
  return pairsOf([...gold.keys()].map(page => [page])).filter(({ first: [a], second: [b] }) => {
    const together = groupOf.get(a!) === groupOf.get(b!);
    return together !== (gold.get(a!) === gold.get(b!));
  });
}

function pairsOf(parts: readonly (readonly string[])[]): WrongPair[] {
  return parts.flatMap((first, at) => parts.slice(at + 1).map(second => ({ first, second })));
}

/** Numbers in [0,1) that follow from a seed (mulberry32). */
function generator(seed: number): () => number {
  let state = (seed % 2 ** 32) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Mean of numbers; NaN for none. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Mean of both indices. */
export function meanScore(scores: readonly GroupScore[]): GroupScore {
  return { rand: mean(scores.map(({ rand }) => rand)), adjustedRand: mean(scores.map(({ adjustedRand }) => adjustedRand)) };
}
