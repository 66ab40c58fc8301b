import { describe, expect, test } from 'vitest';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';
import { leaveOneSiteOut, meanScore, scoreGrouping } from '../support/score-groupings.ts';

describe.runIf(corpusAvailable)('the default groups of the corpus', () => {
  // The floors are what is measured on 28 sites, rounded down.
  test('have a mean Rand index of 0.86 and an adjusted one of 0.73', () => {
    const { rand, adjustedRand } = meanScore(scoreGrouping(corpusSites(), 'default', [null]).map(([score]) => score!));
    expect(rand).toBeGreaterThanOrEqual(0.86);
    expect(adjustedRand).toBeGreaterThanOrEqual(0.73);
  });

  test('keep them when the threshold is chosen without the site', () => {
    const thresholds = Array.from({ length: 17 }, (_, index) => 0.225 + 0.0125 * index);
    const { rand, adjustedRand } = meanScore(
      leaveOneSiteOut(scoreGrouping(corpusSites(), 'default', thresholds)).map(({ score }) => score),
    );
    expect(rand).toBeGreaterThanOrEqual(0.86);
    expect(adjustedRand).toBeGreaterThanOrEqual(0.72);
  });
});
