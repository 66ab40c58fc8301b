import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageFolder, relocateAddress } from '../../server/src/core/keys/normal-form/relative-address.ts';

describe('an address written elsewhere', () => {
  test.each([
    ['css/site.css', '', 'docs/api', '../../css/site.css'],
    ['../css/site.css', 'docs', '', 'css/site.css'],
    ['../css/site.css', 'docs', 'docs/api', '../../css/site.css'],
    ['guide.html#top', 'docs', '', 'docs/guide.html#top'],
    ['guide.html?a=1&amp;b=2', 'docs', 'blog', '../docs/guide.html?a=1&amp;b=2'],
    ['./', 'docs', '', './docs/'],
    ['../', 'docs', '', './'],
    ['..', 'docs/api', '', 'docs/'],
    ['./a.html', 'docs', '', './docs/a.html'],
    ['a:b.html', 'docs', 'docs', 'a:b.html'],
    ['../../../a.html', 'docs', 'blog', '../../../a.html'],
    ['../../x.css', 'a', 'b/c', '../../../x.css'],
    ['../../x.css', 'a', '', '../x.css'],
  ])('%s, from %s to %s: %s', (address, from, to, expected) => {
    expect(relocateAddress(address, from, to)).toBe(expected);
  });

  test.each(['https://example.org/a', '//example.org/a', '/a.html', '#top', '?page=2', '', 'mailto:a@example.org', 'data:,x'])(
    '%s stays as it is',
    address => {
      expect(relocateAddress(address, 'docs', 'blog/2024')).toBe(address);
    },
  );

  test('leads to the same place, as URL has it', () => {
    const folder = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 4 }).map(segments => segments.join('/'));
    const segments = fc.array(fc.constantFrom('..', '.', 'a', 'b', 'c'), { maxLength: 6 });
    const address = fc
      .tuple(segments, fc.constantFrom('x.html', '', 'y.html?q=1', 'x.html#f'))
      .map(([way, file]) => [...way, file].join('/'))
      .filter(text => text !== '' && !text.startsWith('/'));
    fc.assert(
      fc.property(address, folder, folder, (text, from, to) => {
        const at = (base: string, relative: string) => new URL(relative, `http://s/${base === '' ? '' : `${base}/`}p.html`).href;
        expect(at(to, relocateAddress(text, from, to))).toBe(at(from, text));
      }),
    );
  });

  test('folder of a page', () => {
    expect(pageFolder('a.html')).toBe('');
    expect(pageFolder('docs/api/a.html')).toBe('docs/api');
  });
});
