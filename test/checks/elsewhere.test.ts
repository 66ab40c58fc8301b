// What other pages have elsewhere, or in another way, and what only follows from what stands beside it.
import { expect, test } from 'vitest';
import { pairSite, pathOf, reportsOf, swap } from './support/pair-site.ts';

const ODD = 7;

/** All reports of a site in which one page differs. */
function reports(plain: string, odd: string, before = '</footer>'): string[] {
  return reportsOf(pairSite(20, (text, at) => swap(text, before, `${at === ODD ? odd : plain}\n${before}`)));
}

test('an entry is in addition only if the others have no link to its page', () => {
  const list = (more: string): string =>
    `<ul class="quick"><li><a href="/index.html">Start</a></li>${more}<li><a href="/prices.html">Costs</a></li></ul>`;
  expect(reports(list(''), list('<li><a href="/about.html">Who we are</a></li>'))).toEqual([]);
  expect(reports(list(''), list('<li><a href="/page-17.html">Old offers</a></li>'))).toEqual([
    expect.stringMatching(/^page-7\.html: template\/extra-node .*Old offers/),
  ]);
});

test('a separator is missing only with what it separates', () => {
  const links = (first: string, between: string): string => `<p class="end">${first}${between}<a href="/about.html">Us</a></p>`;
  const map = '<a href="/prices.html">Map</a>';
  expect(reports(links(map, '&nbsp;&middot;&nbsp;'), links(map, ''))).toEqual([]);
  expect(reports(links(map, '&nbsp;or&nbsp;'), links(map, ''))).toEqual([
    expect.stringContaining(`${pathOf(ODD)}: template/missing-node`),
  ]);
});

test('a script in the page is no version of one that is loaded', () => {
  const loaded = '<script src="https://cdn.example/menu.js"></script>';
  const found = reports(loaded, '<script>openMenu();</script>', '</body>');
  expect(found).toEqual([expect.stringContaining('template/missing-node')]);
});
