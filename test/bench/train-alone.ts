// Trains the labels of a page alone on the gold corpus and on the `dev` pages of WCXB, a public benchmark; see `publicSets` for the folder of its clone.
// usage: node test/bench/dist/train-alone.js --benchmarks FOLDER --write                     trains on all of these pages and writes the weights
//        node test/bench/dist/train-alone.js --benchmarks FOLDER [--folds N] [--set OPTION=JSON]...   cross-validates over sites, to try options
//        --keep FOLDER keeps the model of each site of the corpus, which has not seen it, for `npm run bench -- --extractors --models FOLDER`
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compileAlone, labelsAlone } from '../../server/src/core/labels/alone/alone-labels.ts';
import { wordMeasures } from '../../server/src/lab/workbench/word-measure.ts';
import { type AloneOptions, alignedPage, aloneOptions, corpusPages, trainAlone } from '../support/alone-training.ts';
import { bootstrapMean } from '../support/bootstrap.ts';
import { labelledWords } from '../support/content-words.ts';
import { corpusAvailable, corpusSites } from '../support/corpus.ts';
import { keyPages, readWcxb, textWords } from '../support/extraction-sets.ts';

const { values } = parseArgs({
  options: {
    benchmarks: { type: 'string' },
    write: { type: 'boolean', default: false },
    folds: { type: 'string', default: '5' },
    keep: { type: 'string' },
    set: { type: 'string', multiple: true, default: [] },
  },
});
if (!corpusAvailable) process.exit(3);
if (values.benchmarks === undefined) {
  console.error('--benchmarks names the folder that has a clone of web-content-extraction-benchmark.');
  process.exit(2);
}
const chosen = Object.fromEntries(
  values.set.map(pair => [pair.slice(0, pair.indexOf('=')), JSON.parse(pair.slice(pair.indexOf('=') + 1))]),
);
const unknown = Object.keys(chosen).filter(name => !(name in aloneOptions));
if (unknown.length > 0) {
  console.error(`--set ${unknown[0]}: not an option of the training. They are ${Object.keys(aloneOptions).join(', ')}.`);
  process.exit(2);
}
const options: AloneOptions = { ...aloneOptions, ...chosen };
const sites = corpusSites();
const wcxb = readWcxb(join(values.benchmarks, 'web-content-extraction-benchmark'), 'dev');
console.error('reading pages');
const ofCorpus = sites.map(site => corpusPages(site, options));
const ofWcxb = wcxb.map(alignedPage);

if (values.write) {
  const model = trainAlone([...ofCorpus.flat(), ...ofWcxb], options);
  writeFileSync('server/src/core/labels/alone/alone-weights.json', `${JSON.stringify(model)}\n`);
  console.log(`${model.trees.value.length} leaves, ${Object.keys(model.names).length} names`);
} else {
  const folds = Number(values.folds);
  const foldOf = new Map([...new Set(wcxb.map(({ site }) => site))].sort().map((site, at) => [site, at % folds]));
  const results: {
    corpus: { f1: number; precision: number; recall: number }[];
    wcxb: { f1: number; precision: number; recall: number }[];
  } = { corpus: [], wcxb: [] };
  for (let fold = 0; fold < folds; fold++) {
    const isIn = (site: string): boolean => foldOf.get(site) !== fold;
    const seen = [...ofCorpus.filter((_, at) => at % folds !== fold).flat(), ...ofWcxb.filter(({ site }) => isIn(site))];
    const start = performance.now();
    const trained = trainAlone(seen, options);
    const model = compileAlone(trained);
    console.error(`fold ${fold}: trained on ${seen.length} pages in ${((performance.now() - start) / 1000).toFixed(0)} s`);
    const measure = (page: { digest: (typeof ofWcxb)[number]['digest']; text: string }, gold: readonly string[]) =>
      wordMeasures(
        textWords(labelledWords(page.digest.tree, page.text, labelsAlone(page.digest, page.text, model).label).join(' ')),
        gold,
      );
    sites.forEach((site, at) => {
      if (at % folds !== fold) return;
      if (values.keep !== undefined) writeFileSync(join(values.keep, `${site.name}.alone.json`), JSON.stringify(trained));
      const paths = [...site.pages.keys()];
      const all = keyPages(site).map(({ path, gold }) => measure(ofCorpus[at]![paths.indexOf(path)]!, gold));
      const mean = (of: 'f1' | 'precision' | 'recall') => all.reduce((sum, page) => sum + page[of], 0) / all.length;
      results.corpus.push({ f1: mean('f1'), precision: mean('precision'), recall: mean('recall') });
      console.error(`${site.name} ${mean('f1').toFixed(3)}`);
    });
    ofWcxb.forEach((page, at) => {
      if (!isIn(page.site)) results.wcxb.push(measure(page, wcxb[at]!.gold));
    });
  }
  for (const [name, list] of Object.entries(results)) {
    const [f1, precision, recall] = (['f1', 'precision', 'recall'] as const).map(of =>
      bootstrapMean(list.map(result => result[of])),
    );
    console.log(
      `${name}: F1 ${f1!.mean.toFixed(4)} (${f1!.low.toFixed(3)} to ${f1!.high.toFixed(3)}), precision ${precision!.mean.toFixed(3)}, recall ${recall!.mean.toFixed(3)}`,
    );
  }
}
