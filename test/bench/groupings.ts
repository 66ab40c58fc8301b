// Prints how well each grouping finds the true groups of the gold corpus, its threshold chosen without the site that it is judged by.
// usage: node test/bench/dist/groupings.js [--grouping NAME]...
import { parseArgs } from 'node:util';
import { groupingNames } from 'templens-shared/settings';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';
import { type GroupScore, leaveOneSiteOut, meanScore, scoreGrouping } from '../support/score-groupings.ts';

const { values } = parseArgs({ options: { grouping: { type: 'string', multiple: true } } });
if (!corpusAvailable) process.exit(3);

const sites = corpusSites();
const thresholds = Array.from({ length: 45 }, (_, index) => 0.02 * (index + 1));
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const both = ({ rand, adjustedRand }: GroupScore) => `${rand.toFixed(3)} / ${adjustedRand.toFixed(3)}`;

console.log('Rand index / adjusted Rand index of the groups.\n');
console.log(row(['grouping', ...sites.map(({ name }) => name), '**mean**']));
console.log(row(['---', ...sites.map(() => '--:'), '--:']));
for (const name of groupingNames.filter(grouping => values.grouping?.includes(grouping) ?? true)) {
  const own = scoreGrouping(sites, name, [null]).map(([score]) => score!);
  console.log(row([`${name}, as set`, ...own.map(both), both(meanScore(own))]));
  if (name.startsWith('text')) continue;
  const left = leaveOneSiteOut(scoreGrouping(sites, name, thresholds));
  const chosen = left.map(({ threshold, score }) => `${both(score)} at ${thresholds[threshold]!.toFixed(2)}`);
  console.log(row([`${name}, threshold from the other sites`, ...chosen, both(meanScore(left.map(({ score }) => score)))]));
}
