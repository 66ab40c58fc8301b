import { describe, expect, test } from 'vitest';
import { repairEdits } from '../../server/src/core/edits/repair-edits.ts';
import { applyEdits } from '../../server/src/core/edits/text-edit.ts';
import { pageSource } from '../fixes/page-source.ts';
import { CheckedSite } from '../support/checked-site.ts';
import { pairSite, pathOf, reportsOf, say, swap } from './support/pair-site.ts';

type Change = (text: string, index: number, path: string) => string;
const inMain =
  (at: number, markup: string): Change =>
  (text, index) =>
    index === at ? swap(text, '</main>', `${markup}\n</main>`) : text;

describe('an address without its scheme', () => {
  test('is reported on any page, and gets mailto:', () => {
    const link = '<a href=" ann@mail.example.org ">Ann</a>';
    const site = pairSite(12, inMain(7, `<p>${link} or ${link.replace('@', '&#64;')}</p>`));
    expect(reportsOf(site)).toEqual(['page-7.html: template/broken-link <a href=" ann@mail.example.org ">']);
    const [finding] = site.findings('page-7.html');
    expect(finding!.message).toBe(
      'This address lacks mailto: at its beginning, so browsers look for a file ann@mail.example.org.',
    );
    expect(finding!.risk).toBeUndefined();
    const text = site.texts.get('page-7.html')!;
    const repaired = applyEdits(text, repairEdits(finding!.repair!, pageSource('page-7.html', text), () => undefined)!);
    expect(repaired.match(/<a href=" mailto:ann(?:@|&#64;)mail.example.org ">/g)).toHaveLength(2);
  });

  test('of a host is reported with https://, for a person to look at', () => {
    const site = pairSite(12, inMain(7, '<p><a href="www.example.org/a.html?b#c">A</a> <a href="www.example.com">B</a></p>'));
    const [finding, ...others] = site.findings('page-7.html');
    expect(others).toEqual([]);
    expect(finding!.message).toBe('2 addresses lack https:// at their beginning: www.example.org/a.html?b#c, www.example.com.');
    expect(finding!.risk).toBe('The host may answer at another address.');
    expect(finding!.repair).toMatchObject({ kind: 'all', repairs: [{ text: 'https://' }, { text: 'https://' }] });
  });

  test.each(['logo@2x.png', 'www.html', 'mailto:ann@example.org', '@ann', 'ann@{{ host }}', 'a/ann@example.org', 'node@18.2'])(
    'is not %s',
    address => {
      const reports = reportsOf(pairSite(12, inMain(7, `<p><a href="${address}">A</a></p>`)));
      expect(reports.filter(line => line.includes('broken-link') && !/png|www/.test(line))).toEqual([]);
      expect(reports.every(line => !line.includes('lacks'))).toBe(true);
    },
  );

  test('is the name of a folder where the site has that folder', () => {
    const site = pairSite(12, inMain(7, '<p><a href="www.example.org/">A</a></p>'));
    expect(site.findings('page-7.html')).toHaveLength(1);
    site.texts.set('www.example.org', '');
    expect(site.findings('page-7.html')).toEqual([]);
  });
});

test('a phone number as an address gets tel:', () => {
  const site = pairSite(12, inMain(7, '<p><a href="+30 210 1234567">Call us</a> <a href="+1">One more</a></p>'));
  const [finding, ...others] = site.findings('page-7.html');
  expect(others).toEqual([]);
  expect(finding!.message).toBe('This address lacks tel: at its beginning, so browsers look for a file +30 210 1234567.');
  expect(finding!.repair).toMatchObject({ repairs: [{ text: 'tel:' }] });
});

describe('a link that shows an address', () => {
  const messages = (markup: string): string[] =>
    pairSite(12, inMain(7, `<p>${markup}</p>`))
      .findings('page-7.html')
      .map(({ code, message }) => `${code} ${message}`);

  test('and leads nowhere is reported', () => {
    expect(messages('<a href="#">ann@example.org</a> or <a href="">(030) 123-4567</a>')).toEqual([
      'template/wrong-target “<a href="#">” shows ann@example.org, but leads nowhere; “<a href="">” shows (030) 123-4567, but leads nowhere.',
    ]);
  });

  test.each([
    ['a script handles it', '<a href="#" onclick="mail()">ann@example.org</a>'],
    ['it shows years', '<a href="#">2019 - 2021</a>'],
    ['it leads there', '<a href="mailto:ann@acme.org">ann@acme.org</a>'],
  ])('is not where %s', (_, markup) => {
    expect(messages(markup)).toEqual([]);
  });
});

test('an id is reported where a second element has it and a link or a label is meant for it', () => {
  const twice = '<h3 id="plan">A</h3><h3 id="plan">B</h3><h3 id="other">C</h3><h3 id="other">D</h3><i id=""></i><i id=""></i>';
  const messages = (markup: string): string[] =>
    pairSite(12, inMain(7, markup))
      .findings('page-7.html')
      .map(({ message }) => message);
  const message = '“<h3 id="plan">” has the id of an earlier element, which is the one that links and labels lead to.';
  expect(messages(`${twice}<a href="#plan">Plan</a>`)).toEqual([message]);
  expect(messages(`${twice}<label for='plan'>Plan</label>`)).toEqual([message]);
  expect(messages(twice)).toEqual([]);
});

describe('links in the content of a page to places that it lacks', () => {
  const links = '<ul><li><a href="#news">N</a></li><li><a href="#team">T</a></li><li><a href="#%66aq">F</a></li></ul>';
  const places = '<h2 id="news">N</h2><h2 id="team">T</h2><h2 id="faq">F</h2>';
  const site = (of: Readonly<Record<number, string>>) =>
    pairSite(12, (text, index) => (of[index] === undefined ? text : swap(text, '</main>', `${of[index]}\n</main>`)));

  test('are one finding where one other page has all of them, and get its address', () => {
    const copied = site({ 0: links + places, 6: links });
    expect(reportsOf(copied)).toEqual([`${pathOf(6)}: template/broken-link <a href="#news">`]);
    const [finding] = copied.findings(pathOf(6));
    expect(finding!.message).toBe('3 links lead to ids that this page lacks and index.html has: #news, #team, #faq.');
    expect(finding!.repair).toMatchObject({ repairs: Array(3).fill({ kind: 'text', text: '../index.html' }) });
    expect(finding!.risk).toBe('The page may be meant to have these places.');
  });

  test('are reported no longer when the page, or a second one, gets them', () => {
    const copied = site({ 0: links + places, 7: links });
    expect(reportsOf(copied)).toEqual(['page-7.html: template/broken-link <a href="#news">']);
    copied.put(
      'page-8.html',
      swap(
        copied.texts.get('page-8.html')!,
        '</main>',
        `<p>On <a href="#faq">F</a>, <a href="#team">T</a>, <a href="#news">N</a>.</p>${places}</main>`,
      ),
    );
    expect(copied.settle()).toContain('page-7.html');
    expect(reportsOf(copied)).toEqual([]);
  });

  test.each([
    ['that no page has together', { 0: links + places.replace('"faq"', '"questions"'), 7: links }],
    [
      'if they are two',
      { 0: '<a href="#a">A</a><a href="#b">B</a><i id=a></i><i id=b></i>', 7: '<a href="#a">A</a><a href="#b">B</a>' },
    ],
    ['that no page has', { 0: links, 7: links }],
  ])('are not reported %s', (_, of) => {
    expect(reportsOf(site(of))).toEqual([]);
  });
});

test('a dead link of one page is reported on a site whose shared parts have no links, if those in its pages are alive', () => {
  const elements = 'p div section article aside blockquote address h2 h3 h4 dl figure'.split(' ');
  const page = (index: number): string => {
    const [name, other] = [elements[index]!, elements[(index * 5 + 3) % 12]!];
    const links = [1, 2, 3].map(
      at =>
        `<${name}>${say(index + at, 4)} <a href="page-${((index + at) % 12) + 1}.html">${say(at + index * 3, 2)}</a></${name}>`,
    );
    const dead = index === 7 ? '<a href="contcat.html">write</a>' : '';
    const text = Array.from({ length: 8 }, (_, at) => `<p>${say(index * 9 + at, 8)}</p>`).join('');
    return `<!doctype html><html lang="en"><head><title>${say(index, 3)}</title></head><body><${other}>${links.join('')}</${other}>${text}${dead}</body></html>`;
  };
  const texts = Array.from({ length: 12 }, (_, at): [string, string] => [`page-${at + 1}.html`, page(at)]);
  const site = new CheckedSite(texts);
  expect(reportsOf(site).filter(line => line.includes('broken-link'))).toEqual([
    'page-8.html: template/broken-link <a href="contcat.html">',
  ]);
});

test('a form is reported whose fields no program of the site receives', () => {
  const messages = (action: string): string[] => {
    const site = pairSite(12, inMain(7, `<form method="post" action="${action}"><input name="mail"></form>`));
    for (const path of ['css/site.css', 'js/analytics.js', 'img/logo.png']) site.texts.set(path, '');
    return site.findings('page-7.html').map(({ message }) => message);
  };
  expect(messages('mail/send.php?to=1')).toEqual(['This form sends its fields to mail/send.php, which does not exist.']);
  // The server may have programs beside the pages.
  expect(messages('/cgi-bin/send.pl')).toEqual([]);
  expect(messages('mail/send')).toEqual([]);
});

test('a link to a missing page is reported in a block that no other page has', () => {
  const links = '<p><a href="about.html">A</a> <a href="gone.html">B</a></p>';
  const site = pairSite(12, (text, index) =>
    index === 7 ? swap(text, '<footer>', `<footer>\n<div class="news"><h2>News of the week</h2>${links}</div>`) : text,
  );
  expect(site.findings('page-7.html').map(({ message }) => message)).toContain(
    'This link leads to gone.html, which does not exist.',
  );
});

test('a line break in an address is nothing to browsers', () => {
  const messages = (links: string): string[] =>
    pairSite(12, inMain(7, `<p>${links}</p>`))
      .findings('page-7.html')
      .map(({ message }) => message);
  expect(messages('<a href="ht\ntps://example.org/a.js">A</a> <a href="abo\r\nut.html">B</a>')).toEqual([]);
  expect(messages('<a href="go\nne.html">C</a>')).toEqual(['This link leads to gone.html, which does not exist.']);
});
