// Labels the gold corpus by frozen models of samples, as `templens crawl` does: agreement with the labels by all pages of the site, on pages
// outside the sample, and F1 of the words of the content on key pages. Weights of the label model never saw the site.
// usage: node test/bench/dist/crawl-accuracy.js --models FOLDER [--site NAME]... [--sites]
//        --models keeps the trained models in a folder, and takes those that are there; --sites also prints a row a site
// exit code: 1 if a figure misses its bar, 3 no corpus
import { parseArgs } from 'node:util';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { pageHash } from '../../server/src/core/layouts/group-id.ts';
import { learnHost } from '../../server/src/core/model/learn-host.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { isLabelled } from '../../server/src/html/access.ts';
import { wordMeasures } from '../../server/src/lab/workbench/word-measure.ts';
import { goldWords, labelledWords } from '../support/content-words.ts';
import { corpusAvailable, corpusSites, namedSites } from '../support/corpus.ts';
import { keptModels } from '../support/kept-models.ts';

const { values } = parseArgs({
  options: { models: { type: 'string' }, site: { type: 'string', multiple: true }, sites: { type: 'boolean', default: false } },
});
if (!corpusAvailable) process.exit(3);

/** Sample sizes, and the bars of agreement and F1 at each. */
const bars = [
  { pages: 200, agreement: 0, f1: 0 },
  { pages: 20, agreement: 0.98, f1: 0.96 },
  { pages: 10, agreement: 0, f1: 0.95 },
  { pages: 5, agreement: 0, f1: 0 },
  { pages: 2, agreement: 0, f1: 0 },
  { pages: 1, agreement: 0, f1: 0.925 },
];

interface Row {
  site: string;
  /** F1 of the whole site, then of each sample; agreement of each sample. */
  f1: number[];
  agreement: number[];
}

const mean = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / Math.max(1, list.length);
const corpus = corpusSites();
const rows: Row[] = [];
for (const { site, model: labelModel } of keptModels(corpus, namedSites(corpus, values.site), values.models)) {
  const names = [...site.pages.keys()].sort((a, b) => pageHash(a) - pageHash(b));
  const digests = new Map(names.map(name => [name, digestText(site.read(name), 'default', { path: name })]));
  const whole = new SiteModel({ extractor: 'default', groupThreshold: null, labelModel });
  for (const [name, digest] of digests) whole.upsert(name, digest);
  whole.settle();
  const keys = names.filter(name => site.pages.get(name)!.key);
  const gold = new Map(keys.map(name => [name, goldWords(site.read(name), site.pages.get(name)!.rules)]));
  const f1Of = (name: string, label: Uint8Array): number =>
    wordMeasures(labelledWords(digests.get(name)!.tree, site.read(name), label), gold.get(name)!).f1;
  const row: Row = { site: site.name, f1: [mean(keys.map(name => f1Of(name, whole.labels(name).label)))], agreement: [] };
  for (const { pages } of bars) {
    const sample = names.slice(0, pages);
    const host = learnHost(
      sample.map(name => ({ name, digest: digests.get(name)! })),
      { labelModel },
    );
    let equal = 0;
    let all = 0;
    const f1: number[] = [];
    for (const name of names) {
      const isKey = gold.has(name);
      const isOutside = !sample.includes(name);
      if (!isKey && !isOutside) continue;
      const { tree } = digests.get(name)!;
      const { label } = host.apply(digests.get(name)!);
      if (isKey) f1.push(f1Of(name, label));
      if (!isOutside) continue;
      const expected = whole.labels(name).label;
      for (let node = 0; node < tree.size; node++) {
        if (!isLabelled(tree, node)) continue;
        all++;
        if (label[node] === expected[node]) equal++;
      }
    }
    row.f1.push(mean(f1));
    row.agreement.push(all === 0 ? Number.NaN : equal / all);
  }
  rows.push(row);
  if (values.sites)
    console.error(`${row.site} ${row.f1.map(f => f.toFixed(3)).join(' ')} | ${row.agreement.map(f => f.toFixed(3)).join(' ')}`);
}
const column = (at: (row: Row) => number): string => {
  const given = rows.map(at).filter(value => !Number.isNaN(value));
  return given.length === 0 ? '' : mean(given).toFixed(4);
};
console.log(
  '| pages of the sample | sites with pages outside it | agreement with all pages | F1 of the content |\n| --: | --: | --: | --: |',
);
console.log(`| all | | | ${column(row => row.f1[0]!)} |`);
bars.forEach(({ pages, agreement, f1 }, at) => {
  const outside = rows.filter(row => !Number.isNaN(row.agreement[at]!)).length;
  const [gotAgreement, gotF1] = [column(row => row.agreement[at]!), column(row => row.f1[at + 1]!)];
  console.log(`| ${pages} | ${outside} | ${gotAgreement} | ${gotF1} |`);
  if (values.site) return;
  for (const [what, got, bar] of [
    ['agreement', gotAgreement, agreement],
    ['F1', gotF1, f1],
  ] as const) {
    if (got === '' || Number(got) >= bar) continue;
    console.error(`${what} with ${pages} pages is ${got}, less than ${bar}`);
    process.exitCode = 1;
  }
});
