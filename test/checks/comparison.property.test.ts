import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Finding } from '../../server/src/core/findings/finding.ts';
import { CheckedSite } from '../support/checked-site.ts';
import { inputs } from '../support/random-inputs.ts';

const count = 14;

/** What a page of the site is made of; the first of each is the usual one. */
interface Page {
  layout: number;
  language: string;
  menu: number;
  footer: number;
  side: number;
  lines: number;
  words: string;
}

const usual = <T>(first: T, ...others: T[]) => fc.oneof({ weight: 8, arbitrary: fc.constant(first) }, fc.constantFrom(...others));
const pageArbitrary: fc.Arbitrary<Page> = fc.record({
  layout: usual(0, 1, 2),
  language: usual('en', 'fr', ''),
  menu: usual(0, 1, 2, 3, 4),
  footer: usual(0, 1, 2, 3),
  side: fc.constantFrom(0, 0, 0, 1, 1, 2),
  lines: fc.nat(2),
  words: fc.constantFrom('one', 'two', 'three'),
});

const menus = [
  ['Home', 'Products', 'About', 'Contact'],
  ['Home', 'About', 'Contact'],
  ['Home', 'About', 'Products', 'Contact'],
  ['Home', 'Prodcuts', 'About', 'Contact'],
  ['Home', 'Products', 'News', 'About', 'Contact'],
];
const footers = [
  '<footer><p>All rights reserved</p><a href="terms.html">Terms</a></footer>',
  '<footer><p>All rights reserved</p><a href="other.html">Terms</a></footer>',
  '<footer><a href="terms.html">Terms</a></footer>',
  '',
];
const sides = [
  '',
  '<aside><h3>Newsletter</h3><p>Subscribe here</p><a href="mail.html">Subscribe</a><p>No advertising</p></aside>',
  '<aside><h3>Shop</h3><p>Buy here</p><a href="cart.html">Cart</a><p>Free delivery</p></aside>',
];

function render({ layout, language, menu, footer, side, lines, words }: Page, index: number): string {
  const items = menus[menu]!.map(name => `<li><a href="${name.toLowerCase()}.html">${name}</a></li>`).join('\n');
  const head = `<!doctype html><html${language && ` lang="${language}"`}><head><title>${words} ${index}</title></head><body>`;
  const nav = `<nav><ul>${items}</ul></nav>`;
  const article = `<h1>${words} ${index}</h1>${'<p>Words of this page.</p>\n'.repeat(lines)}<p>${words}</p>`;
  if (layout === 1) return `${head}<table><tr><td>${nav}</td><td>${article}</td></tr></table>${footers[footer]}</body></html>`;
  if (layout === 2) return `${head}<div><div>${nav}<section>${article}</section></div>${footers[footer]}</div></body></html>`;
  return `${head}<header>${nav}</header>${sides[side]}<main>${article}</main>${footers[footer]}</body></html>`;
}

const edits = fc.array(fc.record({ index: fc.nat(count - 1), to: fc.option(pageArbitrary, { freq: 8 }), settle: fc.boolean() }), {
  maxLength: 14,
});

test('after any edits, the findings of all pages are those of a fresh site, and every page whose findings changed is named', () => {
  fc.assert(
    fc.property(fc.array(pageArbitrary, { minLength: count, maxLength: count }), edits, (first, changes) => {
      const site = new CheckedSite(first.map((page, index): [string, string] => [`${index}.html`, render(page, index)]));
      const known = new Map<string, Finding[]>(site.all());
      for (const { index, to, settle } of [...changes, { index: 0, to: first[0]!, settle: true }]) {
        if (to) site.put(`${index}.html`, render(to, index));
        else site.remove(`${index}.html`);
        if (!settle) continue;
        for (const page of site.settle()) known.set(page, site.findings(page));
        for (const [page, findings] of known) if (findings.length === 0 || !site.texts.has(page)) known.delete(page);
      }
      const fresh = new CheckedSite([...site.texts].reverse());
      expect(new Map([...known].sort(([a], [b]) => (a < b ? -1 : 1)))).toEqual(fresh.all());
    }),
    { numRuns: inputs(16) },
  );
});
