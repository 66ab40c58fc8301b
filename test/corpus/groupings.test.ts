import { beforeAll, describe, expect, test } from 'vitest';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';
import {
  leaveOneSiteOut,
  mean,
  meanScore,
  type ShingledSite,
  scoreCorrections,
  scoreGrouping,
  scoreTrees,
  shingledSite,
} from '../support/score-groupings.ts';

describe.runIf(corpusAvailable)('the layouts of the corpus', () => {
  let sites: ShingledSite[] = [];
  beforeAll(() => {
    sites = corpusSites().map(site => shingledSite(site, 'default'));
  });

  test('have a mean Rand index of 0.86 and an adjusted one of 0.73', () => {
    const { rand, adjustedRand } = meanScore(scoreGrouping(sites, 'default', [null]).map(([score]) => score!));
    expect(rand).toBeGreaterThanOrEqual(0.86);
    expect(adjustedRand).toBeGreaterThanOrEqual(0.73);
  });

  test('have an adjusted Rand index of 0.72 with a threshold from the other sites, of 0.87 at the best cut, of 0.82 after a correction', () => {
    const thresholds = Array.from({ length: 17 }, (_, index) => 0.225 + 0.0125 * index);
    const trees = scoreTrees(sites, thresholds);
    const chosen = leaveOneSiteOut(trees.map(({ cuts }) => cuts));
    expect(mean(chosen.map((at, site) => trees[site]!.cuts[at]!))).toBeGreaterThanOrEqual(0.72);
    expect(mean(trees.map(({ best }) => best))).toBeGreaterThanOrEqual(0.87);
    const corrected = sites.map((site, at) => scoreCorrections(site, thresholds[chosen[at]!]!, 3).person);
    expect(mean(corrected)).toBeGreaterThanOrEqual(0.82);
  }, 300_000);
});
