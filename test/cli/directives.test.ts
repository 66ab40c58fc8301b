import { join } from 'node:path';
import type { PageLabels } from 'templens-shared/labels';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../site/folder.ts';
import { smallSite, templens } from './templens.ts';

/** A page made with Dreamweaver, given what stands in its editable regions. */
function instance(regions: { doctitle: string; head: string; main: string; news: string[] }, menu = 'Home'): string {
  const editable = (name: string, text: string) =>
    `<!-- InstanceBeginEditable name="${name}" -->${text}<!-- InstanceEndEditable -->`;
  const entries = regions.news.map(
    text =>
      `<!-- InstanceBeginRepeatEntry --><tr><td><img src="dot.gif" alt=""></td><td>${editable('item', text)}</td></tr><!-- InstanceEndRepeatEntry -->`,
  );
  return `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><!-- InstanceBegin template="/Templates/main.dwt" codeOutsideHTMLIsLocked="false" -->
<head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8" />
${editable('doctitle', regions.doctitle)}
${editable('head', regions.head)}
<!-- InstanceParam name="menu" type="text" value="${menu}" -->
</head>
<body>
<div id="menu"><a href="index.html">${menu}</a></div>
<div id="content">${editable('main', regions.main)}</div>
<table><!-- InstanceBeginRepeat name="news" -->${entries.join('')}<!-- InstanceEndRepeat --></table>
<!-- #BeginLibraryItem "/Library/foot.lbi" --><p>Made by the sea</p><!-- #EndLibraryItem -->
</body>
<!-- InstanceEnd --></html>
`;
}

const pages = {
  // Its text is the same on both pages, and would be template by that.
  'index.html': instance({
    doctitle: '\n<title>Home</title>\n',
    head: '',
    main: '<h1>Welcome</h1><p>Call us today.</p>',
    news: ['One', 'Two'],
  }),
  'prices.html': instance({
    doctitle: '\n<title>Prices</title>\n',
    head: '<style>b{}</style>',
    main: '<h1>Welcome</h1><p>Call us today.</p> <p>All is free.</p>',
    news: ['One'],
  }),
  // Locked, but on no other page.
  'odd.html': instance(
    { doctitle: '\n<title>Odd</title>\n', head: '', main: '<blockquote>Odd</blockquote>', news: ['Three'] },
    'An odd menu',
  ),
};

describe('a site made with Dreamweaver', () => {
  test("has its template's holes exactly where its pages have editable regions", async () => {
    const site = makeFolder(pages);
    for (const [page, menu, news] of [
      ['index.html', 'Home', 2],
      ['odd.html', 'An odd menu', 1],
    ] as const) {
      const hole = (name: string) => `<!-- templens:hole ${name} -->`;
      const items = ['item', 'item-2'].slice(0, news).map(hole);
      expect(await templens(['extract', join(site, page), '--site', site])).toEqual({
        code: 0,
        signal: null,
        stderr: '',
        stdout: instance({ doctitle: hole('doctitle'), head: hole('head'), main: hole('main'), news: items }, menu),
      });
    }
    const content = await templens(['extract', join(site, 'prices.html'), '--site', site, '--content', '--format', 'text']);
    expect(content.stdout).toBe('Prices\nWelcome\nCall us today.\nAll is free.\nOne\n');
  });

  test.each(['default', 'sst', 'iwptd'])('is labelled by its markers with --extractor %s', async extractor => {
    const run = await templens([
      'classify',
      '--format',
      'ndjson',
      makeFolder(pages),
      '--extractor',
      extractor,
      '--page',
      'odd.html',
    ]);
    const { nodes } = JSON.parse(run.stdout) as PageLabels;
    const source = pages['odd.html'];
    const labelOf = (text: string) => nodes.find(({ start }) => start === source.indexOf(text));
    for (const text of ['<html', '<body', '<div id="menu"', 'An odd menu</a>', '<img', 'Made by the sea'])
      expect(labelOf(text), text).toMatchObject({ label: 'template', score: 1 });
    for (const text of ['<title', '<blockquote', 'Three'])
      expect(labelOf(text), text).toMatchObject({ label: 'content', score: 0 });
  });

  test('says so with --explain', async () => {
    const { stdout } = await templens(['classify', makeFolder(pages), '--explain', '--page', 'odd.html']);
    expect(stdout).toMatch(
      /T .*div#menu.*An odd menu\n +The template \/Templates\/main\.dwt locks it: it stands in no editable region\.\n/,
    );
    expect(stdout).toMatch(
      /C .*blockquote.*Odd\n +It stands in the editable region “main” that the page's template leaves open\.\n/,
    );
    expect(stdout).toMatch(/T .*p .*Made by the sea\n +It comes from the library item \/Library\/foot\.lbi\.\n/);
  });
});

test('data-templens decides a label, and --explain says that it did', async () => {
  const marked = smallSite['a.html']!.replace('<ul class="menu">', '<ul class="menu" data-templens="content">');
  const site = makeFolder({ ...smallSite, 'a.html': marked });
  const { stdout } = await templens(['classify', site, '--explain', '--page', 'a.html']);
  expect(stdout).toMatch(/C .*ul.*Home.*\n +Its attribute data-templens="content" decides\.\n/);
});
