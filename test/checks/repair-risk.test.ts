// What makes a fix one that a person should look at first: the same mistake, without and with a reason to doubt its fix.
import { describe, expect, test } from 'vitest';
import { pairSite, pathOf, say, swap } from './support/pair-site.ts';

type Change = (text: string, index: number, path: string) => string;
type Mistake = (text: string) => string;

const PAGES = 20;
/** The page that differs, in the site's root; NESTED is one in a folder. */
const ODD = 10;
const NESTED = 12;

/** The risks of the findings on a page where it alone differs from the template; `undefined` is a safe fix. */
function risksOf(template: Change, mistake: Mistake, at: number): (string | undefined)[] {
  const site = pairSite(PAGES, (text, index, path) => {
    const whole = template(text, index, path);
    return index === at ? mistake(whole) : whole;
  });
  return site.findings(pathOf(at)).map(({ repair, risk }) => (repair ? risk : 'there is no repair'));
}

const plain: Change = text => text;
const beforeFooter =
  (markup: (up: string, index: number) => string): Change =>
  (text, index, path) =>
    swap(text, '<footer>', `${markup(path.includes('/') ? '../' : '', index)}\n<footer>`);
const links = beforeFooter(
  up =>
    `<div class="ways"><a href="${up}shop.html">Shop</a> | <a href="${up}map.html">Map</a> | <a href="${up}help.html">Help</a></div>`,
);
const keepers = beforeFooter(
  up => `<p class="by">Kept by <a href="${up}ann.html">Ann</a> <a href="${up}bob.html">Bob</a> with the help of all</p>`,
);
const box = beforeFooter(up => `<aside><h2>Partners</h2><ul><li><a href="${up}shop.html">Shop</a></li></ul></aside>`);
const tags = beforeFooter(
  (_, index) => `<aside><h2>Tags</h2><p class="tags"><a href="tag-${index}.html">${say(index, 1)}</a></p></aside>`,
);
const share = beforeFooter(() => '<div class="share big"></div>\n<p class="note">Share this page with all your friends</p>');
const contents = beforeFooter(up => `<a class="toc" href="javascript:;"><img src="${up}img/toc.png" alt="Contents"></a>`);
const help = beforeFooter(up => `<a class="toc" href="${up}help.html"><img src="${up}img/toc.png" alt="Contents"></a>`);

const withoutEntry: Mistake = text => swap(text, /<li><a href="prices.html">.*\n/, '');
const analytics = /<script src="js\/analytics.js" async>.*\n/;
const withLogoTo =
  (address: string): Mistake =>
  text =>
    swap(text, /(<a class="logo" href=")[^"]*/, `$1${address}`);
const copied =
  (name: string): Mistake =>
  text =>
    swap(text, `href="../${name}.html"`, `href="${name}.html"`);

describe.each<[string, [Change, Mistake, number?], [Change, Mistake, number?], string]>([
  [
    'an entry is missing, and not there under another name',
    [plain, withoutEntry],
    [plain, text => swap(withoutEntry(text), '</ul>', '<li><a href="prices.html">What it costs</a></li>\n</ul>')],
    'The page has the link /prices.html already.',
  ],
  [
    'a link is missing, with what separates it from the next one',
    [links, text => swap(text, '<a href="map.html">Map</a> | ', '')],
    [keepers, text => swap(text, '<a href="bob.html">Bob</a>', '<a href="https://old.example/">Robert</a>')],
    'It would add words beside other words, without what separates them.',
  ],
  [
    'a heading is missing, and what it is about is there',
    [box, text => swap(text, '<h2>Partners</h2>', '')],
    [tags, text => swap(text, /<h2>Tags.*<\/p>/, '')],
    'The page does not have what this heading is about.',
  ],
  [
    'a class is missing, and others are there',
    [share, text => swap(text, 'class="share big"', 'class="big"')],
    [share, text => swap(text, 'class="share big"', 'class="addthis"')],
    'It gives the element other classes only.',
  ],
  [
    'an attribute is missing, and not additional',
    [share, text => swap(text, 'class="share big"', '')],
    [share, text => swap(text, 'class="share big"', 'class="share big" style="display: none"')],
    'It takes away what stands on this page: "style".',
  ],
  [
    'a script is missing, and no other one is loaded there',
    [plain, text => swap(text, analytics, '')],
    [plain, text => swap(text, analytics, '<script src="js/counter.js" async></script>\n')],
    'The page may load /js/counter.js in its place.',
  ],
  [
    'a link is missing that needs no script',
    [help, text => swap(text, /<a class="toc".*\n/, '')],
    [contents, text => swap(text, /<a class="toc".*\n/, '')],
    'Its "href" may call what the page does not load.',
  ],
  [
    'a link leads out of the site, and not from the page that it led to',
    [plain, withLogoTo('https://acme.example/')],
    [plain, withLogoTo('https://acme.example/'), 0],
    'It makes the page link to itself.',
  ],
  [
    'an address was copied from another folder, and there is no such file in this one',
    [plain, copied('prices'), NESTED],
    [
      (text, _, path) => swap(text, '</nav>', `<a href="${path.includes('/') ? '../' : ''}item-15.html">More</a>\n</nav>`),
      copied('item-15'),
      NESTED,
    ],
    'It leads away from news/item-15.html, which exists.',
  ],
  [
    'two entries are missing, and the others are as they should be',
    [plain, text => swap(withoutEntry(text), /<li><a href="about.html">.*\n/, '')],
    [plain, text => swap(withoutEntry(text), 'href="contact.html"', 'href="contacts.html"')],
    'The part differs in several ways: it may be another version.',
  ],
])('%s', (_, [template, mistake, at = ODD], [doubtful, odd, place = ODD], reason) => {
  test('its fix is safe', () => expect(risksOf(template, mistake, at)).toEqual([undefined]));
  test(`else not: ${reason}`, () => expect(risksOf(doubtful, odd, place)).toEqual([reason]));
});
