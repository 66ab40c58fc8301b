// Severity follows the effect: what a reader of the page can notice is a warning, all else is information.
import { describe, expect, test } from 'vitest';
import { checks } from '../../server/src/core/findings/checks/index.ts';
import type { Finding } from '../../server/src/core/findings/finding.ts';
import { CheckedSite } from '../support/checked-site.ts';
import { pairSite, pathOf, swap } from './support/pair-site.ts';

type Change = (text: string, up: string) => string;

const PAGES = 20;
const ODD = 10;
const plain: Change = text => text;
const beforeFooter =
  (markup: (up: string) => string): Change =>
  (text, up) =>
    swap(text, '<footer>', `${markup(up)}\n<footer>`);
const inHead =
  (markup: string): Change =>
  text =>
    swap(text, '<meta charset', `${markup}\n<meta charset`);
const without =
  (markup: RegExp): Change =>
  text =>
    swap(text, markup, '');

/** Codes and severities of the findings on a page where it alone differs from the template. */
function severitiesOf(template: Change, mistake: Change): string[] {
  const site = pairSite(PAGES, (text, index, path) => {
    const up = path.includes('/') ? '../' : '';
    return index === ODD ? mistake(template(text, up), up) : template(text, up);
  });
  return site.findings(pathOf(ODD)).map(described);
}

function described({ code, severity }: Finding): string {
  return `${code.replace('template/', '')}: ${severity ?? checks[code].severity}`;
}

const share = '<div class="share"><span class="bar"></span><span class="knob"></span></div>';
const toggle = '<div class="tools"><a href="#" data-toggle="panel"><i class="icon"></i></a></div>';
const help = (up: string) => `<div class="tools"><a href="${up}help.html"><i class="icon"></i></a></div>`;
const entry = /<li><a href="prices.html">.*\n/;

describe.each<[string, Change, Change, string]>([
  ['a link of the menu', plain, without(entry), 'missing-node: warning'],
  ['a style sheet', plain, without(/<link rel="stylesheet".*\n/), 'missing-node: warning'],
  ['a script', plain, without(/<script src=.*\n/), 'missing-node: warning'],
  ['a link that shows an icon', beforeFooter(help), without(/<div class="tools">.*\n/), 'missing-node: warning'],
  ['an ornament', beforeFooter(() => share), without(/<div class="share">.*\n/), 'missing-node: information'],
  [
    'a button that only runs a script',
    beforeFooter(() => toggle),
    without(/<div class="tools">.*\n/),
    'missing-node: information',
  ],
  [
    'a meta element that changes nothing',
    inHead('<meta name="generator" content="Pen">'),
    without(/<meta name="gen.*\n/),
    'missing-node: information',
  ],
  [
    'a meta element that the width depends on',
    inHead('<meta name="viewport" content="width=device-width">'),
    without(/<meta name="viewport.*\n/),
    'missing-node: warning',
  ],
])('without %s', (_, template, mistake, reports) => {
  test(reports, () => expect(severitiesOf(template, mistake)).toEqual([reports]));
});

describe('something else in a part', () => {
  test('an additional item is a warning, an additional ornament information', () => {
    const added: Change = text => swap(text, /(<li><a href="prices.html">.*\n)/, '$1<li><a href="page-7.html">Sale</a></li>\n');
    expect(severitiesOf(plain, added)).toEqual(['extra-node: warning']);
    const adorned: Change = text => swap(text, /(<li><a href="prices.html">.*\n)/, '$1<hr class="thin">\n');
    expect(severitiesOf(plain, adorned)).toEqual(['extra-node: information']);
  });

  test('two items less are a warning, with two others in another place, too', () => {
    const less: Change = text => without(/<li><a href="about.html">.*\n/)(without(entry)(text, ''), '');
    const others: Change = text =>
      swap(less(text, ''), '</ul>', '<li><a href="page-7.html">Sale</a></li>\n<li><a href="page-8.html">Jobs</a></li>\n</ul>');
    expect(severitiesOf(plain, less)).toEqual(['part-version: warning']);
    expect(severitiesOf(plain, others)).toEqual(['part-version: warning']);
  });

  test('an item less is a warning, whatever another item is called', () => {
    const renamed: Change = text => swap(without(entry)(text, ''), '>Products<', '>Goods<');
    expect(severitiesOf(plain, renamed)).toEqual(['part-version: warning']);
  });

  test('a link that leads elsewhere remains a warning beside other words', () => {
    const other: Change = text => swap(swap(text, 'href="prices.html"', 'href="old/prices.html"'), '>Products<', '>Goods<');
    expect(severitiesOf(plain, other)).toEqual(['part-version: warning']);
  });
});

describe('an attribute', () => {
  const withClass: Change = text => swap(text, '<footer>', '<footer class="narrow">');
  test.each<[string, Change, Change, string]>([
    ['of a picture that is another one', plain, text => swap(text, 'img/logo.png', 'img/old.png'), 'warning'],
    ['that hides something', plain, text => swap(text, '<footer>', '<footer hidden>'), 'warning'],
    ['that only scripts and style sheets read', withClass, text => swap(text, 'narrow', 'wide'), 'information'],
  ])('%s', (_, template, other, severity) => expect(severitiesOf(template, other)).toEqual([`changed-attribute: ${severity}`]));

  test('of a link that no reader follows', () => {
    const license = inHead('<link rel="license" href="https://fonts.test/">');
    const gone = without(/<link rel="license".*\n/);
    expect(severitiesOf(license, gone)).toEqual(['missing-node: information']);
  });
});

describe('a broken link of the template', () => {
  const page = (own: string): string =>
    `<!doctype html><html lang="en"><head><title>${own.replace(/<[^>]*>/g, '')}</title></head><body><nav><a href="p1.html">One</a> <a href="p2.html">Two</a>
<a href="terms.html">Terms</a></nav><main><h1>Words</h1><p>${own}</p></main></body></html>`;

  test.each([
    ['is a warning', 'A text', ['broken-link: warning']],
    [
      'is not reported where the page links to several pages that are not there',
      '<a href="a-AT.html">A</a> <a href="b-AT.html">B</a> <a href="c-AT.html">C</a>',
      [],
    ],
  ])('%s', (_, own, reports) => {
    const site = new CheckedSite(
      Array.from({ length: 6 }, (_, at): [string, string] => [`p${at}.html`, page(`${own.replaceAll('AT', String(at))} ${at}`)]),
    );
    const findings = [...site.all()].flatMap(([, found]) => found);
    expect(findings.map(described)).toEqual(reports);
  });
});
