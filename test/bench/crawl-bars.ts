// Prints every bar of crawls with its figure: labels by samples against those by whole sites and against the gold labels, speed beside other
// extractors in the same run, and speed and memory from archives to rows.
// usage: node test/bench/dist/crawl-bars.js [--models FOLDER] [--benchmarks FOLDER] [--pages N] [--sites N] [--host-pages N] [--threads N]
//        [--only samples|extractors|crawl|host]... [--site NAME]...
//        --models keeps the trained models in a folder, and takes those that are there; --benchmarks has clones of public benchmarks; --site
//        measures these sites of the corpus only, which fails for no bar
//        default: 100,000 pages of 2,000 sites, a host of 50,000 pages, 2 threads
// exit code: 1 if a figure misses its bar, 3 no corpus
import '../../server/src/lab/index.ts';
import { parseArgs } from 'node:util';
import { markdownTable } from '../../server/src/lab/report/markdown-table.ts';
import { corpusAvailable, corpusSites, namedSites } from '../support/corpus.ts';
import { sampleFigures } from '../support/crawl-agreement.ts';
import { crawlCost } from '../support/crawl-cost.ts';
import { extractorFigures } from '../support/extractor-tables.ts';

const { values } = parseArgs({
  options: {
    models: { type: 'string' },
    benchmarks: { type: 'string' },
    pages: { type: 'string', default: '100000' },
    sites: { type: 'string', default: '2000' },
    'host-pages': { type: 'string', default: '50000' },
    threads: { type: 'string', default: '2' },
    site: { type: 'string', multiple: true },
    only: { type: 'string', multiple: true, default: ['samples', 'extractors', 'crawl', 'host'] },
  },
});
const measures = (what: string): boolean => values.only.includes(what);
if (!corpusAvailable && (measures('samples') || measures('extractors'))) process.exit(3);

const rows: string[][] = [];
/** Adds a figure, and fails if it misses its bar: at least `bar`, or at most with `isMost`. Without a bar, it is for comparison. */
function report(what: string, figure: number, digits: number, bar?: number, isMost = false): void {
  const holds = bar === undefined || (isMost ? figure <= bar : figure >= bar);
  rows.push([
    what,
    figure.toFixed(digits),
    bar === undefined ? '' : `${isMost ? 'at most' : 'at least'} ${bar}`,
    holds ? '' : 'missed',
  ]);
  if (!holds && values.site === undefined) process.exitCode = 1;
}

if (measures('samples')) {
  const corpus = corpusSites();
  const bars = new Map([
    [20, 0.96],
    [10, 0.95],
    [1, 0.925],
  ]);
  const figures = sampleFigures(corpus, namedSites(corpus, values.site), values.models, [200, 20, 10, 5, 2, 1]);
  for (const { pages, agreement } of figures)
    if (!Number.isNaN(agreement))
      report(`agreement with labels by all pages, sample ${pages}`, agreement, 4, pages === 20 ? 0.98 : undefined);
  for (const { pages, f1 } of figures)
    report(`F1 of the content, ${Number.isFinite(pages) ? `sample ${pages}` : 'all pages'}`, f1, 4, bars.get(pages));
}

if (measures('extractors')) {
  const warn = (sentence: string): void => console.error(sentence);
  const figures = await extractorFigures({
    models: values.models,
    benchmarks: values.benchmarks,
    sites: values.site,
    repetitions: 2,
    warn,
  });
  const alone = figures.filter(({ name }) => name === 'Templens, alone');
  for (const { set, f1 } of alone)
    report(`F1 of the page alone, ${set}`, f1, 4, set === 'corpus' ? 0.88 : set === 'news' ? 0.9 : undefined);
  const speed = (name: string): number => figures.find(each => each.set === 'corpus' && each.name === name)?.speed ?? Number.NaN;
  const own = speed('Templens, sample 20');
  report('pages a second and core, sample 20', own, 0);
  for (const [name, bar] of [
    ['jusText', 2],
    ['trafilatura', 5],
    ['resiliparse, main content', 0.3],
  ] as const)
    report(`the same by that of ${name}`, own / speed(name), 2, bar);
}

const threads = Number(values.threads);
if (measures('crawl')) {
  const cost = await crawlCost(Number(values.pages), Number(values.sites), threads);
  const what = `crawl of ${cost.pages} pages of ${cost.sites} sites`;
  report(`${what}: pages a second and core, from archives to rows`, cost.rate, 0, 250);
  report(`${what}: megabytes a thread`, cost.megabytes, 0, 512, true);
  report(`${what}: error rows`, cost.errors, 0, 0, true);
}
if (measures('host')) {
  const cost = await crawlCost(Number(values['host-pages']), 1, threads);
  report(`one host of ${cost.pages} pages: megabytes a thread`, cost.megabytes, 0, 512, true);
  report(`one host of ${cost.pages} pages: pages a second and core`, cost.rate, 0);
}
console.log(markdownTable(['measure', 'figure', 'bar', ''], rows));
