import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyAlone, learnModel, readModel } from '../../server/src/api/index.ts';
import { makeFolder } from '../site/folder.ts';
import { page, smallSite, templens } from './templens.ts';

const target = () => join(makeFolder({}), 'host.model');

test('a page that the site does not have is labelled by its model', async () => {
  const out = target();
  expect(await templens(['model', makeFolder(smallSite), '--out', out])).toMatchObject({ code: 0, stdout: '' });
  const fresh = makeFolder({ 'new.html': page('News', 'A cat was seen at the harbour') });
  const { code, stdout } = await templens([
    'apply',
    join(fresh, 'new.html'),
    '--model',
    out,
    '--emit',
    'content,segments,labels,template',
  ]);
  expect(code).toBe(0);
  const row = JSON.parse(stdout) as Record<string, unknown>;
  expect(row).toMatchObject({
    path: join(fresh, 'new.html'),
    method: 'host',
    layout: expect.any(String),
    layoutId: expect.stringMatching(/^g\w{11}$/),
    title: 'News',
  });
  expect(row.content).toBe('News\nA cat was seen at the harbour\n');
  expect(row.content).toContain('A cat was seen at the harbour');
  expect(row.content).not.toContain('Home');
  expect(row.template).toContain('templens:hole');
  const text = readFileSync(join(fresh, 'new.html'), 'utf8');
  for (const { start, end, text: said } of row.segments as { start: number; end: number; text: string }[])
    expect(text.slice(start, end)).toContain(said.split('\n')[0]);
  expect(row.nodes).toContainEqual(expect.objectContaining({ kind: 'text', label: 'content' }));
});

test('a model is read back, and another file is refused', async () => {
  const pages = Object.entries(smallSite).map(([path, text]) => ({ path, text }));
  const model = learnModel(pages);
  const again = readModel(model.toBytes());
  for (const each of pages) expect(again.labels(each)).toEqual(model.labels(each));
  const file = target();
  writeFileSync(file, 'no model');
  expect(await templens(['apply', __filename, '--model', file])).toMatchObject({
    code: 3,
    stderr: `templens: The model ${file}: This is not a model of Templens.\n`,
  });
});

test('of many pages those with the smallest hashes are learned from, whatever their order', () => {
  const pages = Array.from({ length: 30 }, (_, at) => ({ path: `${at}.html`, text: page(`Page ${at}`, `Fox number ${at}`) }));
  const bytes = learnModel(pages, { most: 10 }).toBytes();
  expect(learnModel(pages.toReversed(), { most: 10 }).toBytes()).toEqual(bytes);
  expect(readModel(bytes).pages).toBe(10);
});

test('what is missing or unreadable is said', async () => {
  const out = target();
  expect(await templens(['model', makeFolder({}), '--out', out])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no page'),
  });
  await templens(['model', makeFolder(smallSite), '--out', out]);
  expect(await templens(['apply', '/nowhere.html', '--model', out])).toMatchObject({
    code: 3,
    stderr: 'templens: /nowhere.html cannot be read: it does not exist; it is skipped.\n',
  });
});

test('without a model, a page is labelled alone', async () => {
  const folder = makeFolder({ 'article.html': article });
  const { code, stdout } = await templens(['apply', join(folder, 'article.html'), '--emit', 'content,labels']);
  expect(code).toBe(0);
  const row = JSON.parse(stdout) as { path: string; content: string };
  expect(row).toMatchObject({ method: 'alone', confidence: expect.any(Number) });
  expect(row).not.toHaveProperty('layout');
  expect(row.content).toContain('The harbour was closed');
  expect(row.content).not.toMatch(/Privacy|Sports|All rights/);
  expect(applyAlone({ path: row.path, text: article }, { emit: ['content', 'labels'] })).toEqual(row);
  expect(applyAlone({ path: 'x', text: '<p>Nothing but a text.' })).not.toHaveProperty('title');
  expect(() => applyAlone({ path: 'x', text: '' }, { emit: ['nothing' as 'content'] })).toThrow(/"nothing" is not one of/);
});

test('no line of the content is torn where many pages have the links of its sentence', async () => {
  const links =
    '<a href="objects.html">Objects</a>, <a href="constants.html">Constants</a>, and <a href="functions.html">Functions</a>';
  const sentences = [
    'A fox was seen at the harbour when the boats came home in the evening',
    'The owl sleeps in the tower all day long and hunts at night',
    'Nobody counts how many bees a garden has in a warm summer',
    'Eels swim thousands of miles to the sea where they were born',
    'Two cats live in the library and guard the old books',
    'A hen laid an egg in the bell of the church',
    'Under the bridge hang more bats than anybody likes',
    'The mice of the market eat cheese before it is sold',
    'An elk stood on the railway and stopped every train',
    'Rams fight on the hill as long as the spring lasts',
    'Crows remember the faces of people who were unkind',
    'Moths have eaten the coat of the mayor again',
  ];
  const names = sentences.map((_, at) => `${at}.html`);
  const texts = Object.fromEntries(
    sentences.map((sentence, at) => [`${at}.html`, page(`Page ${at}`, `${sentence}, see ${links} of ${at}.`)]),
  );
  const folder = makeFolder(texts);
  const files = names.map(name => join(folder, name));
  const out = target();
  await templens(['model', folder, '--out', out, '--pages', '8']);
  const crawled = makeFolder({});
  await templens(['crawl', folder, '--out', join(crawled, 'rows'), '--sample', '8', '--emit', 'content,segments']);
  const outputs = [
    readFileSync(join(crawled, 'rows/part-00000.jsonl'), 'utf8'),
    (await templens(['apply', ...files, '--model', out, '--emit', 'content,segments'])).stdout,
    (await templens(['apply', ...files, '--emit', 'content,segments'])).stdout,
  ];
  for (const output of outputs) {
    const rows = output
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as { content: string; segments: { text: string }[] });
    expect(rows).toHaveLength(names.length);
    for (const { content, segments } of rows) {
      const all = content + segments.map(({ text }) => text).join('\n');
      expect(all).toMatch(/^\w+ .*, see Objects, Constants, and Functions of \d+\.$/m);
      expect(all).not.toMatch(/^(?:, and|,|Objects)$/m);
    }
  }
});

const paragraph =
  'The harbour was closed for two days, and the ferries, which carry most of the goods of the island, stayed on the other side.';
const article = `<!doctype html><html><head><title>Storm</title></head><body>
<div class="nav"><ul>${['Home', 'Sports', 'Culture', 'Shop'].map(name => `<li><a href="/${name}">${name}</a></li>`).join('')}</ul></div>
<div class="main"><h1>Storm over the island</h1>${`<p>${paragraph}</p>`.repeat(6)}</div>
<div class="footer"><a href="/privacy">Privacy</a> <a href="/terms">Terms</a> <span>All rights reserved</span></div></body></html>`;
