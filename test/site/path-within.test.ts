import { posix, win32 } from 'node:path';
import { expect, test } from 'vitest';
import { pathWithin, withSlashes } from '../../server/src/site/path-within.ts';

test.each([
  ['a page', 'C:\\site', 'C:\\site\\news\\a.html', 'news/a.html'],
  ['a drive and folders in another letter case', 'c:\\Site', 'C:\\site\\a.html', 'a.html'],
  ['the folder itself', 'C:\\site', 'C:\\site\\', ''],
  ['the root of a drive', 'C:\\', 'C:\\a.html', 'a.html'],
  ['slashes among backslashes', 'C:/site', 'C:\\site/news/a.html', 'news/a.html'],
  ['a share', '\\\\host\\share\\site', '\\\\host\\share\\site\\a.html', 'a.html'],
  ['a name that begins with dots', 'C:\\site', 'C:\\site\\..a\\b.html', '..a/b.html'],
  ['another drive', 'C:\\site', 'D:\\site\\a.html', undefined],
  ['another share', '\\\\host\\share', '\\\\host\\other\\a.html', undefined],
  ['a folder beside it', 'C:\\site', 'C:\\site-two\\a.html', undefined],
  ['a folder above it', 'C:\\site', 'C:\\', undefined],
])('on Windows, %s', (_, folder, file, expected) => {
  expect(pathWithin(folder, file, win32)).toBe(expected);
});

test.each([
  ['a page', '/site', '/site/news/a.html', 'news/a.html'],
  ['a backslash in a name', '/site', '/site/a\\b.html', 'a\\b.html'],
  ['another letter case', '/site', '/Site/a.html', undefined],
  ['the folder itself', '/site/', '/site', ''],
  ['a folder beside it', '/site', '/site-two/a.html', undefined],
])('elsewhere, %s', (_, folder, file, expected) => {
  expect(pathWithin(folder, file, posix)).toBe(expected);
});

test('a path outside of the folder keeps its steps upward', () => {
  expect(withSlashes('..\\shared\\a.html', win32)).toBe('../shared/a.html');
});
