// What corrections teach: a simulated user corrects the sites of the gold corpus, whose labels and layouts come from models and a threshold
// that have not seen the site. Prints mean F1 over key pages and the site that loses most after 0, 1, 2, 3 and 5 corrections of labels, and the
// adjusted Rand index of the layouts after 0, 1 and 2 corrections of layouts. How far corrections reach is chosen on the other sites: as
// far as helps most and harms none of them.
// usage: node test/bench/dist/teach.js [--site NAME]... [--seed N] [--draws N] [--models FOLDER] [--update]
// --draws is the number of users of each site; --models keeps the trained models in a folder, and takes those that are there; --update
// writes the tables into docs/lab/accuracy.md
// exit code: 1 when corrections help less than they must, or harm a site; 2 wrong usage, 3 no corpus
import { parseArgs } from 'node:util';
import { defaultLearning, type LearningOptions } from '../../server/src/core/labels/learned-scores.ts';
import { randomNumbers } from '../../server/src/lab/random-numbers.ts';
import { markdownTable } from '../../server/src/lab/report/markdown-table.ts';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';
import { keptModels } from '../support/kept-models.ts';
import { writeMarked } from '../support/replace-tables.ts';
import { leaveOneSiteOut, mean, scoreTaughtLayouts, scoreTrees, shingledSite } from '../support/score-groupings.ts';
import { TaughtSite } from '../support/teach-labels.ts';

const { values } = parseArgs({
  options: {
    site: { type: 'string', multiple: true },
    seed: { type: 'string', default: '1' },
    draws: { type: 'string', default: '4' },
    models: { type: 'string' },
    update: { type: 'boolean', default: false },
  },
});
if (!corpusAvailable) process.exit(3);
const [seed, draws] = [Number(values.seed), Number(values.draws)];
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(draws) || draws < 1) {
  console.error('--seed and --draws take whole numbers, --draws at least 1.');
  process.exit(2);
}
const corpus = corpusSites();
const sites = corpus.filter(site => values.site?.includes(site.name) ?? true);
if (sites.length < (values.site?.length ?? 1)) {
  console.error(`--site takes names of the corpus: ${corpus.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const shown = [0, 1, 2, 3, 5];
const steps = [0, 1, 2];
/** Users of each site whose corrections of layouts are averaged. */
const LAYOUT_DRAWS = 10;
const must = { gain: 0.02, loss: 0.002, layouts: 0.1 };
const none: LearningOptions = { ...defaultLearning, nodes: 0, places: 0 };
const choices: readonly LearningOptions[] = [
  none,
  { nodes: 0.5, places: 0.25, width: 4 },
  { nodes: 0.5, places: 0.5, width: 4 },
  { nodes: 1, places: 0.5, width: 4 },
  { nodes: 1, places: 1, width: 2 },
  defaultLearning,
];

console.log(`Seed ${seed}, ${draws} users a site.\n`);
/** F1 by site, choice and number of corrections; means over the users, and of each. */
const scores: { site: string; means: number[][]; each: number[][][] }[] = [];
for (const { site, model } of keptModels(corpus, sites, values.models)) {
  console.error(`correcting ${site.name}`);
  const taught = new TaughtSite(site, model);
  const users = Array.from({ length: draws }, (_, user) => seed * 1000 + user);
  const each = choices.map(learning => users.map(user => taught.teach(Math.max(...shown), user, learning)));
  scores.push({ site: site.name, means: each.map(runs => runs[0]!.map((_, n) => mean(runs.map(run => run[n]!)))), each });
}
scores.sort((a, b) => (a.site < b.site ? -1 : 1));

const last = Math.max(...shown);
const chosen = scores.map((_, at) => {
  const others = scores.length > 1 ? scores.filter((_, other) => other !== at) : scores;
  const value = (choice: number) => mean(others.map(({ means }) => means[choice]![last]!));
  const isHarmless = (choice: number) =>
    others.every(({ means }) => shown.every(n => means[choice]![n]! - means[choice]![0]! >= -must.loss));
  const harmless = choices.flatMap((_, choice) => (isHarmless(choice) ? [choice] : []));
  return harmless.reduce((best, choice) => (value(choice) > value(best) ? choice : best), 0);
});
const nested = scores.map(({ site, means }, at) => ({ site, f1: means[chosen[at]!]! }));
const fixed = (value: number) => value.toFixed(3);
const losses = (curves: readonly { site: string; f1: readonly number[] }[]) =>
  curves
    .flatMap(({ site, f1 }) => shown.slice(1).map(n => ({ site, n, change: f1[n]! - f1[0]! })))
    .sort((a, b) => a.change - b.change);
const summary = (name: string, curves: readonly { site: string; f1: readonly number[] }[]) => {
  const [worst] = losses(curves);
  const cells = shown.map(n => fixed(mean(curves.map(({ f1 }) => f1[n]!))));
  return [name, ...cells, `${worst!.site} ${worst!.change.toFixed(4)} after ${worst!.n}`];
};
const curvesOf = (choice: number) => scores.map(({ site, means }) => ({ site, f1: means[choice]! }));
const nameOf = ({ nodes, places, width }: LearningOptions) =>
  nodes + places === 0 ? 'nothing is learned beyond the rule' : `equal nodes ${nodes}, equal places ${places}, width ${width}`;
const labelTable = markdownTable(
  ['how far corrections reach', ...shown.map(n => `after ${n}`), 'least change of a site'],
  [summary('**chosen on the other sites**', nested), ...choices.map((choice, at) => summary(nameOf(choice), curvesOf(at)))],
);
const siteTable = markdownTable(
  ['site', ...shown.map(n => `after ${n}`), 'least change of one user'],
  scores.map(({ site, each }, at) => {
    const runs = each[chosen[at]!]!;
    const least = Math.min(...runs.flatMap(run => shown.map(n => run[n]! - run[0]!)));
    return [site, ...shown.map(n => fixed(nested[at]!.f1[n]!)), least.toFixed(4)];
  }),
);

const shingled = corpus.map(site => shingledSite(site, 'default'));
const thresholds = Array.from({ length: 33 }, (_, index) => 0.1 + 0.0125 * index);
const cuts = leaveOneSiteOut(scoreTrees(shingled, thresholds).map(({ cuts: own }) => own));
const random = randomNumbers(seed);
const layouts = shingled
  .map((site, at) => ({ site, threshold: thresholds[cuts[at]!]! }))
  .filter(({ site }) => sites.some(({ name }) => name === site.name))
  .map(({ site, threshold }) => {
    const runs = Array.from({ length: LAYOUT_DRAWS }, () => scoreTaughtLayouts(site, threshold, Math.max(...steps), random));
    return { site: site.name, rand: steps.map(n => mean(runs.map(run => run[n]!))) };
  });
const rand = steps.map(n => mean(layouts.map(site => site.rand[n]!)));
const layoutTable = markdownTable(
  ['site', ...steps.map(n => `after ${n}`)],
  [...layouts.map(site => [site.site, ...site.rand.map(fixed)]), ['**mean**', ...rand.map(fixed)]],
);

const report = `Mean F1 of the labels:\n\n${labelTable.trimEnd()}\n\nBy site, as chosen on the others:\n\n${siteTable.trimEnd()}\n\nAdjusted Rand index of the layouts:\n\n${layoutTable}`;
console.log(report);
if (values.update) writeMarked('docs/lab/accuracy.md', 'teach', report);

const gain = mean(nested.map(({ f1 }) => f1[last]! - f1[0]!));
if (gain < must.gain) fail(`${last} corrections raise the mean F1 by ${fixed(gain)}, less than ${must.gain}.`);
for (const { site, n, change } of losses(nested))
  if (change < -must.loss) fail(`The F1 of ${site} is ${fixed(-change)} lower after ${n} corrections; ${must.loss} is allowed.`);
if (rand[1]! - rand[0]! < must.layouts)
  fail(`A correction of the layouts raises the adjusted Rand index by ${fixed(rand[1]! - rand[0]!)}, less than ${must.layouts}.`);

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}
