// Random file operations on copies of all sites of the gold corpus: parts and layouts stay those of a fresh index.
// usage: node test/bench/dist/parts-storm.js [--seed N] [--rounds N]
// exit code: 1 when one differs, 3 no corpus
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { corpusAvailable, corpusFolder, corpusSites } from '../support/corpus.ts';
import { seededRandom, stormParts } from '../support/parts-storm.ts';

const { values } = parseArgs({ options: { seed: { type: 'string' }, rounds: { type: 'string', default: '4' } } });
if (!corpusAvailable) process.exit(3);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
console.log(`Seed ${seed}.`);
for (const { name } of corpusSites()) {
  const options = { rounds: Number(values.rounds), operations: 8 };
  const difference = await stormParts(join(corpusFolder, name, 'pages'), seededRandom(seed), options);
  console.log(difference ? `${name}: ${difference}` : `${name}: no difference`);
  if (difference) process.exitCode = 1;
}
