import { describe, expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { nodeName } from '../../server/src/html/access.ts';

/** Hash of the first link of a page that stands at this path. */
function linkHash(path: string | undefined, address: string): string {
  const page = parsePage(`<a href="${address}">link</a>`, path === undefined ? {} : { path });
  const link = Array.from({ length: page.size }, (_, node) => node).find(node => nodeName(page, node) === 'a')!;
  return `${page.hashes.own[link * 2]} ${page.hashes.own[link * 2 + 1]}`;
}

describe('relative addresses count as where they lead', () => {
  test.each([
    ['index.html', 'a/b.html', 'x/y/page.html', '../../a/b.html'],
    ['a/index.html', 'b.html', 'a/c/page.html', '../b.html'],
    ['a/index.html', './b.html#top', 'index.html', 'a/b.html#top'],
    ['a/index.html', 'b.html?q=1&amp;r=2', 'index.html', 'a/b.html?q=1&amp;r=2'],
    ['a/index.html', '../../above.html', 'index.html', 'above.html'],
    ['a/index.html', '/a/b.html', 'a/index.html', 'b.html'],
  ])('%s -> %s is %s -> %s', (page, address, otherPage, otherAddress) => {
    expect(linkHash(page, address)).toBe(linkHash(otherPage, otherAddress));
  });

  test.each([
    ['index.html', 'b.html', 'a/index.html', 'b.html'],
    ['index.html', 'a/b.html', 'index.html', 'a/c.html'],
  ])('%s -> %s is not %s -> %s', (page, address, otherPage, otherAddress) => {
    expect(linkHash(page, address)).not.toBe(linkHash(otherPage, otherAddress));
  });

  test.each(['https://example.org/x.html', '//example.org/x', 'mailto:a@b.c', '#top', '?q=1', ''])(
    '%j is the same from anywhere',
    address => {
      expect(linkHash('a/b/c.html', address)).toBe(linkHash('index.html', address));
      expect(linkHash('a/b/c.html', address)).toBe(linkHash(undefined, address));
    },
  );
});
