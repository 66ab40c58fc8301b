// Writes the default labels of every site of the gold corpus as a model gives them that has never seen the site, a file a site, in the form
// of `templens classify --format ndjson`: for comparisons, which the committed weights would win on sites that they were trained on.
// usage: node test/bench/dist/held-out-labels.js FOLDER
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { heldOutLabels } from '../../server/src/lab/training/held-out.ts';
import { trainingOptions } from '../../server/src/lab/training/label-training.ts';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Give the folder that the labels are written to.');
  process.exit(2);
}
if (!corpusAvailable) process.exit(3);

mkdirSync(folder, { recursive: true });
const sites = corpusSites();
const progress = (site: string) => console.error(`training without ${site}`);
for (const { site, labels } of heldOutLabels(sites, trainingOptions, sites, progress)) {
  writeFileSync(join(folder, `${site.name}.ndjson`), labels.map(page => `${JSON.stringify(page)}\n`).join(''));
}
