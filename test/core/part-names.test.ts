// Names of parts of small sites made by hand.
import { expect, test } from 'vitest';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { partList } from '../support/part-list.ts';

const words = ['alpha beta', 'gamma delta', 'epsilon zeta', 'eta theta', 'iota kappa', 'lambda mu', 'nu xi', 'omicron pi'];

/** Names of the parts of a site whose pages are made from their own words. */
function names(page: (own: string, at: number) => string, head = ''): string[] {
  const model = new SiteModel({ extractor: 'default', groupThreshold: null });
  const pages = new Map(
    words.map((own, at) => {
      const text = `<!doctype html><html><head>${head}<title>${own}</title></head><body>${page(own, at)}</body></html>`;
      return [`page${at}.html`, text];
    }),
  );
  for (const [path, text] of pages) model.upsert(path, digestText(text, 'default', { path }));
  model.settle();
  return partList(model, path => pages.get(path)!)
    .parts.map(({ name }) => name)
    .sort();
}

const text = (own: string): string =>
  `<div><h1>${own}</h1>${['about', 'on', 'with', 'against'].map(word => `<p>A text ${word} ${own}</p>`).join('')}</div>`;
const links = '<ul><li><a href="/a.html">Apples</a></li><li><a href="/b.html">Bananas</a></li></ul>';

test('a box with links beside the content is a sidebar', () => {
  expect(names(own => `<main>${text(own)}</main><aside>${links}</aside>`)).toEqual(['sidebar']);
  expect(names(own => `<div class="row"><div class="main">${text(own)}</div><div class="sidebar">${links}</div></div>`)).toEqual([
    'sidebar',
  ]);
});

test.each([
  ['a class says where the sidebar is', (own: string, box: string) => `<div class="page sidebar-left">${text(own)}${box}</div>`],
  ['an element around the content is called so', (own: string, box: string) => `<div class="sidebar">${text(own)}${box}</div>`],
  ['it is in the text of an article', (own: string, box: string) => `<article>${text(own)}<aside>${box}</aside></article>`],
])('a heading and a list in the content are not a sidebar if %s', (_, page) => {
  const found = names(own => page(own, `<section><h2>Related fruits</h2>${links}<p>Ripe ones only</p></section>`));
  expect(found.join()).not.toContain('sidebar');
  expect(found).toHaveLength(1);
});

test('a heading alone is not a sidebar', () => {
  expect(names(own => `<main>${text(own)}<div class="widget"><h2>Fruits</h2></div></main>`)).toEqual(['section “Fruits”']);
});

test('an article whose heading is its own is not called after another text in it', () => {
  const meta = '<p class="by">Written by the editor</p><p>In the city</p><ul><li>Free to share</li></ul>';
  const frame = (own: string): string =>
    `<section><article class="post"><div><h1>${own}</h1>${meta}</div><div>${own}</div><p>Free to copy</p></article></section>`;
  expect(names(frame)).toEqual(['article']);
});

test('a part of the head is named after its most common kinds', () => {
  const meta = '<meta charset="utf-8"><meta name="author" content="A"><meta name="theme-color" content="red">';
  const icon = '<link rel="icon" href="/i.png">';
  const page = (own: string): string => `<main>${text(own)}</main>`;
  expect(names(page, meta + icon)).toEqual(['head metadata']);
  expect(names(page, `<meta charset="utf-8">${icon}`)).toEqual(['head metadata']);
  expect(names(page, `${meta}<link rel="stylesheet" href="/a.css"><link rel="stylesheet" href="/b.css">${icon}`)).toEqual([
    'head metadata and styles',
  ]);
});
