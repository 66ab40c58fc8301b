// Makes pages of the gold corpus drift, by seeded edits of template nodes, and sees whether `check` finds that, at its place, and nothing
// where there is nothing: edits of content, and the template in another spelling, must raise nothing.
// The labels of each site are those of a model that was trained on the other sites.
// usage: node test/bench/dist/drift.js [--site NAME]... [--sites N] [--seed N] [--list] [--models FOLDER] [--committed]
//                                                                prints a table; --list each edit that went wrong
//        node test/bench/dist/drift.js --update                  writes the table into docs/lab/findings.md
// --sites draws so many sites by the seed.
// --models keeps the trained models in a folder, and takes those that are there; --committed takes the committed weights, which have seen
// all sites.
// exit code: 1 when too little is found or too much is raised, 2 wrong usage, 3 no corpus
import { parseArgs } from 'node:util';
import { corpusAvailable, corpusSites, namedSites } from '../support/corpus.ts';
import { driftTable, missedBars, wrongTrials } from '../support/drift/drift-table.ts';
import { sample, seededRandom } from '../support/drift/random.ts';
import { runDrift, type Trial } from '../support/drift/run-drift.ts';
import { keptModels } from '../support/kept-models.ts';
import { writeMarked } from '../support/replace-tables.ts';

const { values } = parseArgs({
  options: {
    site: { type: 'string', multiple: true },
    sites: { type: 'string' },
    seed: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
    models: { type: 'string' },
    committed: { type: 'boolean', default: false },
  },
});
if (values.update && (values.site || values.sites || values.seed !== '1' || values.committed)) {
  console.error(
    '--update writes the table of the whole corpus, with the first seed: it goes with no --site, --sites, --seed or --committed.',
  );
  process.exit(2);
}
if (!corpusAvailable) process.exit(3);
const corpus = corpusSites();
const named = namedSites(corpus, values.site);
const sites = values.sites ? sample(named, Number(values.sites), seededRandom(Number(values.seed))) : named;

const trials: { drift: Trial[]; controls: Trial[] } = { drift: [], controls: [] };
const models = values.committed ? sites.map(site => ({ site, model: undefined })) : keptModels(corpus, sites, values.models);
for (const { site, model } of models) {
  console.error(`editing ${site.name}`);
  const { drift, controls } = runDrift(site, { eligible: 16, ineligible: 4, controls: 6, seed: Number(values.seed) }, model);
  trials.drift.push(...drift);
  trials.controls.push(...controls);
}
const table = driftTable(trials.drift, trials.controls);
console.log(table);
if (values.list) for (const line of wrongTrials(trials.drift, trials.controls)) console.log(line);
if (values.update) {
  writeMarked('docs/lab/findings.md', 'drift', table);
}
const missed = missedBars(trials.drift, trials.controls, sites.length < corpus.length);
for (const sentence of missed) console.error(sentence);
process.exitCode = missed.length > 0 ? 1 : 0;
