// Trains the judge of findings and the model of who writes pages (docs/lab/findings.md, "Confidence") on the corpus and on the sites of
// test/fresh-sites.json, and prints how they do on sites that they have not seen.
// usage: node test/bench/dist/train-judge.js --clones FOLDER [--write] [--list]   FOLDER has clones of the repositories as OWNER+NAME;
//                                                                                --list every finding with its confidence;
//                                                                                prints what leaving out each explanation changes
//        node test/bench/dist/train-judge.js --clones FOLDER --only NAME [--write]   only the weight of this explanation; may be repeated
//        node test/bench/dist/train-judge.js --lost-parts [--write]              only the weights of lost parts, on the corpus
// exit code: 2 wrong usage; 3 no corpus
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { LogisticModel } from '../../server/src/core/counts/logistic.ts';
import committed from '../../server/src/core/findings/judge/judge-weights.json' with { type: 'json' };
import { corpusAvailable } from '../support/corpus.ts';
import {
  corpusSitesJudged,
  freshSitesJudged,
  judgedWithout,
  type NestedJudgement,
  nestedJudgements,
  nestedOrigin,
  type TrainingSite,
  trainingSite,
  trainJudge,
  trainOrigin,
  withLostParts,
  withWeightOf,
} from '../support/judge-training.ts';
import { writeMarked } from '../support/replace-tables.ts';

const { values } = parseArgs({
  options: {
    clones: { type: 'string' },
    write: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    'lost-parts': { type: 'boolean', default: false },
  },
});
const folder = 'server/src/core/findings/judge';
if (!corpusAvailable) process.exit(3);
if (values['lost-parts']) {
  const { weights } = withLostParts(committed);
  console.log(Object.entries(weights).filter(([name]) => name.startsWith('lost part')));
  if (values.write) writeFileSync(`${folder}/judge-weights.json`, `${JSON.stringify({ ...committed, weights }, null, 2)}\n`);
  process.exit();
}
if (values.clones === undefined) {
  console.error('--clones is missing.');
  process.exit(2);
}
const judged = [...corpusSitesJudged(), ...freshSitesJudged(values.clones)];
const sites = judged.map(site => trainingSite(site, values.only === undefined));
const origin = nestedOrigin(sites);
if (values.only !== undefined) {
  const judge = values.only.reduce<LogisticModel>(
    (model, explanation) => withWeightOf(model, explanation, sites, ({ name }) => origin.get(name)!),
    committed,
  );
  for (const name of values.only) console.log(`${name}: ${judge.weights[name]}`);
  if (values.write) writeFileSync(`${folder}/judge-weights.json`, `${JSON.stringify(judge, null, 2)}\n`);
  process.exit();
}
const { judgements, driftConfidences } = nestedJudgements(sites, origin);
console.log(originTable());
for (const group of ['all', 'corpus', 'people', 'program'] as const) console.log(`\n${group}\n\n${judgeTable(group)}`);
console.log(
  `\n${driftConfidences.length} findings about drift seeded into pages that people write; nested, from 0.5: ${share(0.5)}, from 0.6: ${share(0.6)}, from 0.7: ${share(0.7)}`,
);
console.log(`\n${explanationTable()}`);
if (values.list)
  for (const { site, finding, confidence } of judgements.toSorted((a, b) => b.confidence - a.confidence))
    console.log(`${confidence.toFixed(2)} ${finding.verdict ?? '-'} ${site} ${finding.page} ${finding.message}`);
if (values.write) {
  writeMarked('docs/lab/findings.md', 'explanations', explanationTable());
  writeMarked('docs/lab/findings.md', 'confidence', `${judgeTable('all')}\n\n${originTable().split('\n')[0]}.`);
  const generatedOf = ({ name }: TrainingSite): number => origin.get(name)!;
  writeFileSync('server/src/core/statements/origin-weights.json', `${JSON.stringify(trainOrigin(sites), null, 2)}\n`);
  writeFileSync(`${folder}/judge-weights.json`, `${JSON.stringify(withLostParts(trainJudge(sites, generatedOf)), null, 2)}\n`);
}

function share(least: number): string {
  return `${Math.round((100 * driftConfidences.filter(each => each >= least).length) / driftConfidences.length)} %`;
}

/** What is reported without each explanation, by models that have not seen the site. */
function explanationTable(): string {
  const names = Object.keys(sites.flatMap(({ findings }) => findings)[0]?.valuesFor(0) ?? {});
  const row = (left: string | undefined): string => {
    const { judgements, driftShare } = judgedWithout(sites, origin, left);
    const count = (verdict: string, least: number): number =>
      judgements.filter(({ finding, confidence }) => finding.verdict === verdict && confidence >= least).length;
    const counts = [0.5, 0.7].flatMap(least => ['true', 'acceptable', 'false'].map(verdict => count(verdict, least)));
    return `| ${[left ?? '**none**', ...counts, `${(100 * driftShare).toFixed(1)} %`].join(' | ')} |`;
  };
  return [
    '| left out | true from 0.5 | acceptable | false | true from 0.7 | acceptable | false | drift |',
    '| --- | --: | --: | --: | --: | --: | --: | --: |',
    ...[undefined, ...names].map(row),
  ].join('\n');
}

function originTable(): string {
  const isRight = ({ name, generated }: TrainingSite): boolean => origin.get(name)! >= 0.5 === generated >= 0.5;
  const known = sites.filter(({ generated }) => generated !== 0.5);
  const corpus = known.filter(({ name }) => !name.includes('/'));
  const wrong = known.filter(site => !isRight(site)).map(site => `${site.name} ${origin.get(site.name)}`);
  return `Who writes the pages is right for ${known.length - wrong.length} of ${known.length} sites, ${corpus.filter(isRight).length} of ${corpus.length} of the corpus\nwrong: ${wrong.join(', ')}`;
}

function judgeTable(group: 'all' | 'corpus' | 'people' | 'program'): string {
  const generated = new Map(sites.map(site => [site.name, site.generated]));
  const isIn = ({ site }: NestedJudgement): boolean => {
    if (group === 'all') return true;
    if (group === 'corpus') return !site.includes('/');
    return site.includes('/') && generated.get(site)! >= 0.5 === (group === 'program');
  };
  const judged = judgements.filter(each => each.finding.verdict !== undefined && isIn(each));
  const row = (name: string, of: readonly NestedJudgement[]): string => {
    const count = (verdict: string): number => of.filter(({ finding }) => finding.verdict === verdict).length;
    const share = (verdict: string): string =>
      `${count(verdict)} (${Math.round((100 * count(verdict)) / Math.max(1, of.length))} %)`;
    return `| ${[name, of.length, share('true'), share('acceptable'), share('false')].join(' | ')} |`;
  };
  const from = (least: number): readonly NestedJudgement[] => judged.filter(({ confidence }) => confidence >= least);
  const between = (low: number, high: number): readonly NestedJudgement[] =>
    judged.filter(({ confidence }) => confidence >= low && confidence < high);
  return [
    '| confidence | findings | true | acceptable | false |',
    '| --- | --: | --: | --: | --: |',
    ...[0, 0.5, 0.6, 0.7, 0.8].map(least => row(`from ${least}`, from(least))),
    ...[0, 0.5, 0.6, 0.7, 0.8, 0.9].map((low, at, all) =>
      row(`${low} to ${all[at + 1] ?? 1}`, between(low, all[at + 1] ?? 1.01)),
    ),
  ].join('\n');
}
