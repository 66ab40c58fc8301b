// Parts with several common versions: which are worth a note, and which are meant.
import { describe, expect, test } from 'vitest';
import { listPage, menu, pairSite, say, swap } from '../checks/support/pair-site.ts';
import type { CheckedSite } from '../support/checked-site.ts';

function splitsOf({ model, texts }: CheckedSite) {
  const read = (page: string): string => texts.get(page)!;
  return model.parts
    .splits(model.parts.named(read), read)
    .map(({ name, versions }) => [name, versions.map(({ pages }) => pages)]);
}

type Change = (text: string, index: number, path: string) => string;
const PAGES = 24;
const up = (path: string): string => (path.includes('/') ? '../' : '');
const withItem: Change = (text, _, path) => swap(text, '</ul>', `<li><a href="${up(path)}jobs.html">Jobs</a></li>\n</ul>`);
const on =
  (isMeant: (index: number, path: string) => boolean, change: Change): Change =>
  (text, index, path) =>
    isMeant(index, path) ? change(text, index, path) : text;

test.each<[string, Change]>([
  ['an additional item', withItem],
  ['an item that leads elsewhere', text => swap(text, 'products.html', 'shop.html')],
])('a header with %s on a third of the pages is split', (_, change) => {
  const site = pairSite(
    PAGES,
    on((index, path) => index % 3 === 1 && !path.includes('/'), change),
  );
  expect(splitsOf(site)).toEqual([['header', [16, 8]]]);
});

describe('no split', () => {
  test.each<[string, Change]>([
    ['on pages of a folder of its own', on((_, path) => path.startsWith('news/'), withItem)],
    ['on two pages', on(index => index === 7 || index === 8, withItem)],
    [
      'in another language',
      on(
        index => index % 2 === 1,
        text => swap(swap(swap(text, 'lang="en"', 'lang="fr"'), '>Products<', '>Produits<'), '>Prices<', '>Prix<'),
      ),
    ],
    [
      'with a box that has no link',
      on(
        index => index % 2 === 1,
        text => swap(text, '</header>', '<p>Open on Sundays</p></header>'),
      ),
    ],
    [
      'with a button',
      on(
        index => index % 2 === 1,
        text => swap(text, '</ul>', '<li><a href="#top">Up</a></li>\n</ul>'),
      ),
    ],
    [
      'with a link that each page has its own',
      (text, index) => swap(text, '</ul>', `<li><a href="edit/${index}.html">${say(index, 2)}</a></li>\n</ul>`),
    ],
    [
      'with the current item marked',
      (text, index, path) =>
        menu[index] === undefined ? text : swap(text, `<li><a href="${path}">`, `<li class="active"><a href="${path}">`),
    ],
  ])('a menu %s', (_, change) => {
    expect(splitsOf(pairSite(PAGES, change))).toEqual([]);
  });

  test('a menu on pages of another layout', () => {
    const site = pairSite(12);
    for (let at = 0; at < 6; at++) site.put(`list-${at}.html`, listPage(at));
    site.settle();
    expect(splitsOf(site)).toEqual([]);
  });
});

test('every version that is common is counted, by language where the part has versions by language', () => {
  const both: Change = (text, index, path) => (index % 3 === 1 ? withItem(text, index, path) : text);
  const site = pairSite(30, (text, index, path) => {
    const changed = path.includes('/') ? text : both(text, index, path);
    return index % 2 === 0
      ? changed
      : changed.replace('lang="en"', 'lang="fr"').replace(/>(Products|Prices|About us)</g, '>le $1<');
  });
  const read = (page: string): string => site.texts.get(page)!;
  const splits = site.model.parts.splits(site.model.parts.named(read), read);
  const counts = splits.map(({ language, versions }) => [language, versions.reduce((sum, { pages }) => sum + pages, 0)]);
  expect(counts).toEqual([
    ['en', 15],
    ['fr', 15],
  ]);
});
