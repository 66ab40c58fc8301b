// Finds the shared parts of the gold corpus and prints how well they agree with the gold labels of texts.
// usage: node test/bench/dist/parts-accuracy.js
import { corpusSites } from '../support/corpus.ts';
import { scoreParts } from '../support/score-parts.ts';

let recall = 0;
let precision = 0;
const sites = corpusSites();
for (const site of sites) {
  const score = scoreParts(site);
  recall += score.recall;
  precision += score.precision;
  console.log(site.name.padEnd(20), score.pages, score.parts, score.recall.toFixed(3), score.precision.toFixed(3));
}
console.log('mean', (recall / sites.length).toFixed(4), (precision / sites.length).toFixed(4));
