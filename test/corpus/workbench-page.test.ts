import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { benchTables } from '../../server/src/lab/report/bench-tables.ts';
import { benchReport } from '../../server/src/lab/workbench/bench-report.ts';
import { publishedRows } from '../../server/src/lab/workbench/published.ts';
import trainedSites from '../../server/src/lab/workbench/trained-sites.json' with { type: 'json' };
import { extractorNames } from '../../shared/src/settings.ts';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';

const document = readFileSync(join(import.meta.dirname, '../../docs/lab/workbench.md'), 'utf8');

/** First cells of the rows of the table below a heading. */
function firstCells(title: string): string[] {
  const section = document.split(`### ${title}\n`)[1]?.split('\n###')[0] ?? '';
  const rows = section.split('\n').filter(line => line.startsWith('| '));
  return rows.slice(2).map(row => row.split('|')[1]!.trim());
}

test.runIf(corpusAvailable)('the weights were trained on the sites of the corpus', () => {
  expect(corpusSites().map(({ name }) => name)).toEqual(trainedSites);
});

// The figures are those of the day they were measured; what there is to see has to be there.
test('docs/lab/workbench.md has every table that templens bench prints, with every extractor', () => {
  const sites = [{ site: 'a', category: 'Documentation', pages: 1, scored: 1 }];
  const runs = extractorNames.map(name => ({ name, source: { extractor: name } }));
  const costs = { buildMilliseconds: 1, pages: 1, labelMilliseconds: [1], bytes: 1 };
  const cells = extractorNames.map(name => ({ site: 'a', run: name, pages: [], costs }));
  const settings = { candidates: null, grouping: 'default', threshold: null, options: {} };
  const comparison = { against: undefined, seed: 1, resamples: 100 };
  const tables = benchTables(benchReport(runs, sites, 'key', settings, comparison, { cells, growth: [], failures: [] }));
  expect(tables.length).toBeGreaterThan(7);
  const published = publishedRows.map(({ extractor }) => extractor);
  for (const { title, head } of tables) {
    const names = title.startsWith('What was published') ? published : title === 'By site' ? [] : extractorNames;
    const found = firstCells(title);
    expect(found.length, title).toBeGreaterThan(0);
    expect(found, title).toEqual(expect.arrayContaining([...names]));
    expect(document, title).toContain(`| ${head[0]} `);
  }
});

test('the default labels of unseen sites stand beside those of the committed weights, and every way to choose pages is there', () => {
  expect(firstCells('Overall: the elements among them')).toContain('default, unseen');
  for (const candidates of ['group', 'all', 'links:4', 'random:24']) {
    expect(firstCells(`Overall with \`--candidates ${candidates}\` for every extractor`)).toEqual([...extractorNames]);
  }
});
