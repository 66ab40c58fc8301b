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
const gallery: Change = text =>
  swap(text, '<footer>', '<div class="gallery"><img src="/a.png" alt="One"><img src="/b.png" alt="Two"></div>\n<footer>');
const box = beforeFooter(up => `<aside><h2>Partners</h2><ul><li><a href="${up}shop.html">Shop</a></li></ul></aside>`);
const tags = beforeFooter(
  (_, index) => `<aside><h2>Tags</h2><p class="tags"><a href="tag-${index}.html">${say(index, 1)}</a></p></aside>`,
);
const classes = beforeFooter(() => '<div class="share big"></div>\n<p class="note">Share this page with all your friends</p>');
const styled = beforeFooter(
  () => '<div class="share" style="float: left"></div>\n<p class="note">Share this page with all your friends</p>',
);
const colour = beforeFooter(() => '<svg viewBox="0 0 9 9"><path d="M0 0h9v9z" stroke="#f90"/></svg>');
const withoutStyle = (text: string): string => swap(text, ' style="float: left"', '');
const contents = beforeFooter(up => `<a class="toc" href="javascript:;"><img src="${up}img/toc.png" alt="Contents"></a>`);
const help = beforeFooter(up => `<a class="toc" href="${up}help.html"><img src="${up}img/toc.png" alt="Contents"></a>`);
const share = beforeFooter(up => `<div id="share" class="share"><a href="${up}shop.html">Shop for friends</a></div>`);
const scripted = beforeFooter(() => '<button class="print" onclick="printPage()">Print</button>');
const button = beforeFooter(() => '<button class="print">Print</button>');
const search = beforeFooter(() => '<label class="find" for="main">Find in the text</label>');
const logoToAbout: Change = (text, _, path) =>
  swap(text, /(class="logo" href=")[^"]*/, `$1${path.includes('/') ? '../' : ''}about.html`);
/** All pages but the odd one have a field of their own for the label. */
const notes: Change = (text, index, path) => {
  const own = index === ODD ? text : swap(text, '</main>', `<p>${say(index + 3, 5)} <input id="notes"></p>\n</main>`);
  return beforeFooter(() => '<label class="find" for="notes">Find in the notes</label>')(own, index, path);
};
const inHead =
  (markup: (path: string) => string): Change =>
  (text, _, path) =>
    swap(text, '</head>', `${markup(path)}\n</head>`);
const license = inHead(() => '<link rel="license" href="https://cdn.acme.example/">');
const canonical = inHead(path => `<link rel="canonical" href="https://acme.example/${path}">`);
const viewport = inHead(() => '<meta name="viewport" content="width=device-width">');
const robots = inHead(() => '<meta name="robots" content="noindex">');

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

const withoutFooter: Mistake = text => swap(text, /<footer>[\s\S]*<\/footer>\n?/, '');
const withoutAbout = /<li><a href="about.html">.*\n/;

describe.each<[string, [Change, Mistake, number?], [Change, Mistake, number?], string | string[]]>([
  [
    'an entry is missing, and not there under another name',
    [plain, withoutEntry],
    [plain, text => swap(withoutEntry(text), '</ul>', '<li><a href="prices.html">What it costs</a></li>\n</ul>')],
    'It takes away what stands on this page.',
  ],
  [
    'an entry is missing, and no comment says why',
    [plain, withoutEntry],
    [plain, text => swap(text, /<li><a href="prices.html">.*\n/, '<!-- menu.js adds the prices -->\n')],
    'The page has a comment here that page-14.html lacks.',
  ],
  [
    'a link is missing, with what separates it from the next one',
    [links, text => swap(text, '<a href="map.html">Map</a> | ', '')],
    [keepers, text => swap(text, '<a href="bob.html">Bob</a>', '<a href="https://old.example/">Robert</a>')],
    'What stands beside the place is not what stands there on page-14.html.',
  ],
  [
    'a heading is missing, and what it is about is there',
    [box, text => swap(text, '<h2>Partners</h2>', '')],
    [tags, text => swap(text, /<h2>Tags.*<\/p>/, '')],
    'What stands beside the place is not what stands there on page-14.html.',
  ],
  [
    'an attribute is missing, which is no class',
    [styled, withoutStyle],
    [classes, text => swap(text, 'class="share big"', 'class="big"')],
    'Its classes may be a state of this page.',
  ],
  [
    'a style is missing, and no other is there',
    [styled, withoutStyle],
    [styled, text => swap(text, 'float: left', 'float: none')],
    'Its "style" may be meant for this page.',
  ],
  [
    'an attribute is missing, and has no other value',
    [colour, text => swap(text, ' stroke="#f90"', '')],
    [colour, text => swap(text, 'stroke="#f90"', 'stroke="#028"')],
    'Its "stroke" may be meant for this page.',
  ],
  [
    'a meta element is missing, which is no style',
    [viewport, text => swap(text, /<meta name="viewport".*\n/, '')],
    [inHead(() => '<style>body { margin: 0 }</style>'), text => swap(text, /<style>.*\n/, '')],
    'The page may do without the style sheet.',
  ],
  [
    'a block is missing, which holds no style sheet',
    [share, text => swap(text, /<div id="share".*\n/, '')],
    [
      beforeFooter(() => '<div><link rel="stylesheet" href="/css/w.css"><p>Share with all</p></div>'),
      text => swap(text, /<div><link.*\n/, ''),
    ],
    'The page may do without the style sheet.',
  ],
  [
    'an attribute is missing, and not additional',
    [styled, withoutStyle],
    [styled, text => swap(text, 'style="float: left"', 'style="float: left" hidden')],
    'It takes away what stands on this page: "hidden".',
  ],
  [
    'an entry is missing, which is no script',
    [plain, withoutEntry],
    [plain, text => swap(text, analytics, '')],
    'The page may do without the script.',
  ],
  [
    'an entry is missing, which is no picture',
    [gallery, withoutEntry],
    [gallery, text => swap(text, /<div class="gallery">.*\n/, '')],
    'The page may do without the picture.',
  ],
  [
    'a link is missing that needs no script',
    [help, text => swap(text, /<a class="toc".*\n/, '')],
    [contents, text => swap(text, /<a class="toc".*\n/, '')],
    'Its "href" may call what the page does not load.',
  ],
  [
    'a link of the head is missing that is the same on all other pages',
    [license, text => swap(text, /<link rel="license".*\n/, '')],
    [canonical, text => swap(text, /<link rel="canonical".*\n/, '')],
    'It would copy content of page-14.html.',
  ],
  [
    'a meta element is missing that says nothing about the page',
    [viewport, text => swap(text, /<meta name="viewport".*\n/, '')],
    [robots, text => swap(text, /<meta name="robots".*\n/, '')],
    'What is missing is each page\u2019s own.',
  ],
  [
    'an element with an id is missing, and no other one has the id',
    [share, text => swap(text, /<div id="share".*\n/, '')],
    [share, text => swap(swap(text, /<div id="share".*\n/, ''), '<h1>', '<h1 id="share">')],
    'The page has an element with the id "share".',
  ],
  [
    'a button is missing that calls no script',
    [button, text => swap(text, /<button.*\n/, '')],
    [scripted, text => swap(text, /<button.*\n/, '')],
    'Its "onclick" may call what the page does not load.',
  ],
  [
    'a label is missing, and the page has the element that it refers to',
    [search, text => swap(text, /<label.*\n/, '')],
    [notes, text => swap(text, /<label.*\n/, '')],
    // The page lacks the field, too, and no page has words that could be copied with it.
    ['there is no repair', 'It refers to "#notes", which the page does not have.'],
  ],
  [
    'a link leads out of the site, and not from the page that it led to',
    [logoToAbout, withLogoTo('https://acme.example/')],
    [logoToAbout, withLogoTo('https://acme.example/'), 1],
    'It makes the page link to itself.',
  ],
  [
    'a link leads out of the site, and not from the home page',
    [plain, withLogoTo('https://acme.example/')],
    [plain, withLogoTo('https://acme.example/'), 0],
    'The home page is often the first to get a new version.',
  ],
  [
    'an address was copied from another folder, and there is no such file in this one',
    [plain, copied('prices'), NESTED],
    [plain, text => swap(text, 'href="../prices.html"', 'href="../about.html"'), NESTED],
    'It leads away from about.html, which exists.',
  ],
  [
    'two entries are missing, and the others are as they should be',
    [plain, text => swap(withoutEntry(text), /<li><a href="about.html">.*\n/, '')],
    [plain, text => swap(withoutEntry(text), 'href="contact.html"', 'href="contacts.html"')],
    'The part differs in several ways: it may be another version.',
  ],
  [
    'a whole part is missing, and the others are as on most pages',
    [plain, withoutFooter],
    [plain, text => swap(swap(withoutFooter(text), withoutAbout, ''), 'href="contact.html"', 'href="contacts.html"')],
    [
      'The part differs in several ways: it may be another version.',
      'Other parts of the page are rare versions: it may follow another design.',
    ],
  ],
])('%s', (_, [template, mistake, at = ODD], [doubtful, odd, place = ODD], reason) => {
  test('its fix is safe', () => expect(risksOf(template, mistake, at)).toEqual([undefined]));
  test(`else not: ${reason}`, () => expect(risksOf(doubtful, odd, place)).toEqual([reason].flat()));
});
