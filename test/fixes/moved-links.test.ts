import { describe, expect, test } from 'vitest';
import type { Move } from '../../server/src/core/edits/moved-address.ts';
import { movedLinkEdits } from '../../server/src/core/edits/moved-links.ts';
import { applyEdits } from '../../server/src/core/edits/text-edit.ts';
import { pageSource } from './page-source.ts';

const pages = [
  'index.html',
  'about.html',
  'a&b.html',
  'docs/index.html',
  'docs/one.html',
  'docs/two words.html',
  'docs/deep/x.html',
];

/** The source of a page after its edits. */
function after(page: string, source: string, ...moves: Move[]): string {
  return applyEdits(source, movedLinkEdits(pageSource(page, source), { moves, isPage: path => pages.includes(path) }));
}

const about: Move = { from: 'about.html', to: 'company/us.html' };
const one: Move = { from: 'docs/one.html', to: 'one.html' };
const index: Move = { from: 'docs/index.html', to: 'manual/index.html' };
const docs: Move = { from: 'docs', to: 'manual' };

describe('a link to a moved page leads to its new place', () => {
  test.each<[page: string, link: string, move: Move, expected: string]>([
    ['index.html', 'about.html', about, 'company/us.html'],
    ['index.html', './about.html#team', about, './company/us.html#team'],
    ['index.html', 'about.html?x=1&amp;y=2#team', about, 'company/us.html?x=1&amp;y=2#team'],
    ['index.html', '/about.html', about, '/company/us.html'],
    ['index.html', 'about', about, 'company/us'],
    ['index.html', ' about.html ', about, ' company/us.html '],
    ['docs/one.html', '../about.html', about, '../company/us.html'],
    ['docs/one.html', 'deep/../../about.html', about, '../company/us.html'],
    ['docs/deep/x.html', '../one.html', one, '../../one.html'],
    ['docs/index.html', 'one.html', one, '../one.html'],
    ['index.html', 'docs/', index, 'manual/'],
    ['index.html', 'docs', index, 'manual'],
    ['index.html', 'docs/index.html#top', index, 'manual/index.html#top'],
    ['docs/one.html', './', index, '../manual/'],
    ['docs/one.html', '.', index, '../manual/'],
    ['index.html', 'docs/', { from: 'docs/index.html', to: 'manual.html' }, 'manual.html'],
    ['index.html', 'docs/one.html', docs, 'manual/one.html'],
    ['index.html', '/docs/deep/x.html', docs, '/manual/deep/x.html'],
    ['index.html', 'docs/picture.png', docs, 'manual/picture.png'],
    ['index.html', 'docs/two%20words.html', docs, 'manual/two%20words.html'],
    ['index.html', 'docs/two words.html', docs, 'manual/two words.html'],
    [
      'index.html',
      'docs/two%20words.html',
      { from: 'docs/two words.html', to: 'docs/drei wörter.html' },
      'docs/drei%20w%C3%B6rter.html',
    ],
    ['index.html', 'a&amp;b.html', { from: 'a&b.html', to: 'c&d.html' }, 'c&amp;d.html'],
    ['index.html', 'about.html', { from: 'about.html', to: '10:30.html' }, './10:30.html'],
    ['index.html', 'about.html', { from: 'about.html', to: "why? #1 it's.html" }, 'why%3F%20%231%20it%27s.html'],
  ])('%s: %j', (page, link, move, expected) => {
    expect(after(page, `<a href="${link}">x</a>`, move)).toBe(`<a href="${expected}">x</a>`);
  });
});

describe('a link of a moved page leads to where it led', () => {
  test.each<[page: string, link: string, move: Move, expected: string]>([
    ['docs/one.html', 'deep/x.html', one, 'docs/deep/x.html'],
    ['docs/one.html', '../about.html#team', one, 'about.html#team'],
    ['docs/one.html', './', one, './docs/'],
    ['docs/one.html', '../', one, './'],
    ['docs/one.html', '../../outside.html', one, '../outside.html'],
    ['docs/one.html', 'one.html', one, 'one.html'],
    ['docs/one.html', 'one.html#part', { from: 'docs/one.html', to: 'docs/uno.html' }, 'uno.html#part'],
    ['about.html', 'docs/two%20words.html', about, '../docs/two%20words.html'],
    ['docs/one.html', 'deep/x.html', docs, 'deep/x.html'],
    ['docs/one.html', '../about.html', docs, '../about.html'],
    ['docs/one.html', '../about.html', { from: 'docs', to: 'old/docs' }, '../../about.html'],
  ])('%s: %j', (page, link, move, expected) => {
    expect(after(page, `<a href="${link}">x</a>`, move)).toBe(`<a href="${expected.replace(/^$/, './')}">x</a>`);
  });
});

test.each([
  '',
  '#top',
  '?page=2',
  'http://example.org/about.html',
  '//example.org/about.html',
  'mailto:about.html',
  'javascript:void(0)',
  '{{ url }}/about.html',
  '<?= $base ?>about.html',
])('left alone: %j', link => {
  expect(after('about.html', `<a href="${link}">x</a>`, about)).toBe(`<a href="${link}">x</a>`);
});

test('several moves at once: the innermost counts', () => {
  const source = '<a href="docs/one.html">1</a><a href="docs/index.html">2</a>';
  expect(after('index.html', source, docs, one)).toBe('<a href="one.html">1</a><a href="manual/index.html">2</a>');
});

test('a site that is served below a folder', () => {
  const links = (folder: string) =>
    ['about', 'docs/one', 'docs/two%20words', 'index'].map(name => `<a href="/site/v2/${folder}${name}.html">x</a>`).join('');
  expect(after('index.html', links(''), { from: 'docs', to: 'manual' })).toBe(links('').replaceAll('/docs/', '/manual/'));
});

describe('a <base>', () => {
  test.each<[base: string, page: string, link: string, move: Move, base2: string, link2: string]>([
    ['/', 'docs/one.html', 'about.html', about, '/', 'company/us.html'],
    ['../', 'docs/one.html', 'about.html', one, './', 'about.html'],
    ['../', 'docs/one.html', 'docs/one.html', one, './', 'one.html'],
    ['deep/', 'docs/one.html', 'x.html', docs, 'deep/', 'x.html'],
    ['/docs/', 'index.html', 'one.html', docs, '/manual/', 'one.html'],
    ['http://example.org/', 'docs/one.html', 'about.html', about, 'http://example.org/', 'company/us.html'],
    [
      'http://example.org/site/docs/',
      'docs/one.html',
      '../about.html',
      about,
      'http://example.org/site/docs/',
      '../company/us.html',
    ],
    ['../../elsewhere/', 'docs/one.html', 'about.html', one, '../elsewhere/', 'about.html'],
  ])('%j in %s: %j', (base, page, link, move, base2, link2) => {
    expect(after(page, `<base href="${base}"><a href="${link}">x</a>`, move)).toBe(
      `<base href="${base2}"><a href="${link2}">x</a>`,
    );
  });
});

test('other places of addresses: images, srcset, styles, refreshes and includes', () => {
  const source = `<!--#include virtual="docs/menu.html" -->
<meta http-equiv="refresh" content="5; url=docs/one.html"><meta name="x" content="5; url=docs/one.html">
<style>body { background: url(docs/back.png) } i { background: url( "docs/i.png" ) } b { background: url(other.png) }</style>
<img src=docs/a.png srcset="docs/a.png, docs/b.png 2x, docs/c.png 480w" style="background: url(&quot;docs/d.png&quot;)">
<form action='docs/one.html'><script>go("docs/one.html")</script></form>
`;
  expect(after('index.html', source, docs)).toBe(
    source
      .replaceAll('docs/', 'manual/')
      .replace('name="x" content="5; url=manual', 'name="x" content="5; url=docs')
      .replace('go("manual', 'go("docs'),
  );
});
