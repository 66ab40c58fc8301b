import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder, writeFiles } from './folder.ts';
import { type OpenSite, openSite } from './site-folder.ts';

const skeleton = (menu: string, content: string): string =>
  `<head></head><body><div id="top"><p>Harbour</p><a href="/news.html">${menu}</a></div><div>${content}</div></body></html>`;
const template = (menu: string): string =>
  `<html>${skeleton(menu, '<!-- TemplateBeginEditable name="main" -->Text<!-- TemplateEndEditable -->')}`;
const page = (text: string, menu = 'News'): string =>
  `<html><!-- InstanceBegin template="/Templates/main.dwt" -->${skeleton(menu, `<!-- InstanceBeginEditable name="main" --><p>${text}</p><!-- InstanceEndEditable -->`)}`.replace(
    '</html>',
    '<!-- InstanceEnd --></html>',
  );

/** The pages of each version of a part, with the template files that it is in. */
async function versionsOf({ engine }: OpenSite): Promise<(string | undefined)[][]> {
  const parts = await engine.query({ kind: 'parts' });
  return parts.flatMap(({ versions }) => versions.map(({ pages, templates }) => [pages.join(' '), templates?.join()]));
}

test('template files are read, followed and forgotten, and are never pages', async () => {
  const files = { 'a.html': page('Apples'), 'b.html': page('Boats', 'Olds'), 'Templates/main.dwt': template('News') };
  const root = makeFolder(files);
  const site = await openSite(root, { paranoid: true });
  const { engine, events } = site;
  const templates = () => versionsOf(site);
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

test('a look at single folders sees template files that came, changed or went', async () => {
  const root = makeFolder({ 'a.html': page('Apples'), 'b.html': page('Boats', 'Olds') });
  const site = await openSite(root, { paranoid: true });
  const look = (folder: string) => site.engine.send({ command: 'folders', folders: [folder] });
  writeFiles(root, { 'Templates/main.dwt': template('News') });
  look('');
  expect((await versionsOf(site)).every(([, from]) => from === undefined)).toBe(true);
  look('Templates');
  expect(await versionsOf(site)).toContainEqual(['a.html', 'Templates/main.dwt']);
  writeFiles(root, { 'Templates/main.dwt': template('Olds') });
  look('Templates');
  expect(await versionsOf(site)).toContainEqual(['b.html', 'Templates/main.dwt']);
  rmSync(join(root, 'Templates'), { recursive: true });
  look('');
  expect(await versionsOf(site)).toContainEqual(['b.html', 'Templates/main.dwt']);
  look('Templates');
  expect((await versionsOf(site)).every(([, from]) => from === undefined)).toBe(true);
  expect(site.take('problem')).toEqual([]);
});

test('a template file that is too large is reported of once, and read when the limit is another', async () => {
  const large = template('News') + ' '.repeat(2000);
  const root = makeFolder({ 'a.html': page('Apples'), 'b.html': page('Boats', 'Olds'), 'Templates/main.dwt': large });
  const site = await openSite(root, { maxPageBytes: 1000 });
  site.engine.send({ command: 'rescan' });
  expect((await versionsOf(site)).every(([, from]) => from === undefined)).toBe(true);
  expect(site.take('problem')).toMatchObject([{ message: expect.stringContaining('Templates/main.dwt') }]);
  site.engine.send({ command: 'settings', settings: { ...site.settings, maxPageBytes: 10_000 } });
  expect(await versionsOf(site)).toContainEqual(['a.html', 'Templates/main.dwt']);
  site.engine.send({ command: 'settings', settings: { ...site.settings, maxPageBytes: 1000 } });
  expect((await versionsOf(site)).every(([, from]) => from === undefined)).toBe(true);
});

test('a template file that ended an engine is skipped until it changes', async () => {
  const files = { 'a.html': page('Apples'), 'b.html': page('Boats', 'Olds'), 'Templates/main.dwt': template('News') };
  const root = makeFolder(files);
  const site = await openSite(root, { quarantined: [{ page: 'Templates/main.dwt' }] });
  site.engine.send({ command: 'rescan' });
  expect((await versionsOf(site)).every(([, from]) => from === undefined)).toBe(true);
  expect(site.take('problem')).toMatchObject([{ message: expect.stringMatching(/^Templates\/main.dwt ended the engine/) }]);
  writeFiles(root, { 'Templates/main.dwt': `${template('News')} ` });
  site.engine.send({ command: 'files', pages: ['Templates/main.dwt'] });
  expect(await versionsOf(site)).toContainEqual(['a.html', 'Templates/main.dwt']);
  expect(site.take('problem')).toEqual([]);
});
