import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSettings } from 'templens-shared/settings';
import { expect, test } from 'vitest';
import { discoverPages, pageFilter } from '../../server/src/site/discover.ts';
import { RealDisk } from '../../server/src/site/real-disk.ts';
import { SiteFiles } from '../../server/src/site/site-files.ts';
import { makeFolder } from './folder.ts';

const names = Array.from({ length: 30 }, (_, at) => `${at < 15 ? '' : 'sub/'}p${at}.html`);

/** A folder of 30 pages, 15 of them in a folder inside it: 31 entries. */
function searched() {
  const root = makeFolder(Object.fromEntries(names.map(name => [name, '<p>'])));
  return { root, files: new SiteFiles(root, defaultSettings, new RealDisk(root)) };
}

/** Searches until the end; the number of calls, and what was found. */
function searchAll(files: SiteFiles, budget: number) {
  for (let calls = 1; ; calls++) {
    const found = files.search(defaultSettings, budget);
    if (found) return { calls, found };
  }
}

test('a search in slices finds what one at once finds, and a slice looks at no more files than its budget', () => {
  const { root, files } = searched();
  const { calls, found } = searchAll(files, 8);
  // 31 entries, and the step that ends the search.
  expect(calls).toBe(4);
  expect(found.pages).toEqual(discoverPages(root, pageFilter(root, defaultSettings)).pages);
  expect(files.searchDue).toBe(false);
});

test('what is heard of during a search is due after it', () => {
  const { root, files } = searched();
  expect(files.search(defaultSettings, 20)).toBeUndefined();
  writeFileSync(join(root, 'p0.html'), '<p>longer');
  files.hint(['p0.html', 'p1.html']);
  files.hintFolders(['sub']);
  expect(searchAll(files, 20).found.folders).toBeUndefined();
  expect(searchAll(files, 20).found.folders).toEqual(new Set(['sub']));
  expect(files.searchDue).toBe(false);
  expect(files.inspectHints(1).map(({ page }) => page)).toEqual(['p0.html']);
  expect(files.hinted).toBe(true);
  expect(files.inspectHints(5).map(({ page }) => page)).toEqual(['p1.html']);
  expect(files.hinted).toBe(false);
});

test('a search that is asked for during one follows it', () => {
  const { root, files } = searched();
  files.search(defaultSettings, 31);
  writeFileSync(join(root, 'late.html'), '<p>');
  files.rescan();
  expect(searchAll(files, 100).found.pages.has('late.html')).toBe(false);
  expect(files.searchDue).toBe(true);
  expect(searchAll(files, 100).found.pages.has('late.html')).toBe(true);
});
