// What the judge learns of a difference beside its message: whether an addition has an id.
import { expect, test } from 'vitest';
import type { DifferenceFacts } from '../../server/src/core/findings/finding.ts';
import { pairSite, pathOf, swap } from './support/pair-site.ts';

const PAGES = 20;
const ODD = 10;

/** The facts of all differences on the odd page, whose text `change` makes of its own; `template` changes all pages before. */
function factsOf(template: (text: string) => string, change: (text: string) => string): DifferenceFacts[] {
  const site = pairSite(PAGES, (text, index) => (index === ODD ? change(template(text)) : template(text)));
  return site.findings(pathOf(ODD)).flatMap(({ facts }) => facts ?? []);
}

test('an addition may have an id that the page can use', () => {
  const added = (html: string): DifferenceFacts[] =>
    factsOf(
      text => text,
      text => swap(text, '</ul>', `${html}\n</ul>`),
    );
  expect(added('<li><a href="/index.html">Offers</a></li>')).toEqual([{ isNamed: false, isSpelling: false }]);
  expect(added('<li><a id="offers" href="/index.html">Offers</a></li>')).toEqual([{ isNamed: true, isSpelling: false }]);
});

test('one more link to a translation of the page is no addition', () => {
  const added = (address: string): DifferenceFacts[] =>
    factsOf(
      text => text,
      text => swap(text, '</ul>', `<li><a href="${address}">Français</a></li>\n</ul>`),
    );
  expect(added(`/fr/${pathOf(ODD)}`)).toEqual([]);
  expect(added('/fr/index.html')).toHaveLength(1);
});
