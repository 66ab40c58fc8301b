import { expect, test } from 'vitest';
import { menu, pairSite, reportsOf, swap } from './support/pair-site.ts';

/** Marks the item of the menu that leads to one of its pages. */
const mark = (text: string, name: string): string =>
  swap(text, new RegExp(`<li>(<a href="(?:\\.\\./)?${name}\\.html">)`), '<li class="active">$1');
const onlyHome = (text: string): string => mark(text, 'index');

test('a menu that marks the same item on all pages that it leads to is reported once', () => {
  const site = pairSite(12, onlyHome);
  expect(reportsOf(site)).toEqual(['about.html: template/current-item <li class="active">']);
  const [finding] = site.findings('about.html');
  expect(finding!.message).toBe(
    '4 of 5 pages with an item in this menu mark "Home" as the current one; here it should be "About us".',
  );
  site.put('about.html', swap(site.texts.get('about.html')!, '<li class="active">', '<li>'));
  site.settle();
  expect(reportsOf(site)).toEqual([]);
});

test('the mark may stand on an item without address', () => {
  const button = (text: string): string => onlyHome(text).replace(/href="(?:\.\.\/)?index\.html">Home/, 'href="#">Home');
  expect(reportsOf(pairSite(12, button))).toEqual([
    'about.html: template/current-item <li class="active">',
    'about.html: template/wrong-target <a href="#">',
  ]);
});

test.each([
  ['where two pages mark their own item', (text: string, index: number) => mark(text, menu[index === 3 ? 3 : 0]!)],
  [
    'of a branch that holds the item of the page',
    (text: string) => swap(onlyHome(text), /<\/a><\/li>\n(<li>[\s\S]*<\/li>)\n<\/ul>/, '</a><ul>$1</ul></li></ul>'),
  ],
  ['of a logo', (text: string) => onlyHome(text).replace('>Home<', '><img src="home.png" alt="Home"><')],
])('nothing is said %s', (_, change) => {
  const found = [...pairSite(12, change).all()].flatMap(([, findings]) => findings);
  expect(found.filter(({ message }) => message.includes('with an item in this menu'))).toEqual([]);
});

test('nothing is said if the mark follows the page', () => {
  expect(reportsOf(pairSite(12, (text, index) => mark(text, menu[index] ?? 'about')))).toEqual([]);
});

test('a page without an item of its own may mark none, where the mark is the only class of the items', () => {
  const tabs = (mark: string, plain: string): string =>
    `<ul class="tabs"><li${plain}><a href="/about.html">Overview</a></li><li${mark}>Class</li><li${plain}><a href="/contact.html">Tree</a></li></ul>`;
  const lacksMark = (plain: string): string[] => {
    const site = pairSite(20, (text, index) => swap(text, '<main', `${tabs(index === 7 ? '' : ' class="rev"', plain)}\n<main`));
    return [...site.all().values()].flat().map(({ code }) => code);
  };
  expect(lacksMark(' class="tab"')).toEqual(['template/changed-attribute']);
  expect(lacksMark('')).toEqual([]);
});

test('the slide of a carousel that is shown is no second item', () => {
  const slides = '<div><div class="slides"><div class="slide active"><h2>One</h2><a href="a.html">Book</a></div></div></div>';
  const marked = (text: string, index: number): string =>
    mark(text, menu[index % 5]!).replace('</header>', `</header>\n${slides}`);
  const found = reportsOf(pairSite(5, (text, index) => (index === 3 ? marked(text, index) : mark(text, menu[index]!))));
  expect(found.filter(line => line.includes('current-item'))).toEqual([]);
});
