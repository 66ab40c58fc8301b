// Trains the default labels on the gold corpus.
// usage: node test/bench/dist/train-labels.js --write                     trains on all sites and writes the weights
//        node test/bench/dist/train-labels.js [--set OPTION=JSON]...      scores the default labels leave-one-site-out, to try options
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { siteViews, type TrainingOptions, trainingOptions, trainLabels } from '../../server/src/lab/training/label-training.ts';
import { summaryTable } from '../support/accuracy-tables.ts';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';
import { leaveOneSiteOut } from '../support/leave-one-out.ts';

const { values } = parseArgs({
  options: { write: { type: 'boolean', default: false }, set: { type: 'string', multiple: true, default: [] } },
});
if (!corpusAvailable) process.exit(3);
const chosen = Object.fromEntries(
  values.set.map(pair => [pair.slice(0, pair.indexOf('=')), JSON.parse(pair.slice(pair.indexOf('=') + 1))]),
);
const unknown = Object.keys(chosen).filter(name => !(name in trainingOptions));
if (unknown.length > 0) {
  console.error(`--set ${unknown[0]}: not an option of the training. They are ${Object.keys(trainingOptions).join(', ')}.`);
  process.exit(2);
}
const options: TrainingOptions = { ...trainingOptions, ...chosen };
const sites = corpusSites();

if (values.write) {
  const views = sites.flatMap((site, at) => siteViews(site, options, options.seed + at));
  const model = trainLabels(views, options);
  writeFileSync('server/src/core/labels/label-weights.json', `${JSON.stringify(model)}\n`);
  const names = sites.map(({ name }) => name);
  writeFileSync('server/src/lab/workbench/trained-sites.json', `${JSON.stringify(names, null, 2)}\n`);
  console.log(`${model.value.length} leaves`);
} else {
  const progress = (site: string) => console.error(`training without ${site}`);
  console.log(summaryTable([{ extractor: 'default', sites: leaveOneSiteOut(sites, options, sites, progress) }]));
}
