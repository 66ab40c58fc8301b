import { expect, test } from 'vitest';
import { LruCache } from '../../server/src/core/counts/lru-cache.ts';

const held = (values: LruCache<string>, names: string) => [...names].map(name => values.get(name) ?? '-').join(' ');

test('the value that was not asked for the longest is dropped', () => {
  const values = new LruCache<string>(2);
  values.set('a', 'A');
  values.set('b', 'B');
  values.get('a');
  values.set('c', 'C');
  expect(held(values, 'abc')).toBe('A - C');
  values.set('a', 'AA');
  values.delete('c');
  values.set('d', 'D');
  expect(held(values, 'abcd')).toBe('AA - - D');
  values.clear();
  expect(held(values, 'abcd')).toBe('- - - -');
});

test('values take as much of the capacity as they are large; those that are larger than it are not kept', () => {
  const values = new LruCache<string>(6, ({ length }) => length);
  values.set('a', 'aa');
  values.set('b', 'bb');
  values.set('a', 'aaaa');
  expect(held(values, 'ab')).toBe('aaaa bb');
  values.set('c', 'c');
  expect(held(values, 'abc')).toBe('- bb c');
  values.set('d', 'd'.repeat(9));
  expect(held(values, 'abcd')).toBe('- bb c -');
  values.set('e', 'eeeeee');
  values.clear();
  values.set('f', 'ffffff');
  expect(held(values, 'ef')).toBe('- ffffff');
});
