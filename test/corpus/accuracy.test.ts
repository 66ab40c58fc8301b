import type { ExtractorName } from 'templens-shared/settings';
import { beforeAll, describe, expect, test } from 'vitest';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';
import { loadGoldSite } from '../support/gold.ts';
import { labelSite } from '../support/label-site.ts';
import { type Measures, meanMeasures, scoreSite } from '../support/score.ts';

describe('labels of the sample site', () => {
  const site = loadGoldSite(new URL('../fixtures/sample-site', import.meta.url).pathname);
  const score = scoreSite(site, labelSite(site, 'default'));

  test('every node with gold labels has a label', () => {
    expect(score.pages.filter(page => page.missing > 0)).toEqual([]);
  });

  test('agree with the gold labels', () => {
    expect(score.key.f1).toBeGreaterThanOrEqual(0.7);
  });

  test('the two layouts are two groups', () => {
    expect(score.rand).toBe(1);
  });
});

describe.runIf(corpusAvailable)('labels of the corpus', () => {
  const scores = new Map<ExtractorName, Measures>();
  beforeAll(() => {
    const sites = corpusSites();
    for (const extractor of ['default', 'sst', 'iwptd'] as const) {
      scores.set(extractor, meanMeasures(sites.map(site => scoreSite(site, labelSite(site, extractor)).key)));
    }
  }, 120_000);

  test('have a mean node F1 of at least 0.70 over the key pages', () => {
    expect(scores.get('default')!.f1).toBeGreaterThanOrEqual(0.7);
  });

  test.each(['sst', 'iwptd'] as const)('are better than those of %s alone', extractor => {
    expect(scores.get('default')!.f1).toBeGreaterThan(scores.get(extractor)!.f1);
  });
});
