import { utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { tidyCache } from '../../../server/src/site/cache/tidy-cache.ts';
import { makeFolder } from '../folder.ts';
import { filesIn } from './answer-cache.ts';

const day = 24 * 60 * 60;
const hash = (digit: string): string => digit.repeat(32);

/** A folder for caches with files of 100 bytes, by their age in days. */
function cacheWith(ages: Record<string, number>): string {
  const folder = makeFolder(Object.fromEntries(Object.keys(ages).map(path => [path, 'x'.repeat(100)])));
  const now = Date.now() / 1000;
  for (const [path, age] of Object.entries(ages)) utimesSync(join(folder, path), now - age * day, now - age * day);
  return folder;
}

test('what was not used for long goes, with drafts of killed runs, and nothing else', () => {
  const folder = cacheWith({
    [`${hash('a')}/${hash('1')}.answers`]: 29,
    [`${hash('a')}/${hash('2')}.answers`]: 31,
    [`${hash('b')}/${hash('3')}.answers`]: 31,
    [`${hash('c')}/${hash('4')}.answers.0123456789abcdef.draft`]: 1,
    [`${hash('c')}/${hash('5')}.answers.0123456789abcdef.draft`]: 0,
    'photos/holiday.jpg': 400,
    [`${hash('d')}/notes.txt`]: 400,
  });
  tidyCache(folder, '');
  const names = filesIn(folder).map(path => basename(path));
  expect(names.sort()).toEqual(
    [`${hash('1')}.answers`, `${hash('5')}.answers.0123456789abcdef.draft`, 'holiday.jpg', 'notes.txt'].sort(),
  );
});

test('the files that were used last are kept when all take too much space', () => {
  const path = (digit: string): string => `${hash('a')}/${hash(digit)}.answers`;
  const folder = cacheWith({ [path('1')]: 3, [path('2')]: 1, [path('3')]: 2, [path('4')]: 4 });
  tidyCache(folder, join(folder, path('4')), 350);
  expect(
    filesIn(folder)
      .map(file => basename(file)[0])
      .sort(),
  ).toEqual(['2', '3', '4']);
});
