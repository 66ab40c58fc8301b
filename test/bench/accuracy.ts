// Labels the gold corpus with each extractor and prints how well that agrees with the gold labels.
// usage: node test/bench/dist/accuracy.js [--json | --pages] [--site NAME]... [--extractor NAME]...
//        node test/bench/dist/accuracy.js --site NAME --predictions FILE.ndjson     scores the output of `templens classify`
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { PageLabels } from 'templens-shared/labels';
import { extractorNames } from 'templens-shared/settings';
import { pageTable, scoreExtractors, summaryTable } from '../support/accuracy-tables.ts';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';
import { meanMeasures, scoreSite } from '../support/score.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    pages: { type: 'boolean', default: false },
    site: { type: 'string', multiple: true },
    extractor: { type: 'string', multiple: true },
    predictions: { type: 'string' },
  },
});
if (!corpusAvailable) process.exit(3);

const sites = corpusSites().filter(site => values.site?.includes(site.name) ?? true);
const extractors = extractorNames.filter(name => values.extractor?.includes(name) ?? true);
const results = values.predictions
  ? [{ extractor: values.predictions, sites: sites.map(site => scoreSite(site, readLines(values.predictions!))) }]
  : scoreExtractors(sites, extractors);

if (values.json) console.log(JSON.stringify(results.map(r => ({ ...r, mean: meanMeasures(r.sites.map(({ key }) => key)) }))));
else {
  console.log(`All measures: ${results[0]?.extractor}. Means over the pages whose gold labels were read node by node.\n`);
  console.log(summaryTable(results));
  if (values.pages) for (const result of results) console.log(`\n${result.extractor}\n\n${pageTable(result)}`);
}

function readLines(file: string): PageLabels[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map(line => JSON.parse(line) as PageLabels);
}
