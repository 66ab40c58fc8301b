// How well groups agree with the true ones of the gold corpus, and the threshold chosen without the site that it is judged by.
import type { GroupingName } from 'templens-shared/settings';
import { makeGrouping, shinglesOf } from '../../server/src/core/grouping/index.ts';
import { randIndex } from '../../server/src/core/grouping/rand-index.ts';
import { parsePage } from '../../server/src/core/page/parse.ts';
import type { GoldSite } from './gold.ts';

export interface GroupScore {
  rand: number;
  adjustedRand: number;
}

/** Scores of a grouping on every site: one for each threshold (null is the grouping's own). */
export function scoreGrouping(
  sites: readonly GoldSite[],
  name: GroupingName,
  thresholds: readonly (number | null)[],
): GroupScore[][] {
  return sites.map(site => {
    const truth = [...site.pages.values()].map(({ group }) => group);
    const sets = [...site.pages.keys()].map(page => shinglesOf(name, parsePage(site.read(page))));
    return thresholds.map(threshold => {
      const grouping = makeGrouping(name, threshold);
      const layouts = sets.map(set => grouping.add(set));
      grouping.takeChanged();
      return randIndex(
        truth,
        layouts.map(layout => String(grouping.component(layout))),
      );
    });
  });
}

/** The score of every site at the threshold that is best on the others, by the mean of both indices over it and its two neighbours. */
export function leaveOneSiteOut(scores: readonly (readonly GroupScore[])[]): { threshold: number; score: GroupScore }[] {
  const value = ({ rand, adjustedRand }: GroupScore) => adjustedRand + 2 * rand;
  return scores.map((own, site) => {
    const others = scores.filter((_, other) => other !== site);
    const means = own.map((_, at) => others.reduce((sum, other) => sum + value(other[at]!), 0));
    const smooth = means.map((mean, at) => (means[at - 1] ?? mean) + 2 * mean + (means[at + 1] ?? mean));
    const threshold = smooth.indexOf(Math.max(...smooth));
    return { threshold, score: own[threshold]! };
  });
}

/** Mean of both indices. */
export function meanScore(scores: readonly GroupScore[]): GroupScore {
  const mean = (of: (score: GroupScore) => number) => scores.reduce((sum, score) => sum + of(score), 0) / scores.length;
  return { rand: mean(score => score.rand), adjustedRand: mean(score => score.adjustedRand) };
}
