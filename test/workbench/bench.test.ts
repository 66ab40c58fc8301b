import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { BenchReport } from '../../server/src/lab/workbench/bench-report.ts';
import { ended, start, templens } from '../cli/templens.ts';
import { isDeep } from '../support/deep.ts';
import { isUnix } from '../support/platform.ts';

const sample = 'test/fixtures/sample-site';
const two = ['--extractor', 'iwptd', '--extractor', 'default'];

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'templens-workbench-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function report(...args: string[]): Promise<BenchReport> {
  const { code, stdout, stderr } = await templens(['bench', ...args, '--format', 'json']);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return JSON.parse(stdout) as BenchReport;
}

describe('templens bench', () => {
  test('measures every extractor that is asked for, by site, category and overall', async () => {
    const { runs, sites, scoredPages, notes } = await report(sample, ...two, '--no-growth');
    expect(sites).toEqual([{ site: 'sample-site', category: 'Documentation', pages: 14, scored: 5 }]);
    expect(scoredPages).toBe('key');
    expect(runs.map(({ run }) => run)).toEqual(['default', 'iwptd']);
    for (const {
      sites: [site],
      categories,
      overall,
      costs,
      failures,
    } of runs) {
      expect(site!.pages).toHaveLength(5);
      expect(site!.pages.every(({ missing }) => missing === 0)).toBe(true);
      const mean = site!.pages.reduce((sum, { f1 }) => sum + f1, 0) / 5;
      const { f1 } = site!.measures.universe;
      expect(f1.mean).toBeCloseTo(mean, 12);
      expect(f1.low).toBeLessThan(f1.mean);
      expect(f1.high).toBeGreaterThan(f1.mean);
      // One site: its mean, and nothing to say of other sites.
      expect(overall.universe.f1).toEqual({ n: 1, mean: f1.mean, deviation: null, low: null, high: null });
      expect(categories).toEqual([{ category: 'Documentation', sites: 1, measures: overall }]);
      expect(costs!.millisecondsPerPage).toBeGreaterThan(0);
      expect(costs!.bytesPerPage).toBeGreaterThan(0);
      expect(failures).toEqual([]);
    }
    // The figures of the default labels are not those of an unseen site, and that is said.
    expect(notes.join()).toContain('it needs a corpus of several sites');
  });

  test.runIf(isDeep)('gives the same bytes for any number of threads', async () => {
    const outputs = await Promise.all(
      ['1', '3'].map(threads => templens(['bench', sample, '--no-costs', '--format', 'json', '--threads', threads])),
    );
    expect(outputs[0]!.code).toBe(0);
    expect(outputs[1]!.stdout).toBe(outputs[0]!.stdout);
    const { runs } = JSON.parse(outputs[0]!.stdout) as BenchReport;
    expect(runs.length).toBeGreaterThan(2);
    expect(runs.every(({ sites, failures }) => sites.length === 1 && failures.length === 0)).toBe(true);
  });

  test('prints tables, with what was published beside', async () => {
    const { stdout } = await templens(['bench', sample, ...two, '--no-growth']);
    for (const title of ['Overall', 'F1 by category', 'By site', 'Time, growth and memory', 'What was published']) {
      expect(stdout).toContain(`## ${title}`);
    }
    expect(stdout).toMatch(/\| IWPTD +\| 68\.18 \/ \d/);
  });

  test.runIf(isDeep)('prints a row a figure as CSV', async () => {
    const { stdout } = await templens(['bench', sample, '--extractor', 'iwptd', '--no-costs', '--format', 'csv']);
    const [head, ...rows] = stdout.trimEnd().split('\r\n');
    expect(head).toBe('extractor,scope,name,nodes,measure,n,mean,deviation,low,high,p,holm');
    // Overall, one category, one site; three sets of nodes; four measures.
    expect(rows).toHaveLength(3 * 3 * 4);
    expect(rows.every(row => row.split(',').length === 12)).toBe(true);
    expect(rows).toContainEqual(expect.stringMatching(/^iwptd,site,sample-site,elements,recall,5,0\.\d+,/));
  });

  test('prints the same tables for LaTeX, with what is special there escaped', async () => {
    const args = ['bench', sample, ...two, '--set', 'iwptd.pages=12', '--no-growth', '--no-costs'];
    const { stdout } = await templens([...args, '--format', 'latex']);
    const { stdout: text } = await templens(args);
    expect(stdout.match(/\\begin\{longtable\}/g)).toHaveLength(
      text.match(/^## (Overall|F1|Accuracy|Precision|By|What)/gm)!.length,
    );
    expect(stdout).toContain('99 \\%');
    expect(stdout).toMatch(/^iwptd & (\d+\.\d+ & ){3}\d+\.\d+ \\\\$/m);
    // Nothing special is left outside comments, commands and the separators of cells.
    const rest = stdout.replaceAll(/^%.*$/gm, '').replaceAll(/\\[&%#$_{}\\]|\\[a-z]+/g, '');
    expect(rest).not.toMatch(/[%#$_^~<>"\\]/);
  });

  test.runIf(isDeep)('labels a site whose labels trained the weights by weights that have not seen it', async () => {
    const corpus = folder();
    for (const name of ['sample-site', 'mine']) {
      cpSync(sample, join(corpus, name), { recursive: true });
      const gold = join(corpus, name, 'gold.json');
      writeFileSync(gold, JSON.stringify({ ...JSON.parse(readFileSync(gold, 'utf8')), site: name }));
    }
    const { runs, comparisons, notes } = await report(
      corpus,
      ...two,
      '--no-growth',
      '--no-costs',
      '--seed',
      '7',
      '--resamples',
      '500',
    );
    expect(runs.map(({ run }) => run)).toEqual(['default', 'iwptd', 'default, unseen']);
    const [seen, , unseen] = runs;
    const f1 = ({ sites }: typeof seen & {}, name: string) => sites.find(({ site }) => site === name)!.measures.universe.f1.mean;
    // The weights have not seen "mine", as far as its name says: they label it. The model of sample-site was trained on "mine" alone.
    expect(f1(unseen!, 'mine')).toBe(f1(seen!, 'mine'));
    expect(f1(unseen!, 'sample-site')).not.toBe(f1(seen!, 'sample-site'));
    expect(f1(unseen!, 'sample-site')).toBeGreaterThan(0.9);
    expect(notes.join()).toContain('"default, unseen" says that');
    // What remembers is no reference.
    expect(comparisons.map(({ measure, against, seed, resamples }) => [measure, against, seed, resamples])).toEqual([
      ['f1', 'default, unseen', 7, 500],
      ['accuracy', 'default, unseen', 7, 500],
    ]);
    const { runs: chosen } = await report(corpus, '--site', 'sample-site', '--extractor', 'default', '--no-growth', '--no-costs');
    expect(f1(chosen[1]!, 'sample-site')).toBe(f1(unseen!, 'sample-site'));
    const without = await report(corpus, ...two, '--no-growth', '--no-costs', '--no-unseen', '--against', 'iwptd');
    expect(without.runs.map(({ run }) => run)).toEqual(['default', 'iwptd']);
    expect(without.comparisons[0]!.against).toBe('iwptd');
  });

  test.runIf(isDeep)('prints one page that needs nothing else', async () => {
    const { stdout } = await templens(['bench', sample, ...two, '--no-growth', '--format', 'html']);
    expect(stdout.match(/<svg /g)).toHaveLength(4);
    expect(stdout).not.toMatch(/<script|<link|<img|src=|url\(|@import/);
    expect(stdout).toContain('<td class="words">iwptd');
  });

  test.runIf(isDeep)('measures growth on generated sites', async () => {
    const { growth, runs } = await report(sample, '--extractor', 'iwptd');
    expect(growth.map(({ series }) => series).sort()).toEqual(['page count', 'page size', 'page width']);
    for (const { points } of growth) expect(points.length).toBeGreaterThan(2);
    expect(Object.keys(runs[0]!.growth).sort()).toEqual(['page count', 'page size', 'page width']);
  });

  test.runIf(isDeep)('scores labels that were made elsewhere like those of the extractor that made them', async () => {
    const labels = folder();
    const { stdout } = await templens(['classify', join(sample, 'pages'), '--extractor', 'iwptd', '--format', 'ndjson']);
    writeFileSync(join(labels, 'sample-site.ndjson'), stdout);
    const { runs } = await report(sample, '--extractor', 'iwptd', '--labels', `elsewhere=${labels}`, '--no-growth');
    expect(runs.map(({ run }) => run)).toEqual(['iwptd', 'elsewhere']);
    expect(runs[1]!.sites[0]!.measures).toEqual(runs[0]!.sites[0]!.measures);
    expect(runs[1]!.costs).toBeNull();
  });

  test('scores all pages when asked', async () => {
    const { sites } = await report(sample, '--extractor', 'plain', '--pages', 'all', '--no-growth');
    expect(sites[0]!.scored).toBe(14);
  });
});

describe.runIf(isDeep)('templens bench --resume', () => {
  const args = (file: string) => ['bench', sample, ...two, '--no-costs', '--format', 'json', '--resume', file];
  const lines = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n').slice(1);

  test('takes what is known from the file, and gives the same report', async () => {
    const file = join(folder(), 'results');
    await templens(['bench', sample, '--extractor', 'iwptd', '--no-growth', '--resume', file]);
    const known = lines(file);
    expect(known).toHaveLength(1);
    const { stdout } = await templens(args(file));
    // One result was added, none worked out anew.
    expect(lines(file)).toHaveLength(2);
    expect(lines(file)[0]).toBe(known[0]);
    expect(stdout).toBe((await templens(args(file).slice(0, -2))).stdout);
  });

  test.runIf(isUnix)('an interrupted run ends with a sentence and goes on later', async () => {
    const parent = folder();
    const file = join(parent, 'results');
    const watcher = watch(parent);
    const child = start(['bench', sample, '--resume', file]);
    let reports = '';
    child.stderr.on('data', chunk => {
      reports += String(chunk);
    });
    await once(watcher, 'change');
    watcher.close();
    child.kill('SIGINT');
    expect((await ended(child)).code).toBe(3);
    expect(reports).toContain('Interrupted.');
    expect((await templens(args(file))).code).toBe(0);
  });

  test('damaged results are worked out anew', async () => {
    const file = join(folder(), 'results');
    const whole = await templens(args(file));
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.slice(0, -40).replace('"site":"sample-site"', '"site":"simple-site"'));
    const again = await templens(args(file));
    expect(again.stderr).toContain('2 damaged of 2 results');
    expect(again).toMatchObject({ code: 0, stdout: whole.stdout });
    expect(await templens(args(file))).toMatchObject({ stderr: '', stdout: whole.stdout });
    expect(lines(file)).toHaveLength(2);
  });

  test('a file that is something else is put aside, not lost', async () => {
    const file = join(folder(), 'results');
    writeFileSync(file, 'my notes');
    const { code, stderr } = await templens(args(file));
    expect(code).toBe(0);
    expect(stderr).toContain('no file of results');
    expect(readFileSync(`${file}.damaged`, 'utf8')).toBe('my notes');
    expect(lines(file)).toHaveLength(2);
  });

  test('a changed page is measured anew', async () => {
    const parent = folder();
    const site = join(parent, 'site');
    const file = join(parent, 'results');
    cpSync(sample, site, { recursive: true });
    const command = ['bench', site, '--extractor', 'plain', '--no-growth', '--resume', file];
    await templens(command);
    const page = join(site, 'pages/index.html');
    writeFileSync(page, readFileSync(page, 'utf8').replace('</p>', ' More words.</p>'));
    await templens(command);
    expect(lines(file)).toHaveLength(2);
  });

  test('says when results cannot be kept', async () => {
    const { code, stderr } = await templens(args(join(folder(), 'no', 'such', 'folder')));
    expect(code).toBe(3);
    expect(stderr).toMatch(/The results cannot be kept in .*: it does not exist\./);
  });
});

describe('what cannot be measured is reported in a sentence', () => {
  const site = (gold: unknown): string => {
    const root = folder();
    mkdirSync(join(root, 'one/pages'), { recursive: true });
    writeFileSync(join(root, 'one/pages/a.html'), '<p>a');
    writeFileSync(join(root, 'one/gold.json'), typeof gold === 'string' ? gold : JSON.stringify(gold));
    return root;
  };
  const template = (more: object) => ({ site: 'one', templates: [{ name: 't', pages: ['a.html'], rules: [], ...more }] });

  test.each([
    ['a folder that is not there', () => [join(folder(), 'none')], 3, 'does not exist'],
    ['a folder without a gold site', () => [folder()], 2, 'There is no gold site in'],
    ['gold.json that is not JSON', () => [site('{')], 2, 'not valid JSON'],
    ['gold.json without templates', () => [site({ site: 'one' })], 2, 'has no "templates"'],
    ['a page that is not there', () => [site(template({ pages: ['b.html'] }))], 2, 'names the page b.html'],
    ['an invalid selector', () => [site(template({ rules: [{ css: 'p[', label: 'content' }] }))], 2, 'the selector "p["'],
    ['a site that is unknown', () => [sample, '--site', 'x'], 2, 'has no site "x"; it has sample-site'],
    ['an extractor that is unknown', () => [sample, '--extractor', 'x'], 2, 'Allowed choices are'],
    ['labels that are not there', () => [sample, '--labels', 'a=/none'], 3, 'The labels /none cannot be read'],
    ['labels with a name that is taken', () => [sample, '--labels', 'sst=/'], 2, 'this name is taken'],
    ['labels of another form', () => [sample, '--labels', 'a'], 2, 'NAME=FOLDER'],
    ['a row to compare with that is not there', () => [sample, '--against', 'x'], 2, '--against x: there is no such row'],
    ['too few resamples', () => [sample, '--resamples', '5'], 2, 'a whole number from 100'],
    ['a seed that is no number', () => [sample, '--seed', '-1'], 2, 'a whole number from 0'],
    ['a time limit of nothing', () => [sample, '--timeout', '0'], 2, 'whole number of seconds'],
  ])('%s', async (_what, args, code, sentence) => {
    const run = await templens(['bench', ...args()]);
    expect(run.stderr).toContain(sentence);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(run).toMatchObject({ code, stdout: '' });
  });

  test('labels of a site that are missing cost only their row', async () => {
    const { code, stdout, stderr } = await templens([
      ...['bench', sample, '--extractor', 'plain', '--labels', `mine=${folder()}`, '--no-costs', '--format', 'json'],
    ]);
    expect(code).toBe(3);
    expect(stderr).toContain('mine has no result for the site sample-site');
    expect((JSON.parse(stdout) as BenchReport).runs[0]!.sites).toHaveLength(1);
  });
});
