import type { Finding } from 'templens-shared/findings';
import { describe, expect, test } from 'vitest';
import type { Finding as CoreFinding } from '../../server/src/core/findings/finding.ts';
import { templens } from '../cli/templens.ts';
import { makeFolder } from '../site/folder.ts';
import { pairSite, pathOf, reportsOf, swap } from './support/pair-site.ts';

type Change = (text: string) => string;

const drift: Change = text => swap(swap(text, '>Prices<', '>Fees<'), 'img/logo.png', 'img/old.png');
const label = `${pathOf(7)}: template/changed-text Fees`;
const picture = `${pathOf(7)}: template/changed-attribute src="img/old.png"`;

const site = (change: Change, settings?: Parameters<typeof pairSite>[2]) =>
  pairSite(20, (text, index) => (index === 7 ? change(drift(text)) : text), settings);
const commented =
  (markup: RegExp | string, comment: string): Change =>
  text =>
    swap(text, markup, `${comment}\n$&`);

/** Both stand in the header. */
const both = `${pathOf(7)}: template/part-version src="img/old.png"`;

test('without an ignore both are reported, as one finding', () => {
  const drifted = site(text => text);
  expect(reportsOf(drifted)).toEqual([both]);
  const [{ details }] = drifted.findings(pathOf(7)) as [CoreFinding];
  expect(details!.map(({ code }) => code)).toEqual(['template/changed-attribute', 'template/changed-text']);
});

test('codes that are off do not count in the sum', () => {
  expect(reportsOf(site(text => text, { checks: { 'template/changed-text': 'off' } }))).toEqual([picture]);
});

describe('directives that have no effect', () => {
  test('are reported, with what could stand there', () => {
    const mistaken = site(commented('<nav', '<!-- templens-ignor template/changed-text: they are fees there -->'));
    expect(reportsOf(mistaken)).toEqual([
      both,
      `${pathOf(7)}: templens/config <!-- templens-ignor template/changed-text: they are fees there -->`,
    ]);
    const finding = mistaken.findings(pathOf(7)).find(({ code }) => code === 'templens/config')!;
    expect(finding.repair).toMatchObject({
      kind: 'text',
      text: '<!-- templens-ignore template/changed-text: they are fees there -->',
    });
    expect(reportsOf(site(text => swap(text, '<nav', '<nav data-templens="contnet"')))).toContain(
      `${pathOf(7)}: templens/config data-templens="contnet"`,
    );
  });

  test('of other programs are not', () => {
    expect(
      reportsOf(site(commented('<nav', '<!-- #EndLibraryItem -->'))).filter(reports => reports.includes('templens/')),
    ).toEqual([]);
  });
});

describe('comments', () => {
  test('hide findings inside the next element', () => {
    expect(reportsOf(site(commented('<nav', '<!-- templens-ignore template/changed-text: they are fees there -->')))).toEqual([
      picture,
    ]);
  });

  test('hide findings on the page', () => {
    expect(reportsOf(site(commented('<nav', '<!-- templens-ignore-page template/changed-attribute: a test -->')))).toEqual([
      label,
    ]);
  });

  test('hide several codes', () => {
    expect(
      reportsOf(site(commented('<header', '<!-- templens-ignore template/changed-text, template/changed-attribute: new -->'))),
    ).toEqual([]);
  });

  test('that hide nothing are reported, and can be taken away', () => {
    const comment = '<!-- templens-ignore template/changed-text: no more -->';
    const ignoring = site(commented('<footer', comment));
    expect(reportsOf(ignoring)).toEqual([both, `${pathOf(7)}: templens/unused-ignore ${comment}`]);
    const finding = ignoring.findings(pathOf(7)).at(-1)!;
    expect(finding.message).toBe('This comment hides nothing: there is no template/changed-text on the next element.');
    expect(finding.repair).toEqual({ kind: 'text', start: finding.start, end: finding.end, text: '' });
  });
});

describe('attributes', () => {
  test.each(['ignore', 'content'])('data-templens="%s" silences differences inside', value => {
    const open = (text: string) => swap(text, '<nav class="menu">', `<nav class="menu" data-templens="${value}">`);
    expect(reportsOf(pairSite(20, (text, index) => (index === 7 ? drift(open(text)) : open(text))))).toEqual([picture]);
  });

  test('what is missing in an open part is no drift either', () => {
    const open = (text: string) => swap(text, '<footer>', '<aside data-templens="content"><p>New</p></aside><footer>');
    expect(reportsOf(pairSite(20, (text, index) => (index === 7 ? text : open(text))))).toEqual([]);
  });
});

describe('settings', () => {
  test.each([
    ['codes', { codes: ['template/changed-text' as const] }, [picture]],
    ['pages', { pages: [pathOf(7)] }, []],
    ['other pages', { pages: ['news/**'] }, [both]],
    ['a selector', { selector: 'nav.menu' }, [picture]],
    ['a selector with codes that do not fit', { selector: 'nav.menu', codes: ['template/missing-node' as const] }, [both]],
    ['an attribute', { attribute: 'src' }, [label]],
    ['another attribute', { attribute: 'href' }, [both]],
  ])('ignore by %s', (_, rule, reports) => {
    expect(reportsOf(site(text => text, { ignore: [rule] }))).toEqual(reports);
  });

  test('know which rules hide nothing', () => {
    const ignoring = site(text => text, { ignore: [{ attribute: 'src' }, { selector: '.none' }, { pages: ['x/**'] }] });
    ignoring.all();
    expect(ignoring.checks.unusedIgnores).toEqual([1, 2]);
  });

  test('that hide nothing are reported at their place in the configuration file', async () => {
    const drifted = site(text => text);
    const configuration =
      '{\n  "checks": { "template/broken-link": "off" },\n  "ignore": [\n    { "attribute": "src" },\n    { "selector": ".none" }\n  ]\n}\n';
    const files = { 'css/site.css': '', 'js/analytics.js': '', 'img/logo.png': '', 'templens.config.json': configuration };
    const root = makeFolder({ ...files, ...Object.fromEntries(drifted.texts) });
    const { stdout } = await templens(['check', root, '--format', 'json']);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: Finding[] };
    expect(diagnostics.map(({ page, code }) => `${page}: ${code}`)).toEqual([
      `${pathOf(7)}: template/changed-text`,
      'templens.config.json: templens/unused-ignore',
    ]);
    expect(diagnostics[1]).toMatchObject({ line: 5, column: 5, severity: 'hint' });
    expect(configuration.slice(diagnostics[1]!.start, diagnostics[1]!.end)).toBe('{ "selector": ".none" }');
    const { stdout: text } = await templens(['check', root, '--no-color']);
    expect(text).toContain('{ "selector": ".none" }');
  });
});
