import { describe, expect, test } from 'vitest';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';
import { leaveOneSiteOut, meanScore, scoreGrouping } from '../support/score-groupings.ts';

describe.runIf(corpusAvailable)('the default groups of the corpus', () => {
  // The floors are what is measured on 28 sites, rounded down.
  test('have a mean Rand index of 0.82 and an adjusted one of 0.67', () => {
    const { rand, adjustedRand } = meanScore(scoreGrouping(corpusSites(), 'default', [null]).map(([score]) => score!));
    expect(rand).toBeGreaterThanOrEqual(0.82);
    expect(adjustedRand).toBeGreaterThanOrEqual(0.67);
  });

  test('keep them when the threshold is chosen without the site', () => {
    const thresholds = Array.from({ length: 23 }, (_, index) => 0.02 * (index + 1));
    const { rand, adjustedRand } = meanScore(
      leaveOneSiteOut(scoreGrouping(corpusSites(), 'default', thresholds)).map(({ score }) => score),
    );
    expect(rand).toBeGreaterThanOrEqual(0.82);
    expect(adjustedRand).toBeGreaterThanOrEqual(0.68);
  });
});
