import '../../server/src/lab/index.ts';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ExtractorName } from 'templens-shared/settings';
import { beforeAll, describe, expect, test } from 'vitest';
import { trainingOptions } from '../../server/src/lab/training/label-training.ts';
import {
  accuracyExtractors,
  type ExtractorScores,
  readTable,
  scoreExtractors,
  summaryTable,
} from '../support/accuracy-tables.ts';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';
import { loadGoldSite } from '../support/gold.ts';
import { labelSite } from '../support/label-site.ts';
import { leaveOneSiteOut } from '../support/leave-one-out.ts';
import { meanMeasures, scoreSite } from '../support/score.ts';

// The sample site comes from a site of the corpus, so the committed weights have seen its pages: this shows that they are applied as they
// were trained, not how well they do on new sites.
describe('labels of the sample site', () => {
  const site = loadGoldSite(fileURLToPath(new URL('../fixtures/sample-site', import.meta.url)));
  const score = scoreSite(site, labelSite(site, { extractor: 'default' }));

  test('every node with gold labels has a label', () => {
    expect(score.pages.filter(page => page.missing > 0)).toEqual([]);
  });

  test('agree with the gold labels', () => {
    expect(score.key.f1).toBeGreaterThanOrEqual(0.75);
  });

  test('the two layouts are two groups', () => {
    expect(score.rand).toBe(1);
  });
});

// With the committed weights, which have seen the corpus; `npm run accuracy` asks more, of models that have not seen the site.
describe.runIf(corpusAvailable)('labels of the corpus', () => {
  let results: ExtractorScores[] = [];
  beforeAll(() => {
    results = scoreExtractors(corpusSites(), accuracyExtractors);
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

  test('are reported in docs/lab/accuracy.md for every site, in every column', () => {
    const said = readTable(readFileSync(new URL('../../docs/lab/accuracy.md', import.meta.url), 'utf8'));
    const table = readTable(`${summaryTable(results)}\n`);
    expect(said[0]).toEqual(table[0]);
    expect(said.map(([site]) => site)).toEqual(table.map(([site]) => site));
    expect(said.slice(1).flatMap(([, ...cells]) => cells)).toEqual(
      table.slice(1).flatMap(([, ...cells]) => cells.map(() => expect.stringMatching(/^(?:-?0\.\d{3}|1\.000)$/))),
    );
  });
});

test.runIf(corpusAvailable)('a model trained on other sites labels one it has not seen', { timeout: 240_000 }, () => {
  const sites = corpusSites();
  const heldOut = sites.find(({ name }) => name === 'ackersyndikat')!;
  const [score] = leaveOneSiteOut(sites, { ...trainingOptions, sizes: [], trees: 40 }, [heldOut]);
  expect(score!.key.f1).toBeGreaterThanOrEqual(0.85);
  expect(score!.pages.filter(({ missing }) => missing > 0)).toEqual([]);
});
