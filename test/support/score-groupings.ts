// How well groups agree with the true ones of the gold corpus, and the threshold chosen without the site that it is judged by.
import type { GroupingName } from 'templens-shared/settings';
import { pageHash } from '../../server/src/core/grouping/group-id.ts';
import { makeGrouping, shinglesOf } from '../../server/src/core/grouping/index.ts';
import { randIndex } from '../../server/src/core/grouping/rand-index.ts';
import { parsePage } from '../../server/src/core/page/parse.ts';
import { translationKey } from '../../server/src/core/page/translations.ts';
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
    const pages = [...site.pages.keys()].map(page => ({
      set: shinglesOf(name, parsePage(site.read(page), { path: page })),
      translations: pageHash(translationKey(page)),
    }));
    return thresholds.map(threshold => {
      const grouping = makeGrouping(name, threshold);
      const layouts = pages.map(({ set, translations }) => grouping.add(set, translations));
      grouping.takeChanged();
      return randIndex(
        truth,
        layouts.map(layout => String(grouping.component(layout))),
      );
    });
  });
}

/** The score of every site at the threshold that is best on the others, by the mean adjusted Rand index over it and its four neighbours. */
export function leaveOneSiteOut(scores: readonly (readonly GroupScore[])[]): { threshold: number; score: GroupScore }[] {
  return scores.map((own, site) => {
    const others = scores.filter((_, other) => other !== site);
    const means = own.map((_, at) => others.reduce((sum, other) => sum + other[at]!.adjustedRand, 0));
    const last = means.length - 1;
    const near = (at: number) => means[Math.max(0, Math.min(last, at))]!;
    const smooth = means.map((mean, at) => near(at - 2) + 2 * near(at - 1) + 3 * mean + 2 * near(at + 1) + near(at + 2));
    const threshold = smooth.indexOf(Math.max(...smooth));
    return { threshold, score: own[threshold]! };
  });
}

/** Mean of both indices. */
export function meanScore(scores: readonly GroupScore[]): GroupScore {
  const mean = (of: (score: GroupScore) => number) => scores.reduce((sum, score) => sum + of(score), 0) / scores.length;
  return { rand: mean(score => score.rand), adjustedRand: mean(score => score.adjustedRand) };
}
