// Cuts each part that four fifths of the pages of a site have out of two pages in turn, and sees whether `check` reports it.
// usage: node test/bench/dist/lost-parts.js [--site NAME]... [--seed N] [--list]   prints a table; --list each part that is not reported
// exit code: 1 when too few are reported; 2 wrong usage; 3 no corpus
import { parseArgs } from 'node:util';
import { corpusAvailable, corpusSites, namedSites } from '../support/corpus.ts';
import { isTrainedOnLostParts, type LostPart, lostParts } from '../support/lost-parts.ts';

/** Share of the parts that must be reported. */
const LEAST = 0.95;

const { values } = parseArgs({
  options: {
    site: { type: 'string', multiple: true },
    seed: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
  },
});
if (!corpusAvailable) process.exit(3);
const all: LostPart[] = [];
const untrained: LostPart[] = [];
const sites = corpusSites();
console.log('| site | cut | found | reported |\n| --- | --: | --: | --: |');
for (const site of namedSites(sites, values.site)) {
  const lost = lostParts(site, Number(values.seed));
  all.push(...lost);
  if (!isTrainedOnLostParts(site, sites)) untrained.push(...lost);
  console.log(row(site.name, lost));
  if (values.list)
    for (const { page, part, pages, isFound, isReported } of lost)
      if (!isReported)
        console.error(`${site.name} ${page}: ${isFound ? 'not sure enough' : 'not found'}, on ${pages} pages: ${part}`);
}
console.log(row('sites that the weights were not trained on', untrained));
console.log(row('**all**', all));
process.exitCode = all.filter(({ isReported }) => isReported).length < LEAST * all.length ? 1 : 0;

function row(name: string, lost: readonly LostPart[]): string {
  const share = (of: (part: LostPart) => boolean): string =>
    lost.length === 0 ? '-' : `${Math.round((100 * lost.filter(of).length) / lost.length)} %`;
  return `| ${name} | ${lost.length} | ${share(({ isFound }) => isFound)} | ${share(({ isReported }) => isReported)} |`;
}
