import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { learnModel, readModel } from '../../server/src/api/index.ts';
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
  expect(row).toMatchObject({ path: join(fresh, 'new.html'), layout: expect.any(String) });
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
