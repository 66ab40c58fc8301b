import { expect, test } from 'vitest';
import { nameByContext, nameByValues } from '../../../server/src/core/migrate/names.ts';

test.each([
  ['<p><a rel="next" href="', 'next_page'],
  ['<p><a class="button prev" href="', 'previous_page'],
  ['<link rel="next" href="', 'next_page'],
  ['<link rel="canonical" href="', 'canonical'],
  ['<p><a class="nextcloud" href="', 'link_href'],
  ['<p><a href="', 'link_href'],
])('the value after %s is named %s', (before, name) => {
  expect(nameByContext(before)).toBe(name);
});

test.each([
  [['2024-02-11', '2023-12-01'], 'published_on'],
  [['11 May 2024', 'Mai 3, 2020', ''], 'published_on'],
  [['2024-02-11T10:00:00Z'], 'published_on'],
  [['2024-02-11', 'Today'], undefined],
  [['', ''], undefined],
  [[true, false], undefined],
])('values %j are named %s', (values, name) => {
  expect(nameByValues(values)).toBe(name);
});
