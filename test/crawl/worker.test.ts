import { expect, test } from 'vitest';
import { page } from '../cli/templens.ts';
import { codeBlocks } from '../docs/support/documents.ts';
import { makeFolder } from '../site/folder.ts';
import { placedPages, runWorker } from './worker.ts';

const header = (step: string, more: object = {}) => ({ contract: 1, step, ...more });
const titles = ['Foxes', 'Cats', 'Owls', 'Bees', 'Eels'];
const sitePages = (host: string): { url: string; html: string }[] =>
  titles.map(title => ({ url: `https://${host}/${title}`, html: page(title, `${title} were seen at the harbour.`) }));
/** A page whose labels need more memory than a small heap has. */
const killer = (url: string) => ({ url, html: '<p>x'.repeat(200_000) });

test('the example in docs/crawl.md is what a worker reads and writes', async () => {
  const [input, output] = codeBlocks('docs/crawl.md').filter(({ language }) => language === 'jsonl');
  const { code, text } = await runWorker(input!.text.trim().split('\n'));
  expect(code).toBe(0);
  const shape = (lines: string): string =>
    lines.replace(/"[\da-f]{16}"/g, '"0"').replace(/"(confidence|start|end)":[\d.]+/g, '"$1":0');
  expect(shape(text)).toBe(output!.text);
});

test('learn and apply give the rows that crawl gives', async () => {
  const pages = await placedPages([...sitePages('one.example'), ...sitePages('two.example')]);
  const crawled = await runWorker([header('crawl', { sample: 3 }), ...pages]);
  const { lines: models } = await runWorker([header('learn', { sample: 3 }), ...pages]);
  expect(models.pop()).toEqual({ end: true, pages: 10, errors: 0, models: 2, damaged: 0 });
  const lines = models.flatMap(model => [model, ...pages.filter(({ site }) => site === model.site)]);
  const applied = await runWorker([header('apply'), ...lines]);
  expect(applied.text).toBe(crawled.text);
  expect(crawled.lines).toHaveLength(11);
  for (const row of crawled.lines.slice(0, -1)) {
    expect(row).toMatchObject({ method: 'host', sample: 3, content: expect.stringContaining('were seen at the harbour') });
    expect(row.content).not.toContain('Made by hand');
  }
});

test('a site of one page is labelled alone, and a page without content is an error row', async () => {
  const [lone, bad] = await placedPages([
    { url: 'https://a.example/', html: page('Lone', 'Nobody else is here.') },
    { url: 'https://b.example/', body: 'AAAA', id: 'urn:uuid:1' },
  ]);
  const { lines, code } = await runWorker([header('crawl'), lone!, { ...bad, html: undefined, reason: 'damaged' }]);
  expect(code).toBe(0);
  expect(lines[0]).toMatchObject({ method: 'alone', content: expect.stringContaining('Nobody else') });
  expect(lines[1]).toEqual({
    id: 'urn:uuid:1',
    url: 'https://b.example/',
    site: 'b.example',
    method: 'error',
    reason: 'damaged',
  });
  expect(lines[2]).toEqual({ end: true, pages: 2, errors: 1, models: 0, damaged: 0 });
});

test('pages that end the labelling thread are error rows, in the sample or behind it', { timeout: 300_000 }, async () => {
  const others = sitePages('one.example');
  const urls = ['https://one.example/k1', 'https://one.example/k2'];
  const pages = await placedPages([...others, ...urls.map(killer)]);
  const { lines, code } = await runWorker(
    [header('crawl', { sample: 3, emit: ['content', 'labels'] }), ...pages],
    ['--memory', '24'],
  );
  expect(code).toBe(0);
  const rows = lines.slice(0, -1);
  expect(lines.at(-1)).toEqual({ end: true, pages: 7, errors: 2, models: 0, damaged: 0 });
  expect(rows.map(({ url }) => url)).toEqual(pages.map(({ url }) => url));
  for (const { url, method, reason, content } of rows)
    if (urls.includes(url as string)) expect({ method, reason }).toEqual({ method: 'error', reason: 'killed' });
    else expect([method, content]).toEqual(['host', expect.stringContaining('seen at the harbour')]);
});

test('a file that is no archive ends the worker without a trailer', async () => {
  const folder = makeFolder({ 'a.warc': 'nothing of the kind' });
  const { code, stderr, text } = await runWorker([header('read'), { type: 'file', path: `${folder}/a.warc` }]);
  expect({ code, text }).toEqual({ code: 3, text: '' });
  expect(stderr).toBe(`templens: ${folder}/a.warc cannot be read: it is neither WARC, JSON lines nor CDXJ.\n`);
});

const pageLine = (url: string) => ({ type: 'page', url, html: '<p>x' });

test.each([
  ['no line', [], 'The input is empty'],
  ['another version', [{ contract: 2, step: 'crawl' }], 'Line 1: "contract" must be 1'],
  ['an unknown step', [header('fly')], 'Line 1: "step" must be one of read, learn, apply, crawl.'],
  ['an unknown field of the header', [header('crawl', { smaple: 3 })], 'Line 1: "smaple" is unknown.'],
  ['a sample that is too small', [header('crawl', { sample: 2 })], 'Line 1: "sample" must be a whole number from 3 to 10000.'],
  ['a line that is no JSON', [header('crawl'), '{"type":'], 'Line 2: it must be a JSON object.'],
  ['an unknown type', [header('crawl'), { type: 'cat' }], 'Line 2: "type" must be page, model or file.'],
  ['a page without a URL', [header('crawl'), { type: 'page', html: '' }], 'Line 2: "url" must be a text.'],
  [
    'a wrong order',
    [header('crawl'), pageLine('http://b.example'), pageLine('http://a.example')],
    'Line 3: pages must be ordered',
  ],
  ['a page twice', [header('crawl'), pageLine('http://b.example'), pageLine('http://b.example')], 'each page once'],
  ['a page before its model', [header('apply'), pageLine('http://b.example')], 'Line 2: a model of its site'],
  [
    'a damaged model',
    [header('apply'), { type: 'model', site: 'b.example', bytes: 'AAAA' }, pageLine('http://b.example')],
    'The model of b.example: This is not a model of Templens.',
  ],
])('%s ends the worker with a sentence', async (_, lines, sentence) => {
  const { code, stderr, lines: written } = await runWorker(lines);
  expect(code).toBe(2);
  expect(stderr).toContain(sentence);
  expect(written.some(({ end }) => end === true)).toBe(false);
});
