// The engine as it runs in a browser: without a disk, threads and a cache. It says what it says of the same pages in a folder.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { openSite } from '../../server/src/api/index.ts';
import { BrowserSite } from '../../server/src/browser/browser-site.ts';
import { browserLimits, type DroppedFile, readFolder, readZip } from '../../server/src/browser/dropped-files.ts';

const sample = 'test/fixtures/sample-site/pages';

/** The files of a folder, as a browser names them: from the folder that was dropped. */
function filesOf(folder: string): DroppedFile[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  return entries.map(({ parentPath, name }) => {
    const file = join(parentPath, name);
    return { path: `pages${file.slice(folder.length)}`, file: new Blob([readFileSync(file)]) };
  });
}

const zipOf = (files: Record<string, string>): Blob =>
  new Blob([zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)])))]);
const folderOf = (files: Record<string, string>): DroppedFile[] =>
  Object.entries(files).map(([path, text]) => ({ path, file: new Blob([text]) }));

test.each([sample, 'client/sample'])('findings, parts and labels of %s are those of its folder', async folder => {
  const inBrowser = await BrowserSite.open(await readFolder(filesOf(folder)));
  await using onDisk = await openSite(folder, { gitignore: false });
  const findings = (await inBrowser.ask({ kind: 'check' })).flatMap(({ diagnostics }) => diagnostics);
  expect(findings).toEqual(await onDisk.findings());
  expect((await inBrowser.ask({ kind: 'parts' })).map(({ name, pages }) => ({ name, pages }))).toEqual(
    (await onDisk.parts()).map(({ name, pages }) => ({ name, pages })),
  );
  for (const page of await onDisk.pages())
    expect((await inBrowser.ask({ kind: 'classify', page })).nodes).toEqual((await onDisk.labels(page)).nodes);
});

test('a ZIP file is the folder that is in it, in any order, with or without the folder', async () => {
  const name = fc.stringMatching(/^[a-z]{1,4}(?:\/[a-z]{1,4})?$/).map(path => `${path}.html`);
  const anySite = fc.dictionary(name, fc.string({ unit: 'grapheme' }), { minKeys: 1, maxKeys: 6 });
  await fc.assert(
    fc.asyncProperty(anySite, async files => {
      const inFolder = Object.fromEntries(Object.entries(files).map(([path, text]) => [`the site/${path}`, text]));
      const expected = Object.entries(files).map(([path, text]) => [path, text.replace(/^\uFEFF/, '')]);
      for (const site of [await readZip(zipOf(inFolder)), await readFolder(folderOf(inFolder))]) {
        expect([...site.texts]).toEqual(expected.sort(([a], [b]) => (a! < b! ? -1 : 1)));
        expect([...site.files].sort()).toEqual(Object.keys(files).sort());
      }
    }),
    { numRuns: 50 },
  );
});

test('entries of a ZIP file that are no files of the site are not read', async () => {
  const site = await readZip(zipOf({ 'a.html': 'a', '../b.html': 'b', '__MACOSX/._a.html': 'c', 'x\\d.html': 'd' }));
  expect([...site.texts.keys()]).toEqual(['a.html', 'x/d.html']);
});

test('a configuration file is not read, and that is said', async () => {
  const { skipped } = await readFolder(folderOf({ 'a.html': 'a', 'templens.config.json': '{}' }));
  expect(skipped).toEqual(['templens.config.json is not read here: the settings are the default ones.']);
});

test('what cannot be read is said in a sentence', async () => {
  await expect(readZip(new Blob(['no zip']))).rejects.toThrow(/^The file is not a ZIP file, or it is damaged\./);
  await expect(readFolder(folderOf({ 'a.txt': 'a' }))).rejects.toThrow(/^None of the 1 file is an HTML page/);
  const many = Object.fromEntries(Array.from({ length: browserLimits.pages + 1 }, (_, at) => [`${at}.html`, '']));
  await expect(readFolder(folderOf(many))).rejects.toThrow(/^The site has 3001 pages with 0 MB; a browser reads 3000 pages/);
});

test('a page that is too large is skipped, and said', async () => {
  const large = `<p>${'x'.repeat(10 * 1024 * 1024)}`;
  for (const site of [
    await readFolder(folderOf({ 'a.html': 'a', 'b.html': large })),
    await readZip(zipOf({ 'a.html': 'a', 'b.html': large })),
  ]) {
    expect([...site.texts.keys()]).toEqual(['a.html']);
    expect(site.skipped).toEqual(['b.html has more than 10 MB and is skipped.']);
  }
});
