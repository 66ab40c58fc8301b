import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder, writeFiles } from './folder.ts';
import { openSite } from './site-folder.ts';

const skeleton = (menu: string, content: string): string =>
  `<head></head><body><div id="top"><p>Harbour</p><a href="/news.html">${menu}</a></div><div>${content}</div></body></html>`;
const template = (menu: string): string =>
  `<html>${skeleton(menu, '<!-- TemplateBeginEditable name="main" -->Text<!-- TemplateEndEditable -->')}`;
const page = (text: string, menu = 'News'): string =>
  `<html><!-- InstanceBegin template="/Templates/main.dwt" -->${skeleton(menu, `<!-- InstanceBeginEditable name="main" --><p>${text}</p><!-- InstanceEndEditable -->`)}`.replace(
    '</html>',
    '<!-- InstanceEnd --></html>',
  );

test('template files are read, followed and forgotten, and are never pages', async () => {
  const files = { 'a.html': page('Apples'), 'b.html': page('Boats', 'Olds'), 'Templates/main.dwt': template('News') };
  const root = makeFolder(files);
  const { engine, events } = await openSite(root, { paranoid: true });
  const templates = async () => {
    const parts = await engine.query({ kind: 'parts' });
    return parts.flatMap(({ versions }) => versions.map(({ pages, templates }) => [pages.join(' '), templates?.join()]));
  };
  expect((await engine.query({ kind: 'pages' })).map(({ page }) => page)).toEqual(['a.html', 'b.html']);
  expect(await templates()).toEqual([
    ['a.html', 'Templates/main.dwt'],
    ['b.html', undefined],
  ]);
  writeFiles(root, { 'Templates/main.dwt': template('Newest') });
  engine.send({ command: 'files', pages: ['Templates/main.dwt'] });
  expect(await templates()).toEqual([
    ['a.html', undefined],
    ['b.html', undefined],
  ]);
  const [{ id }] = (await engine.query({ kind: 'parts' })) as unknown as [{ id: string }];
  const versions = (await engine.query({ kind: 'partVersions', part: id, words: true }))!;
  expect(versions.flatMap(({ words }) => words.flat()).flatMap(run => (run.kind === 'missing' ? [run.text] : []))).toEqual([
    'Newest',
    'Newest',
  ]);
  writeFiles(root, { 'Templates/main.dwt': template('Olds') });
  engine.send({ command: 'rescan' });
  expect(await templates()).toContainEqual(['b.html', 'Templates/main.dwt']);
  rmSync(join(root, 'Templates'), { recursive: true });
  engine.send({ command: 'rescan' });
  expect((await templates()).every(([, from]) => from === undefined)).toBe(true);
  expect(events.filter(({ event }) => event === 'problem')).toEqual([]);
});
