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

test('a script is missing only where it has something to act on', () => {
  const script = "<script>show('#box');</script>";
  const whole = `<div id="box" class="box">Find a page</div>${script}`;
  expect(reports(whole, '', '</body>').filter(line => line.includes('show('))).toEqual([]);
  expect(reports(whole, '<div id="box" class="box">Find a page</div>', '</body>')).toEqual([
    expect.stringContaining(`${pathOf(ODD)}: template/missing-node`),
  ]);
});

test('the heading of another list is no change of words', () => {
  const column = (heading: string, ...entries: string[]): string =>
    `<div class="column"><h4>${heading}</h4><ul>${entries.map(entry => `<li>${entry}</li>`).join('')}</ul></div>`;
  const plain = column('Practice areas', 'Family', 'Labour', 'Taxes');
  expect(reports(plain, column('Categories', 'News', 'Insights', 'Results')).filter(line => line.includes('Categories'))).toEqual(
    [],
  );
  expect(reports(plain, column('Categories', 'Family', 'Labour', 'Taxes'))).toEqual([
    expect.stringContaining(`${pathOf(ODD)}: template/changed-text Categories`),
  ]);
});

test('a link to a page that exists is right where the others lead to a missing one', () => {
  const link = (target: string): string => `<p class="end"><a href="/${target}">Start here</a></p>`;
  expect(reports(link('start.html'), link('index.html')).filter(line => line.includes('wrong-target'))).toEqual([]);
  expect(reports(link('about.html'), link('index.html'))).toEqual([expect.stringContaining('template/wrong-target')]);
});

test('what stands in a comment of the page was taken out on purpose', () => {
  const block = (entry: string): string => `<div class="offers"><h4>Offers</h4>${entry}<p>Ask us.</p></div>`;
  const entry = '<p class="new"><a href="/about.html">Try it for a month</a></p>';
  const missing = expect.stringContaining(`${pathOf(ODD)}: template/missing-node`);
  expect(reports(block(entry), block(''))).toEqual([missing]);
  expect(reports(block(entry), block(`<!-- <p class="new">\n<a href="/about.html">Try it for a month</a></p> -->`))).toEqual([]);
  // Another text, a note without elements, and a comment that all pages have say nothing about it.
  expect(reports(block(entry), block('<!-- <p>Try it for a day</p> -->'))).toEqual([missing]);
  expect(reports(block(entry), block('<!-- Try it for a month -->'))).toEqual([missing]);
  expect(reports(block(`<!--${entry}-->${entry}`), block(`<!--${entry}-->`))).toEqual([missing]);
  // Addresses are compared whole, and without those that lead nowhere.
  const sheet = '<link rel="stylesheet" href="/w.css">';
  expect(reports(block(sheet), block('<!--[if IE]><link rel="stylesheet" href="/ie/w.css"><![endif]-->'))).toEqual([missing]);
  const top = '<a class="top" href="#"><i class="up"></i></a>';
  expect(reports(block(top), block('<!-- <a href="#prices">Prices</a> -->'))).toEqual([missing]);
});

test('a header in a comment of the page was taken out on purpose', () => {
  const without = (instead: (header: string) => string): string[] =>
    reportsOf(pairSite(20, (text, at) => (at === ODD ? text.replace(/<header[\s\S]*<\/header>/, instead) : text)));
  expect(without(() => '')).toHaveLength(1);
  expect(without(header => `<!-- ${header} -->`)).toEqual([]);
  expect(without(header => `<!-- ${header.replaceAll('href="', 'href="./').replaceAll('"', "'")} -->`)).toEqual([]);
});
