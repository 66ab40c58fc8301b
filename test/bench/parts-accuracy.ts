// Finds the shared parts of the gold corpus and prints how well they agree with the gold labels of texts. The one parameter that was chosen
// on these sites is chosen for each site on the others.
// usage: node test/bench/dist/parts-accuracy.js [--update]      --update writes the table into docs/lab/parts.md
// exit code: 1 when the parts are worse than they have to be, 3 no corpus
import { parseArgs } from 'node:util';
import { defaultPartOptions } from '../../server/src/core/parts/instances.ts';
import { markdownTable } from '../../server/src/lab/report/markdown-table.ts';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';
import { writeMarked } from '../support/replace-tables.ts';
import { mean, type PartScore, scoreParts, siteDigests, siteModel } from '../support/score-parts.ts';

const choices = [0, 0.01, 0.02, 0.03, 0.04, 0.06, 0.08, 0.12, 0.16];
/** Shares whose F1 is so near to the best are as good; of these the largest, since a part that is not found cannot be compared. */
const TIE = 0.005;
const least = { recall: 0.88, precision: 0.82, framedSites: 24 };
/** A site is framed when so many of its pages are. */
const FRAMED = 0.8;

const { values } = parseArgs({ options: { update: { type: 'boolean', default: false } } });
if (!corpusAvailable) process.exit(3);

const sites = corpusSites();
const scores = sites.map(site => {
  const digests = siteDigests(site);
  return new Map(choices.map(inside => [inside, scoreParts(site, siteModel(digests, { inside }))]));
});
const f1 = ({ recall, precision }: PartScore): number => (2 * recall * precision) / (recall + precision || 1);
const nested = scores.map((own, at) => {
  const others = scores.filter((_, other) => other !== at);
  const value = (inside: number): number => mean(others.map(score => f1(score.get(inside)!)));
  const best = Math.max(...choices.map(value));
  const inside = choices.findLast(choice => value(choice) >= best - TIE)!;
  return { ...own.get(inside)!, inside };
});
const committed = scores.map(score => score.get(defaultPartOptions.inside)!);

const cells = (scored: readonly PartScore[]): string[] =>
  (['recall', 'precision', 'framed'] as const).map(name => mean(scored.map(score => score[name])).toFixed(3));
const table = markdownTable(
  ['site', 'pages', 'parts', 'recall', 'precision', 'framed pages', 'share chosen on the others'],
  [
    ...nested.map(score => [score.site, String(score.pages), String(score.parts), ...cells([score]), score.inside.toFixed(2)]),
    ['**mean**', '', '', ...cells(nested), ''],
    [`mean at the default share of ${defaultPartOptions.inside}`, '', '', ...cells(committed), ''],
  ],
);
console.log(table);
if (values.update) writeMarked('docs/lab/parts.md', 'parts', table);

const [recall, precision] = [mean(nested.map(score => score.recall)), mean(nested.map(score => score.precision))];
const framedSites = nested.filter(({ framed }) => framed >= FRAMED).length;
console.log(`\n${framedSites} of ${sites.length} sites have a frame part on ${FRAMED * 100} % of their pages.`);
if (recall < least.recall)
  fail(`The mean share of gold template texts inside parts is ${recall.toFixed(3)}, below ${least.recall}.`);
if (precision < least.precision)
  fail(`The mean share of the texts inside parts that are gold template is ${precision.toFixed(3)}, below ${least.precision}.`);
if (framedSites < least.framedSites) fail(`Fewer than ${least.framedSites} sites have a frame part.`);

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}
