// Writes the default labels of every site of the gold corpus as a model gives them that has never seen the site, a file a site, in the form
// of `templens classify --format ndjson`: for comparisons, which the committed weights would win on sites that they were trained on.
// usage: node test/bench/dist/held-out-labels.js FOLDER [--models FOLDER]
// --models keeps the trained models in a folder, and takes those that are there.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { labelView } from '../../server/src/lab/training/held-out.ts';
import { wholeView } from '../../server/src/lab/training/label-training.ts';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';
import { keptModels } from '../support/kept-models.ts';

const { values, positionals } = parseArgs({ options: { models: { type: 'string' } }, allowPositionals: true });
const [folder] = positionals;
if (folder === undefined) {
  console.error('Give the folder that the labels are written to.');
  process.exit(2);
}
if (!corpusAvailable) process.exit(3);

mkdirSync(folder, { recursive: true });
const sites = corpusSites();
for (const { site, model } of keptModels(sites, sites, values.models)) {
  const labels = labelView(model, wholeView(site));
  writeFileSync(join(folder, `${site.name}.ndjson`), labels.map(page => `${JSON.stringify(page)}\n`).join(''));
}
