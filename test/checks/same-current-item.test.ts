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
  expect(reportsOf(pairSite(12, button))).toEqual(['about.html: template/current-item <li class="active">']);
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
