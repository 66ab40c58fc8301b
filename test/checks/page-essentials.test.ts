import { describe, expect, test } from 'vitest';
import { listPage, pageOf, pairSite, pathOf, reportsOf, swap } from './support/pair-site.ts';

/** Messages about a page of a site of 20 pages, each changed by `change`. */
function messagesOn(page: string, change: (text: string, index: number) => string): string[] {
  const reported = pairSite(20, change).reported().get(page) ?? [];
  return reported.map(({ message }) => message);
}

test('an empty title is not a title', () => {
  const empty = messagesOn(pathOf(7), (text, index) =>
    index === 7 ? text.replace(/<title>.*?<\/title>/, '<title> </title>') : text,
  );
  expect(empty).toContain('<title> is empty here, so browsers and search engines show the address; 19 of 20 pages have one.');
});

test('what a page lacks beside its title is one finding', () => {
  const bare = messagesOn(pathOf(7), (text, index) =>
    index === 7
      ? text
          .replace(/<title>.*?<\/title>/, '')
          .replace('<!DOCTYPE html>', '')
          .replace(' lang="en"', '')
      : text,
  );
  expect(bare).toEqual(['The page lacks <html lang>, the doctype and a title, which most pages of the site have.']);
});

test('zxx is no language', () => {
  const without = (change: (text: string) => string): string[] =>
    messagesOn(pathOf(7), (text, index) => (index === 7 ? text.replace(' lang="en"', '') : change(text)));
  expect(without(text => text)).toContainEqual(expect.stringContaining('lang'));
  expect(without(text => text.replace('lang="en"', 'lang="zxx"'))).toEqual([]);
});

test('an address on the disk of the author is reported on any page', () => {
  for (const address of ['C:\\Users\\me\\site\\icon.png', 'file:///home/me/icon.png']) {
    const found = messagesOn(pathOf(7), (text, index) =>
      index === 7 ? text.replace('</head>', `<link rel="icon" href="${address}"></head>`) : text,
    );
    expect(found).toContain(`The file ${address.replaceAll('\\', '/')} does not exist.`);
  }
});

test('a copied title is recognised by its first section, whatever the name of the site is', () => {
  const titled = (text: string, index: number): string => {
    const title = index === 1 || index === 2 ? 'About - Acme River Company' : `Page ${index} - Acme River Company`;
    return text.replace(/<title>.*?<\/title>/, `<title>${title}</title>`).replace(/<h1>.*?<\/h1>/, '<h1>Acme stone</h1>');
  };
  expect(messagesOn(pathOf(2), titled)).toContain(
    'The title \u201cAbout - Acme River Company\u201d is that of about.html; neither the file name nor a heading of this page fits it.',
  );
  expect(messagesOn(pathOf(1), titled)).toEqual([]);
});

test('a title with a word of the name of the file is the page\u2019s own, though another file has a word of the site\u2019s name', () => {
  const titled = (text: string, index: number): string => {
    const title = `${['about.html', 'contact.html'].includes(pathOf(index)) ? 'Contact' : `Page ${index}`} - Zebras About Town`;
    return text.replace(/<title>.*?<\/title>/, `<title>${title}</title>`).replace(/<h1>.*?<\/h1>/, '<h1>Stones</h1>');
  };
  expect(messagesOn('contact.html', titled)).toEqual([]);
});

/** The pages of a site of 20 whose titles are reported as placeholders, with this title on page 7, whose file is `news/item-7.html` or `path`. */
function placeholders(title: string, change: (text: string) => string = text => text, path?: string): string[] {
  const titled = (text: string): string => text.replace(/<title>.*?<\/title>/, `<title>${title}</title>`);
  const site = pairSite(20, (text, index) => change(index === 7 && !path ? titled(text) : text));
  if (path) site.put(path, change(titled(pageOf(7))));
  site.settle();
  return reportsOf(site).filter(line => line.includes('missing-node'));
}

test.each([
  'NA \u2022 Acme',
  'Acme | undefined',
  'N/A',
  '[object Object] - Acme',
  '| Acme',
  'Acme \u2013',
  'Acme:',
  'Untitled Document',
])('the title %j is a placeholder', title => {
  expect(placeholders(title)).toEqual([`${pathOf(7)}: template/missing-node <title>${title}</title>`]);
});

test('a title names a value that its file is about, or has the value in a longer name', () => {
  expect(placeholders('null - Acme', undefined, 'values-null.html')).toEqual([]);
  expect(placeholders('Our values:', undefined, 'values.html')).toEqual([]);
  for (const title of ['Untitled works by Rothko - Acme', 'None of us - Acme', 'Acme: NA-1 valves', 'A-|B|-C', 'Na - Acme'])
    expect(placeholders(title)).toEqual([]);
});

test('a page of a Dreamweaver template needs a title though the template leaves it open', () => {
  const open = (text: string): string =>
    text
      .replace('<head>', '<!-- InstanceBegin template="/Templates/main.dwt" --><head>')
      .replace(/<title>.*?<\/title>/, '<!-- InstanceBeginEditable name="doctitle" -->$&<!-- InstanceEndEditable -->')
      .replace(
        /(<main id="main">)([\s\S]*)(<\/main>)/,
        '$1<!-- InstanceBeginEditable name="text" -->$2<!-- InstanceEndEditable -->$3',
      )
      .replace('</html>', '<!-- InstanceEnd --></html>');
  const edited = (text: string): string => open(text).replace('2025 Acme Ltd', text.includes('Untitled') ? '2025 Acme' : '$&');
  for (const change of [open, edited])
    expect(placeholders('Untitled Document', change)).toEqual([
      `${pathOf(7)}: template/missing-node <title>Untitled Document</title>`,
    ]);
});

test('a doctype and a language below other text are there, but come late', () => {
  const late = (text: string, index: number): string => (index === 7 ? `// A script.\n${text}` : text);
  const found = messagesOn(pathOf(7), late);
  expect(found).toContainEqual(expect.stringMatching(/^The doctype comes late here, .* pages begin with it\.$/));
  expect(found).not.toContainEqual(expect.stringContaining('language'));
});

test('most pages without a title are one finding, on the first of them', () => {
  const untitled = (pages: number) => (text: string, index: number) =>
    index < pages ? text.replace(/<title>.*?<\/title>/, '') : text;
  const site = pairSite(10, untitled(8));
  const found = [...site.all()].flatMap(([page, findings]) => findings.map(({ message }) => `${page}: ${message}`));
  expect(found).toEqual(['about.html: 8 of 10 pages lack a title: tabs, bookmarks and search results show their addresses.']);
  // Now nearly all have one, so the page without is named.
  for (const index of [0, 1, 2, 3, 4, 5, 6]) site.put(pathOf(index), pageOf(index));
  site.settle();
  expect(reportsOf(site)).toEqual([expect.stringContaining(`${pathOf(7)}: template/missing-node`)]);
});

test('a title that several pages have is reported once, on the first of them', () => {
  const titled = (pages: number) => (text: string, index: number) =>
    index < pages ? text.replace(/<title>.*?<\/title>/, '<title>Acme</title>') : text;
  const message = 'have the title \u201cAcme\u201d: tabs, bookmarks and search results cannot tell them apart.';
  expect(reportsOf(pairSite(20, titled(20)))).toEqual(['about.html: page/copied-title <title>Acme</title>']);
  expect(messagesOn('about.html', titled(20))).toEqual([`20 pages ${message}`]);
  expect(messagesOn('about.html', titled(5))).toEqual([`5 pages ${message}`]);
  const few =
    '2 pages have the title \u201cAcme\u201d (about.html, index.html): tabs, bookmarks and search results cannot tell them apart.';
  expect(messagesOn('about.html', titled(2))).toEqual([few]);
  expect(messagesOn('about.html', titled(1))).toEqual([]);
});

test('a title that few pages have is not reported on a page that is named after it', () => {
  const shared = (text: string, index: number): string =>
    [1, 2].includes(index) ? text.replace(/<title>.*?<\/title>/, '<title>About - Acme</title>') : text;
  const [own, other] = [1, 2].map(index => messagesOn(pathOf(index), shared));
  expect(own).toEqual([]);
  expect(other).toEqual([expect.stringContaining('is that of about.html')]);
});

test('a shared title is reported on the next page when the first gets another, and no longer when one page has it', () => {
  const titled = (text: string): string => text.replace(/<title>.*?<\/title>/, '<title>Acme</title>');
  const site = pairSite(8, titled, { checks: { 'page/unlinked': 'off' } });
  const rename = (index: number): void => {
    site.put(pathOf(index), pageOf(index));
    site.settle();
  };
  rename(1);
  expect(reportsOf(site)).toEqual(['contact.html: page/copied-title <title>Acme</title>']);
  for (const index of [2, 3, 4, 5, 6, 7]) rename(index);
  expect(reportsOf(site)).toEqual([]);
});

test('an item marked in place of that of the page is wrong though others of the menu are not marked either', () => {
  const marked = (text: string, index: number): string => {
    const item = pathOf(index === 3 || index === 4 ? 1 : Math.min(index, 2));
    return text.replace(new RegExp(`<li>(?=<a href="(?:\\.\\./)?${item}")`), '<li class="active">');
  };
  expect(messagesOn(pathOf(3), marked).join()).toContain(
    'This item is marked as the current one, but "Prices" is the one that leads here.',
  );
});

test.each([
  ['script', '<script src="js/menu.js"></script>'],
  ['style sheet', '<link rel="StyleSheet" href="css/menu.css">'],
])('a %s that the page loads twice', (_, element) => {
  const loading = (index: number) => (text: string, at: number) =>
    text.replace('</head>', at === index ? `${element}<meta name="x">${element}</head>` : '</head>');
  const [found, ...others] = messagesOn(pathOf(7), loading(7)).filter(message => message.includes('second time'));
  expect(found).toMatch(/^\u201c<.*\u201d is loaded for the second time\.$/);
  expect(others).toEqual([]);
});

test.each([
  ['in other media', '<link rel="stylesheet" href="a.css" media="print"><link rel="stylesheet" href="a.css">'],
  ['wherever there is an advertisement', '<script async src="//ads.example.org/ad.js"></script>'.repeat(2)],
  ['inline', '<script>go()</script><script>go()</script>'],
])('what is loaded twice %s is meant', (_, elements) => {
  const messages = messagesOn(pathOf(7), (text, at) => (at === 7 ? text.replace('</head>', `${elements}</head>`) : text));
  expect(messages.filter(message => message.includes('second time'))).toEqual([]);
});

test('a page in Arabic without a direction, where the other pages have it', () => {
  const arabic = (text: string, lang: string, dir: string): string =>
    text.replace('<html lang="en"', `<html lang="${lang}"${dir}`);
  const on = (lang: string): string[] =>
    messagesOn(pathOf(7), (text, at) => arabic(text, lang, at === 7 ? '' : ' dir="rtl"')).filter(found =>
      found.includes('dir="rtl"'),
    );
  const message = 'The page is written from right to left, but <html> lacks dir="rtl"; 19 of 20 pages in such languages have it.';
  expect(on('ar-EG')).toContain(message);
  expect(on('ara')).not.toContain(message);
  const alone = messagesOn(pathOf(7), (text, at) => (at === 7 ? arabic(text, 'ar', '') : text));
  expect(alone.join()).not.toContain('right to left');
});

const lines: Readonly<Record<string, string>> = {
  doctype: '<!DOCTYPE html>\n',
  charset: '<meta charset="utf-8">\n',
  viewport: '<meta name="viewport" content="width=device-width">\n',
  icon: '<link rel="icon" href="/img/logo.png">\n',
};

/** What is reported of a site of pages that have all of `lines`, but for one of them on the pages that `isLacking` chooses. */
function gapsOf(
  essential: string,
  count: number,
  isLacking: (index: number) => boolean,
  files: readonly string[] = ['img/logo.png'],
): string[] {
  const site = pairSite(count, (text, index) => {
    const whole = text.replace('</title>', `</title>${lines.viewport}${lines.icon}`);
    return isLacking(index) ? whole.replace(lines[essential]!, '') : whole;
  });
  for (const file of files) site.files.set(file, '');
  return [...site.all()].flatMap(([page, findings]) => findings.map(({ message }) => `${page}: ${message}`));
}

test.each([
  ['doctype', 'the doctype: browsers show them in quirks mode.'],
  ['charset', '<meta charset>: browsers guess the encoding.'],
  ['viewport', '<meta name="viewport">: phones show them at desktop width.'],
  ['icon', '<link rel="icon">: tabs and bookmarks show another icon.'],
])('many pages without %s, where some have it, are one finding on the first of them', (essential, effect) => {
  expect(gapsOf(essential, 10, index => index !== 0)).toEqual([`about.html: 9 of 10 pages lack ${effect}`]);
  expect(gapsOf(essential, 10, index => index < 4)).toEqual([`about.html: 4 of 10 pages lack ${effect}`]);
  // Where nobody has it, or most have, this is not reported.
  expect(gapsOf(essential, 10, () => true)).toEqual([]);
  expect(gapsOf(essential, 10, index => index === 7)).not.toContainEqual(expect.stringContaining('lack'));
});

test('an icon whose file does not exist is missing on no page', () => {
  expect(gapsOf('icon', 10, index => index !== 0, []).filter(message => message.includes('lack'))).toEqual([]);
  expect(gapsOf('icon', 10, index => index === 7, []).filter(message => message.includes('show another icon'))).toEqual([]);
});

test('many pages without an icon show the file that browsers ask for by themselves', () => {
  expect(gapsOf('icon', 10, index => index !== 0, ['img/logo.png', 'favicon.ico'])).toEqual([]);
});

test('what all pages of a folder lack is reported for none of them', () => {
  const inNews = (text: string, _: number, path: string): string =>
    path.startsWith('news/') ? text.replace(lines.doctype!, '') : text;
  expect(reportsOf(pairSite(16, inNews))).toEqual([]);
});

describe('content after the end of the body', () => {
  const early = (tag: string, after: string) => (text: string, at: number) =>
    at === 7 ? text.replace('<footer>', `${tag}\n<!-- The end. -->\n${after}<footer>`) : text;
  const tail = (end: string) => (text: string, at: number) => (at === 7 ? text.replace(/<\/body>\s*<\/html>\s*$/, end) : text);
  const of = (change: (text: string, at: number) => string): string[] => reportsOf(pairSite(12, change));

  test.each(['</body>', '</html>', '</BODY >'])('%s before the footer', tag => {
    const site = pairSite(12, early(tag, ''));
    expect(reportsOf(site)).toEqual([`page-7.html: template/moved-node ${tag}`]);
    expect(site.all().get('page-7.html')![0]!.message).toMatch(
      /^This end tag stands before <footer> .*; on 11 of 12 pages nothing to see follows it\.$/,
    );
  });

  test('</html> before the head', () => {
    const closed = (text: string, at: number): string =>
      at === 7 ? text.replace('<head>', '</html>\n<html lang="en">\n<head>') : text;
    expect(of(closed)).toContain('page-7.html: template/moved-node </html>');
  });

  test('a text after the end', () => {
    expect(of(tail('</body></html>\nA note\n'))).toContain('page-7.html: template/moved-node </body>');
  });

  test('what shows nothing may stand after the end', () => {
    for (const after of [
      '<script>count()</script>',
      '<!-- </div> --> <style>p { margin: 0 }</style>',
      '<noscript><img src="https://count.example/1.gif"></noscript>',
      '<div></div>',
    ])
      expect(of(tail(`</body>\n${after}\n</html>\n`)).join()).not.toContain('moved-node');
  });

  test('an end tag in a comment, a script, an attribute or code does not count', () => {
    for (const shown of [
      '<!-- </body> -->',
      '<script>const end = "</body>";</script>',
      '<p title="</body>">x</p>',
      '<pre></body></pre>',
    ])
      expect(of(early('', shown)).join()).not.toContain('moved-node');
  });

  test('pages that all end early are made so', () => {
    expect(of((text, at) => early('</body>', '')(text, 7 + (at % 1)))).toEqual([]);
  });
});

test('a page that shares no layout is not asked for an icon', () => {
  const icon = (text: string): string => swap(text, '</head>', '<link rel="icon" href="/icon.png">\n</head>');
  const site = pairSite(20, icon);
  site.files.set('icon.png', '');
  const lacking = (): string[] => site.findings('own.html').map(({ message }) => message);
  site.put('own.html', listPage(3).replace('lang="en"', ''));
  site.settle();
  expect(lacking()).not.toContainEqual(expect.stringContaining('icon'));
  site.put('own.html', pageOf(6).replaceAll('../', ''));
  site.settle();
  expect(lacking()).toContainEqual(expect.stringContaining('icon'));
});
