import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressForms, addressKey, writeAddress } from '../../../server/src/core/migrate/addresses.ts';

describe('addresses', () => {
  test.each([
    ['style.css', 'index.html', 'style.css'],
    ['../style.css', 'docs/a.html', 'style.css'],
    ['b.html#top', 'docs/a.html', 'docs/b.html#top'],
    ['../../img/logo.png', 'docs/api/a.html', 'img/logo.png'],
    ['../b.html?x=../y', 'docs/api/a.html', 'docs/b.html?x=../y'],
    ['../', 'docs/a.html', ''],
    ['./img/up.gif', 'index.html', 'img/up.gif'],
  ])('%s on %s is %s', (address, page, target) => {
    expect(addressKey(address, page)).toBe(`\0${target}`);
  });

  test.each([
    ['/style.css', 'index.html'],
    ['#top', 'index.html'],
    ['https://example.org/', 'index.html'],
    ['mailto:a@b.c', 'index.html'],
    ['./a.html', 'docs/a.html'],
    ['.', 'index.html'],
    ['../a.html', 'index.html'],
    ['a/../b.html', 'index.html'],
    ['{{ url }}', 'index.html'],
  ])('%s on %s has no key', (address, page) => {
    expect(addressKey(address, page)).toBeUndefined();
  });

  test('an address with a key is written again as it was', () => {
    const step = fc.constantFrom('a', 'b', '.', '..', 'c.html', 'd.css#e');
    const path = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }).map(folders => [...folders, 'page.html'].join('/'));
    let keys = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), path, (steps, page) => {
        const address = steps.join('/');
        const key = addressKey(address, page);
        if (key === undefined) return;
        keys++;
        expect(addressForms.map(form => writeAddress(key.slice(1), page, form))).toContain(address);
      }),
    );
    expect(keys).toBeGreaterThan(0);
  });
});
