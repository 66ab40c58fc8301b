// Makes pages of the gold corpus drift, by seeded edits of template nodes, and sees whether `check` finds that, at its place, and nothing
// where there is nothing: edits of content, and the template in another spelling, must raise nothing.
// usage: node test/bench/dist/drift.js [--site NAME]... [--seed N] [--list]      prints a table; --list each edit that went wrong
//        node test/bench/dist/drift.js --update                                  writes the table into docs/consistency.md
// exit code: 1 when too little is found or too much is raised, 2 wrong usage, 3 no corpus
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';
import { driftTable, missedBars, wrongTrials } from '../support/drift/drift-table.ts';
import { runDrift, type Trial } from '../support/drift/run-drift.ts';

const { values } = parseArgs({
  options: {
    site: { type: 'string', multiple: true },
    seed: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
  },
});
if (values.update && (values.site || values.seed !== '1')) {
  console.error('--update writes the table of the whole corpus, with the first seed: it goes with no --site or --seed.');
  process.exit(2);
}
if (!corpusAvailable) process.exit(3);
const corpus = corpusSites();
const unknown = values.site?.find(name => !corpus.some(site => site.name === name));
if (unknown !== undefined) {
  console.error(`--site ${unknown}: the corpus has no such site. It has ${corpus.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
const sites = corpus.filter(site => values.site?.includes(site.name) ?? true);

const trials: { drift: Trial[]; controls: Trial[] } = { drift: [], controls: [] };
for (const site of sites) {
  console.error(`editing ${site.name}`);
  const { drift, controls } = runDrift(site, { eligible: 16, ineligible: 4, controls: 6, seed: Number(values.seed) });
  trials.drift.push(...drift);
  trials.controls.push(...controls);
}
const table = driftTable(trials.drift, trials.controls);
console.log(table);
if (values.list) for (const line of wrongTrials(trials.drift, trials.controls)) console.log(line);
if (values.update) {
  const file = 'docs/consistency.md';
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(/(<!-- drift -->\n)[\s\S]*?(<!-- end of drift -->)/, `$1\n${table}\n\n$2`),
  );
}
const missed = missedBars(trials.drift, trials.controls);
for (const sentence of missed) console.error(sentence);
process.exitCode = missed.length > 0 ? 1 : 0;
