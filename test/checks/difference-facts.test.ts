// What the judge learns of a difference beside its message: which version is newer, and whether the page is the reason for it.
import { expect, test } from 'vitest';
import type { DifferenceFacts } from '../../server/src/core/findings/finding.ts';
import { menu, pairSite, pathOf, swap } from './support/pair-site.ts';

const PAGES = 20;
const ODD = 10;

/** The facts of all differences on the odd page, whose text `change` makes of its own; `template` changes all pages before. */
function factsOf(template: (text: string) => string, change: (text: string) => string): DifferenceFacts[] {
  const site = pairSite(PAGES, (text, index) => (index === ODD ? change(template(text)) : template(text)));
  return site.findings(pathOf(ODD)).flatMap(({ facts }) => facts ?? []);
}

const entry = (address: string): string => `<li><a href="${address}">Offers</a></li>\n</ul>`;

test('a page that lacks a link to a file that is gone is newer', () => {
  const old = (text: string): string => swap(text, '</ul>', entry('/gone.html'));
  const [facts] = factsOf(old, text => swap(text, entry('/gone.html'), '</ul>'));
  expect(facts).toMatchObject({ newer: 1, older: 0 });
});

test('a page that has a link to a file that is gone, and the others do not, is older', () => {
  const [facts] = factsOf(
    text => text,
    text => swap(text, '</ul>', entry('/gone.html')),
  );
  expect(facts).toMatchObject({ newer: 0, older: 1 });
});

test('a page with words in place of a placeholder is newer', () => {
  const [facts] = factsOf(
    text => swap(text, 'Acme Ltd', 'Acme Ltd, @@address'),
    text => swap(text, '@@address', 'Hill Road'),
  );
  expect(facts).toMatchObject({ newer: 1, older: 0 });
});

test('a node that a script of the page names belongs to the page', () => {
  const added = (script: string) => (text: string) =>
    swap(swap(text, '<footer>', '<div id="box"><p>Send</p></div>\n<footer>'), '</main>', `</main>\n${script}`);
  const used = factsOf(text => text, added(''));
  expect(used.map(facts => facts.used)).toContain(0);
  const script = '<script>open("#box")</script>';
  const inMain = (text: string): string =>
    swap(swap(text, '<footer>', '<div id="box"><p>Send</p></div>\n<footer>'), '<h1>', `${script}<h1>`);
  expect(factsOf(text => text, inMain).map(facts => facts.used)).toContain(1);
});

test('equal marks at the entry of each page stand at as many places', () => {
  const site = pairSite(PAGES, (text, index) => {
    const own = menu[index];
    return own === undefined
      ? text
      : swap(text, `<li><a href="${own}.html">`, `<li><i class="mark">*</i></li><li><a href="${own}.html">`);
  });
  const marked = menu.slice(1).flatMap(name => site.findings(`${name}.html`).map(finding => ({ page: `${name}.html`, finding })));
  expect(marked.length).toBeGreaterThan(1);
  const places = marked.map(({ page, finding }) => site.checks.surroundings(page, finding).kind);
  for (const { pages, places: count, same } of places) {
    expect(count).toBe(pages);
    expect(same).toBe(1);
  }
});
