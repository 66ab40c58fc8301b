// Labels the gold corpus with each extractor and prints how well that agrees with the gold labels.
// usage: node test/bench/dist/accuracy.js [--json] [--pages] [--site NAME]... [--extractor NAME]...
//        node test/bench/dist/accuracy.js --site NAME --predictions FILE.ndjson     scores the output of `templens classify`
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { PageLabels } from 'templens-shared/labels';
import { type ExtractorName, extractorNames } from 'templens-shared/settings';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';
import { labelSite } from '../support/label-site.ts';
import { type Measures, meanMeasures, type SiteScore, scoreSite } from '../support/score.ts';

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
const results: { extractor: string; sites: SiteScore[] }[] = [];
if (values.predictions) {
  const lines = readFileSync(values.predictions, 'utf8').split('\n').filter(Boolean);
  const predictions = lines.map(line => JSON.parse(line) as PageLabels);
  results.push({ extractor: values.predictions, sites: sites.map(site => scoreSite(site, predictions)) });
} else {
  const chosen = extractorNames.filter(name => values.extractor?.includes(name) ?? true);
  for (const extractor of chosen as ExtractorName[]) {
    results.push({ extractor, sites: sites.map(site => scoreSite(site, labelSite(site, extractor))) });
  }
}

if (values.json) console.log(JSON.stringify(results.map(r => ({ ...r, mean: meanMeasures(r.sites.map(site => site.key)) }))));
else {
  const cells = (m: Measures) => [m.precision, m.recall, m.f1, m.accuracy].map(value => value.toFixed(3)).join(' | ');
  for (const { extractor, sites: scores } of results) {
    console.log(`\n### ${extractor}\n`);
    console.log(
      '| site | precision | recall | F1 | accuracy | Rand | adjusted Rand |\n| --- | --: | --: | --: | --: | --: | --: |',
    );
    for (const score of scores) {
      console.log(`| ${score.site} | ${cells(score.key)} | ${score.rand.toFixed(3)} | ${score.adjustedRand.toFixed(3)} |`);
      if (!values.pages) continue;
      for (const page of score.pages.filter(p => p.key))
        console.log(`| - ${page.page} | ${cells(page)} | ${page.nodes} nodes | ${page.missing} missing |`);
    }
    const mean = (name: 'rand' | 'adjustedRand') =>
      (scores.reduce((sum, score) => sum + score[name], 0) / scores.length).toFixed(3);
    console.log(
      `| **mean** | ${cells(meanMeasures(scores.map(score => score.key)))} | ${mean('rand')} | ${mean('adjustedRand')} |`,
    );
  }
}
