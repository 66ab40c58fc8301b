// What the judge learns of a difference beside its message: which version is older, and whether its words are those of the template.
import { expect, test } from 'vitest';
import type { DifferenceFacts } from '../../server/src/core/findings/finding.ts';
import { pairSite, pathOf, swap } from './support/pair-site.ts';

const PAGES = 20;
const ODD = 10;

/** The facts of all differences on the odd page, whose text `change` makes of its own; `template` changes all pages before. */
function factsOf(template: (text: string) => string, change: (text: string) => string): Partial<DifferenceFacts>[] {
  const site = pairSite(PAGES, (text, index) => (index === ODD ? change(template(text)) : template(text)));
  return site.findings(pathOf(ODD)).flatMap(({ facts }) => facts ?? []);
}

const entry = (address: string): string => `<li><a href="${address}">Offers</a></li>\n</ul>`;

test('a page that has a link to a file that is gone, and the others do not, is older', () => {
  const [facts] = factsOf(
    text => text,
    text => swap(text, '</ul>', entry('/gone.html')),
  );
  expect(facts).toMatchObject({ older: 1 });
});

test('a page with a placeholder in place of words is older', () => {
  const facts = factsOf(
    text => swap(text, 'Acme Ltd', 'Acme Ltd, Hill Road'),
    text => swap(text, 'Hill Road', '@@address'),
  );
  expect(facts.map(({ older }) => older)).toContain(1);
});

test('words that differ from page to page are distinguished from words that all pages share', () => {
  const lacksHeading = factsOf(
    text => text,
    text => swap(text, /<h1>.*?<\/h1>/, ''),
  );
  expect(lacksHeading.map(({ ownWords }) => ownWords)).toContain(1);
  const lacksItem = factsOf(
    text => text,
    text => swap(text, /<li>.*?Prices.*?<\/li>\n/, ''),
  );
  expect(lacksItem.map(({ ownWords }) => ownWords)).toEqual([0]);
});

test('an addition has a size, and may have an id that the page can use', () => {
  const added = (html: string): Partial<DifferenceFacts>[] =>
    factsOf(
      text => text,
      text => swap(text, '</ul>', `${html}\n</ul>`),
    );
  expect(added('<li><a href="/index.html">Offers</a></li>')).toMatchObject([{ isNamed: 0 }]);
  const [small] = added('<li>Offers</li>');
  const [large] = added(`<li>${'<b>Offers</b> <i>today</i> '.repeat(20)}</li>`);
  expect(small!.size).toBeLessThan(0.5);
  expect(large!.size).toBe(1);
  expect(added('<li><a id="offers" href="/index.html">Offers</a></li>')).toMatchObject([{ isNamed: 1 }]);
});

test('one more link to a translation of the page is no addition', () => {
  const added = (address: string): Partial<DifferenceFacts>[] =>
    factsOf(
      text => text,
      text => swap(text, '</ul>', `<li><a href="${address}">Français</a></li>\n</ul>`),
    );
  expect(added(`/fr/${pathOf(ODD)}`)).toEqual([]);
  expect(added('/fr/index.html')).toHaveLength(1);
});
