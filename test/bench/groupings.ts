// Prints how well the layouts agree with the true ones of the gold corpus: the default cut of the tree with a threshold chosen without the
// site that it is judged by, the best cut, and the default cut after one correction. With --grouping also other groupings.
// usage: npm run groupings [-- [--grouping NAME]... [--seeds N] [--update]]      --update writes the table into docs/lab/grouping.md
// exit code: 1 when a figure is below its floor, 3 without the corpus
import { parseArgs } from 'node:util';
import { type GroupingName, groupingNames } from 'templens-shared/settings';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';
import { writeMarked } from '../support/replace-tables.ts';
import {
  type GroupScore,
  leaveOneSiteOut,
  mean,
  meanScore,
  scoreCorrections,
  scoreGrouping,
  scoreTrees,
  shingledSite,
} from '../support/score-groupings.ts';

const { values } = parseArgs({
  options: {
    grouping: { type: 'string', multiple: true },
    seeds: { type: 'string', default: '10' },
    update: { type: 'boolean', default: false },
  },
});
if (!corpusAvailable) process.exit(3);

const floors = { defaultCut: 0.72, bestCut: 0.87, corrected: 0.82 };
const corpus = corpusSites();
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

const sites = corpus.map(site => shingledSite(site, 'default'));
const thresholds = Array.from({ length: 33 }, (_, index) => 0.1 + 0.0125 * index);
const trees = scoreTrees(sites, thresholds);
const chosen = leaveOneSiteOut(trees.map(({ cuts }) => cuts));
const results = sites.map((site, at) => ({
  site: site.name,
  threshold: thresholds[chosen[at]!]!,
  defaultCut: trees[at]!.cuts[chosen[at]!]!,
  bestCut: trees[at]!.best,
  ...scoreCorrections(site, thresholds[chosen[at]!]!, Number(values.seeds)),
}));
console.log('Adjusted Rand index of the layouts; the threshold is chosen on the other sites.\n');
const means = {
  defaultCut: mean(results.map(({ defaultCut }) => defaultCut)),
  bestCut: mean(results.map(({ bestCut }) => bestCut)),
  corrected: mean(results.map(({ person }) => person)),
};
const random = mean(results.map(result => result.random));
const table = [
  row(['site', 'threshold', 'default cut', 'best cut', 'after a correction', 'after any correction']),
  row(['---', '--:', '--:', '--:', '--:', '--:']),
  ...results.map(({ site, threshold, defaultCut, bestCut, person, random }) =>
    row([site, threshold.toFixed(4), ...[defaultCut, bestCut, person, random].map(value => value.toFixed(3))]),
  ),
  row(['**mean**', '', ...[means.defaultCut, means.bestCut, means.corrected, random].map(value => `**${value.toFixed(3)}**`)]),
].join('\n');
console.log(table);
if (values.update) writeMarked('docs/lab/grouping.md', 'groupings', table);
for (const name of Object.keys(floors) as (keyof typeof floors)[]) {
  if (means[name] >= floors[name]) continue;
  console.error(`${name} is ${means[name].toFixed(3)}, below its floor of ${floors[name]}.`);
  process.exitCode = 1;
}

for (const name of groupingNames.filter(grouping => values.grouping?.includes(grouping))) printOther(name);

function printOther(name: GroupingName): void {
  const both = ({ rand, adjustedRand }: GroupScore) => `${rand.toFixed(3)} / ${adjustedRand.toFixed(3)}`;
  const shingled = corpus.map(site => shingledSite(site, name));
  const own = scoreGrouping(shingled, name, [null]).map(([score]) => score!);
  console.log(`\n${name}: Rand / adjusted Rand index ${both(meanScore(own))} as set`);
  if (name.startsWith('text')) return;
  const steps = Array.from({ length: 45 }, (_, index) => 0.02 * (index + 1));
  const scores = scoreGrouping(shingled, name, steps);
  const picks = leaveOneSiteOut(scores.map(list => list.map(({ adjustedRand }) => adjustedRand)));
  console.log(`${name}: ${both(meanScore(picks.map((pick, at) => scores[at]![pick]!)))} with a threshold from the other sites`);
}
