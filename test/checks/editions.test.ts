// A second edition of a site, in a folder of its own: its parts differ from those of the first one, and that is meant.
import { describe, expect, test } from 'vitest';
import { CheckedSite } from '../support/checked-site.ts';
import { pairSite, pathOf, reportsOf, swap } from './support/pair-site.ts';

const FIRST = 20;
/** A page of the second edition. */
const ODD = 2;
const odd = `v2/${pathOf(ODD)}`;

/** A page of the first edition with the newer menu and address. */
function renewed(text: string, path: string): string {
  const up = path.includes('/') ? '../' : '';
  const entries = swap(swap(text, '>Products<', '>Shop<'), /<li><a href="(?:\.\.\/)?prices.html">.*\n/, '');
  return swap(swap(entries, '</ul>', `<li><a href="${up}page-7.html">Jobs</a></li>\n</ul>`), '1 Main Street', '2 High Street');
}

/** Twenty pages, and the first of them once more in `v2/`. */
function twoEditions(size: number, change: (text: string) => string = text => text): CheckedSite {
  const first = [...pairSite(FIRST).texts];
  const second = first.slice(0, size).map(([path, text]): [string, string] => {
    const page = renewed(text, path);
    return [`v2/${path}`, `v2/${path}` === odd ? change(page) : page];
  });
  return new CheckedSite([...first, ...second], {}, () => true);
}

describe.each([3, 4, 5, 8, 10, 20])('a second edition of %i pages', size => {
  test('has no finding, nor has the first one', () => {
    expect(reportsOf(twoEditions(size))).toEqual([]);
  });
});

describe.each([6, 10, 20])('in a second edition of %i pages', size => {
  test('a page is compared with the others of its edition', () => {
    const withoutJobs = twoEditions(size, text => swap(text, /<li>.*Jobs.*\n/, ''));
    expect(withoutJobs.findings(odd).map(({ code }) => code)).toEqual(['template/missing-node']);
    const misspelt = twoEditions(size, text => swap(text, '>Shop<', '>Shpo<'));
    expect(misspelt.findings(odd).map(({ message }) => message)).toEqual([
      `\u201cShpo\u201d here; \u201cShop\u201d on ${size - 1} of ${size} pages.`,
    ]);
  });
});

test('what two pages of a folder have and the third one lacks is missing there', () => {
  const first = [...pairSite(FIRST).texts];
  const pages = first.slice(0, 3).map(([path, text], at): [string, string] => {
    return [`v2/${path}`, at === ODD ? swap(text, /<p class="address">.*\n/, '') : text];
  });
  const site = new CheckedSite([...first, ...pages], {}, () => true);
  expect(site.findings(odd).map(({ code }) => code)).toEqual(['template/missing-node']);
});

test('a page is checked again when its edition changes', () => {
  const site = twoEditions(3);
  site.remove('v2/index.html');
  site.remove('v2/about.html');
  expect(site.settle()).toContain(odd);
  const alone = new CheckedSite(site.texts, {}, () => true);
  expect(reportsOf(site)).toEqual(reportsOf(alone));
  expect(site.findings(odd)).not.toEqual([]);
});
