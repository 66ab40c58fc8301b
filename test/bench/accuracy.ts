// Labels the gold corpus by the default labels and some others and prints how well that agrees with the gold labels. The default labels of a site are those
// of a model trained on the other sites; --committed takes the committed weights, which have seen all of them.
// usage: node test/bench/dist/accuracy.js [--committed | --models FOLDER] [--json | --pages] [--site NAME]... [--extractor NAME]...
//        node test/bench/dist/accuracy.js --update               writes the table into docs/lab/accuracy.md
//        node test/bench/dist/accuracy.js --site NAME --predictions FILE.ndjson     scores the output of `templens classify`
// --models keeps the trained models in a folder, and takes those that are there.
// exit code: 1 when the default labels of the whole corpus are worse than they have to be, 2 wrong usage, 3 no corpus
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { PageLabels } from 'templens-shared/labels';
import { extractorNames } from 'templens-shared/settings';
import { labelView } from '../../server/src/lab/training/held-out.ts';
import { wholeView } from '../../server/src/lab/training/label-training.ts';
import { accuracyExtractors, missedFloors, pageTable, scoreExtractors, summaryTable } from '../support/accuracy-tables.ts';
import { corpusAvailable, corpusSites, namedSites } from '../support/corpus.ts';
import { keptModels } from '../support/kept-models.ts';
import { writeMarked } from '../support/replace-tables.ts';
import { meanMeasures, type SiteScore, scoreSite } from '../support/score.ts';

const { values } = parseArgs({
  options: {
    committed: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    pages: { type: 'boolean', default: false },
    site: { type: 'string', multiple: true },
    extractor: { type: 'string', multiple: true },
    predictions: { type: 'string' },
    models: { type: 'string' },
  },
});
const whole = !values.site && !values.extractor && !values.predictions;
if (values.update && (!whole || values.committed)) {
  console.error(
    '--update writes the whole table, leave-one-site-out: it goes with no --committed, --site, --extractor or --predictions.',
  );
  process.exit(2);
}
if (!corpusAvailable) process.exit(3);

const corpus = corpusSites();
const sites = namedSites(corpus, values.site);
const extractors = values.extractor ? extractorNames.filter(name => values.extractor?.includes(name)) : accuracyExtractors;
const heldOut = !values.committed && !values.predictions;
const results = values.predictions
  ? [{ extractor: values.predictions, sites: sites.map(site => scoreSite(site, readLines(values.predictions!))) }]
  : extractors.flatMap(extractor =>
      extractor === 'default' && heldOut ? { extractor, sites: unseenScores() } : scoreExtractors(sites, [extractor]),
    );

if (values.json) console.log(JSON.stringify(results.map(r => ({ ...r, mean: meanMeasures(r.sites.map(({ key }) => key)) }))));
else {
  console.log(`All measures: ${results[0]?.extractor}. Means over the pages whose gold labels were read node by node.`);
  if (extractors[0] === 'default' && !values.predictions) {
    console.log(
      heldOut
        ? 'Default labels: each site by a model trained on the other sites of the corpus.'
        : 'Default labels: by the committed weights, which were trained on these very sites.',
    );
  }
  console.log(`\n${summaryTable(results)}`);
  if (values.pages) for (const result of results) console.log(`\n${result.extractor}\n\n${pageTable(result)}`);
}
if (values.update) writeMarked('docs/lab/accuracy.md', 'accuracy', summaryTable(results));
if (whole) {
  for (const missed of missedFloors(results)) {
    console.error(missed);
    process.exitCode = 1;
  }
}

/** The scores of the sites, in their order, each by a model that has not seen it. */
function unseenScores(): SiteScore[] {
  const scores = new Map<string, SiteScore>();
  for (const { site, model } of keptModels(corpus, sites, values.models))
    scores.set(site.name, scoreSite(site, labelView(model, wholeView(site))));
  return sites.map(({ name }) => scores.get(name)!);
}

function readLines(file: string): PageLabels[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map(line => JSON.parse(line) as PageLabels);
}
