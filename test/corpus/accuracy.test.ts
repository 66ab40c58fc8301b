import { readFileSync } from 'node:fs';
import { type ExtractorName, extractorNames } from 'templens-shared/settings';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ExtractorScores, scoreExtractors, summaryTable } from '../support/accuracy-tables.ts';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';
import { loadGoldSite } from '../support/gold.ts';
import { labelSite } from '../support/label-site.ts';
import { meanMeasures, scoreSite } from '../support/score.ts';

describe('labels of the sample site', () => {
  const site = loadGoldSite(new URL('../fixtures/sample-site', import.meta.url).pathname);
  const score = scoreSite(site, labelSite(site, 'default'));

  test('every node with gold labels has a label', () => {
    expect(score.pages.filter(page => page.missing > 0)).toEqual([]);
  });

  test('agree with the gold labels', () => {
    expect(score.key.f1).toBeGreaterThanOrEqual(0.6);
  });

  test('the two layouts are two groups', () => {
    expect(score.rand).toBe(1);
  });
});

describe.runIf(corpusAvailable)('labels of the corpus', () => {
  let results: ExtractorScores[] = [];
  beforeAll(() => {
    results = scoreExtractors(corpusSites(), extractorNames);
  }, 240_000);
  const f1 = (name: ExtractorName) => {
    const sites = results.find(({ extractor }) => extractor === name)!.sites;
    return meanMeasures(sites.map(({ key }) => key)).f1;
  };

  test('have a mean node F1 of at least 0.70 over the key pages', () => {
    expect(f1('default')).toBeGreaterThanOrEqual(0.7);
  });

  test.each(['sst', 'iwptd'] as const)('are better than those of %s alone', extractor => {
    expect(f1('default')).toBeGreaterThan(f1(extractor));
  });

  test('every node with gold labels has a label', () => {
    const pages = results.flatMap(({ sites }) => sites.flatMap(site => site.pages));
    expect(pages.filter(({ missing }) => missing > 0).map(({ page, missing }) => `${page}: ${missing}`)).toEqual([]);
  });

  // `npx vitest run --config .config/vitest.config.ts test/corpus -u` writes the scores into the table.
  test('are as docs/accuracy.md says', async () => {
    const file = new URL('../../docs/accuracy.md', import.meta.url).pathname;
    const text = readFileSync(file, 'utf8').replace(/(?:^\|.*\n)+/m, `${summaryTable(results)}\n`);
    await expect(text).toMatchFileSnapshot(file);
  });
});
