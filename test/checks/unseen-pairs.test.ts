// What findings on sites that nobody had tuned for taught: patterns that are no mistakes, and mistakes that were missed.
import { describe, expect, test } from 'vitest';
import { repairEdits } from '../../server/src/core/edits/repair-edits.ts';
import { applyEdits } from '../../server/src/core/edits/text-edit.ts';
import { pageSource } from '../fixes/page-source.ts';
import { CheckedSite } from '../support/checked-site.ts';
import { listPage, menu, pageOf, pairSite, pathOf, reportsOf, say, swap } from './support/pair-site.ts';

type Change = (text: string, index: number, path: string) => string;

const PAGES = 20;
const up = (path: string) => (path.includes('/') ? '../' : '');
const beforeMain = (text: string, markup: string) => swap(text, '<main', `${markup}\n<main`);
const inHead = (text: string, markup: string) => swap(text, '</head>', `${markup}\n</head>`);
const inMain = (text: string, markup: string) => swap(text, '</main>', `${markup}\n</main>`);
const oneOf: (at: number, change: Change) => Change = (at, change) => (text, index, path) =>
  index === at ? change(text, index, path) : text;
/** Some changes after one another. */
const all: (...changes: Change[]) => Change =
  (...changes) =>
  (text, index, path) =>
    changes.reduce((now, change) => change(now, index, path), text);

/** Links to the pages before and after, which the first and the last page have one of. */
const pager: Change = (text, index, path) => {
  const link = (to: number, rel: string, label: string) =>
    to < 0 || to >= PAGES ? '' : `<a rel="${rel}" href="${up(path)}${pathOf(to)}">${label}</a>`;
  return beforeMain(text, `<div class="pager">${link(index - 1, 'prev', 'Previous')} ${link(index + 1, 'next', 'Next')}</div>`);
};

const languages = ['de', 'es', 'fr', 'it', 'ja', 'pl'];
/** Every page is in one language and names all others, its own first in none. */
const translations: Change = (text, index) =>
  inHead(
    text,
    languages
      .filter((_, at) => at !== index % languages.length)
      .map(language => `<link rel="alternate" hreflang="${language}" href="https://${language}.example.org/${index}">`)
      .join('\n'),
  );

/** Items of an older menu, other words and other targets. */
const oldMenu = (text: string, path: string) =>
  swap(
    text,
    /<ul>[\s\S]*<\/ul>/,
    `<ul>\n<li><a href="${up(path)}index.html">Home</a></li>\n<li><a href="${up(path)}team.html">Team</a></li>\n<li><a href="${up(path)}shop.html">Our shop</a></li>\n</ul>`,
  );

/** A menu whose item of this page is marked in a way of the site, in one of several forms. */
const opened =
  (form: (link: string, label: string) => string): Change =>
  (text, index, path) =>
    menu[index] === undefined
      ? text
      : swap(text, new RegExp(`<li><a href="(${path})">([^<]*)</a></li>`), (_, link: string, label: string) => form(link, label));

/** A list of links whose entry for this page is open. */
const openBranch: Change = (text, index, path) => {
  const branch = (at: number) =>
    at === index
      ? `<ul>${[0, 1, 2].map(part => `<li><a href="https://parts.example/${at}/${part}">${say(at, 2)} ${part}</a></li>`).join('')}</ul>`
      : '';
  const entries = menu.map((name, at) => `<li><a href="${up(path)}${name}.html">Go to ${name}</a>${branch(at)}</li>`);
  return beforeMain(text, `<nav class="tree"><ul>${entries.join('\n')}</ul></nav>`);
};

const chapters = ['Intro', 'Install', 'State', 'Getters', 'Mutations', 'Actions', 'Modules', 'Plugins', 'Strict', 'Forms'];
/** A menu whose entries are numbered, in an attribute and in words. */
const numbered =
  (names: (index: number) => readonly string[]): Change =>
  (text, index, path) => {
    const entries = names(index).map(
      (name, at) =>
        `<li data-level="1.${at + 1}"><a href="${up(path)}${name.toLowerCase()}.html"><b>${at + 1}.</b> ${name}</a></li>`,
    );
    return beforeMain(text, `<nav class="chapters"><ul>${entries.join('\n')}</ul></nav>`);
  };

/** A table at the end of the page, with the cells of its first row. */
const withTable = (text: string, cells: string): string =>
  swap(text, '<footer>', `<table><thead><tr>${cells}</tr></thead><tr><td>River</td><td>Stone</td></tr></table>\n<footer>`);

const silent: Record<string, Change> = {
  'a list without entries': (text, index) => (index === 7 ? text : swap(text, '<footer>', '<footer><ul></ul>')),
  'a fold-out menu whose entries stand elsewhere on the home page': (text, index, path) =>
    index === 0
      ? text
      : beforeMain(
          text,
          `<div id="fold"><a href="${up(path)}about.html">About us</a><a href="${up(path)}prices.html">Prices</a></div>`,
        ),
  'scripts that insert what the page with the name of one holds': (text, index) =>
    index === 7
      ? text
      : beforeMain(text, `<script src="/js/${pathOf(7).replace('.html', '.js')}"></script><script src="/js/menu.js"></script>`),
  'the heading of a section that only one page has': (text, index) => {
    const heading = index === 7 ? '<h3 id="kinds">All of its kinds</h3>' : '<h3 id="makers">Those who make it</h3>';
    return swap(text, '<footer>', `<footer><div class="detail">${heading}<p>${say(index, 9)}</p></div>`);
  },
  'a cell that spans the column of an empty one': (text, index) =>
    withTable(text, index === 7 ? '<th colspan="2">Things</th>' : '<th>Things</th><th></th>'),
  'an id with a space that a script of the page asks for': text =>
    inHead(text.replace('<footer>', '<footer id="page end">'), '<script>show(document.getElementById("page end"));</script>'),
  'a link to a place that a script of the other page makes': (text, index, path) =>
    beforeMain(
      index === 3 ? inHead(text, "<script>add('offers');</script>") : text,
      `<p><a href="${up(path)}${pathOf(3)}#offers">Our offers</a></p>`,
    ),
  'titles with the name of the site at either end': (text, index) =>
    text.replace(
      /<title>.*?<\/title>/,
      `<title>${index === 7 ? `Acme River: stone ${index}` : `Stone ${index} - Acme River`}</title>`,
    ),
  'a name of the site that fewer than nine tenths of the titles have': (text, index) =>
    text.replace(/<title>.*?<\/title>/, `<title>Stone ${index}${index % 6 === 1 ? '' : ' - Acme River'}</title>`),
  'previous and next on the first and the last page': pager,
  'hreflang lists without the page itself': translations,
  'a root path for the depth of the page in an inline script': (text, _, path) =>
    inHead(text, `<script>window.rootPath = "${path.includes('/') ? '../' : './'}";</script>`),
  'an import for the depth of the page in an inline style sheet': (text, _, path) =>
    inHead(text, `<style>@import "${up(path)}css/print.css";</style>`),
  'an own current item by id': opened((link, label) => `<li id="current"><a href="${link}">${label}</a></li>`),
  'an own current item in words': opened((link, label) => `<li><a href="${link}">${label} <span>(active)</span></a></li>`),
  'an own address that is a bare fragment': oneOf(2, text => swap(text, `<li><a href="${pathOf(2)}">`, '<li><a href="#">')),
  'an own address of a form and in the head': (text, index, path) => {
    const address = index === 2 ? '#' : `${up(path)}${pathOf(2)}`;
    return beforeMain(
      inHead(text, `<link rel="search" href="${address}">`),
      `<form id="search" action="${address}"><input name="q"></form>`,
    );
  },
  'a search box that the page of its results lacks': (text, index, path) =>
    index === 7
      ? text
      : beforeMain(text, `<div id="find"><h2>Find</h2><form action="${up(path)}${pathOf(7)}"><input name="q"></form></div>`),
  'an own item that is no link': opened((_, label) => `<li><b>${label}</b></li>`),
  'a language where the other pages give none': (text, index) => (index === 7 ? text : swap(text, ' lang="en"', '')),
  "the page's own chunk among resource hints": (text, index) =>
    inHead(
      text,
      [0, 1, 2, 3, 4]
        .map(at => `<link rel="${at === index % 5 ? 'modulepreload' : 'prefetch'}" href="/assets/chunk-${at}.js">`)
        .sort()
        .join('\n'),
    ),
  'a list of all pages but the one it stands on': (text, index, path) => {
    const others = Array.from({ length: PAGES }, (_, at) => at).filter(at => at !== index);
    const entries = others.map(at => `<li><a href="${up(path)}${pathOf(at)}">${say(at, 2)}</a></li>`);
    return beforeMain(text, `<aside><h2>Other pages</h2><ul>${entries.join('')}</ul></aside>`);
  },
  'another section in a breadcrumb that no class names': (text, index, path) =>
    beforeMain(
      text,
      `<div class="where"><a href="${up(path)}index.html">Start</a> &gt; <a href="${up(path)}${index === 7 ? 'about.html">Who we are' : 'prices.html">What it costs'}</a> &gt; ${say(index, 2)}</div>`,
    ),
  'a menu without the page it stands on': (text, _, path) =>
    text.includes(`<li><a href="${path}">`) ? swap(text, new RegExp(`<li><a href="${path}">[^<]*</a></li>\n?`), '') : text,
  'the own entry of a menu with an open branch': openBranch,
  'another sample of code in a block that most pages have': (text, index) =>
    beforeMain(
      text,
      `<aside><h2>Install</h2><pre><code>npm <i>install</i>${index === 7 ? ' <b>=</b> acme' : ''}</code></pre><p>Or run <code>${index === 7 ? 'make all' : 'make'}</code></p></aside>`,
    ),
  'a script at the end of the body instead of in the head': oneOf(7, (text, _, path) => {
    const script = `<script src="${up(path)}js/analytics.js" async></script>`;
    return swap(swap(text, `${script}\n`, ''), '</body>', `${script}\n</body>`);
  }),
  'settings in a script that follow the kind of the page, known by its folder': (text, _, path) =>
    inHead(text, `<script>window.settings = {"comments": ${path.includes('/')}, "sidebar": true, "share": true};</script>`),
  'a frame whose address names the page': (text, index) =>
    beforeMain(text, `<iframe id="nav" src="https://lists.example.org/${index === 7 ? 'page' : 'class'}-list.html"></iframe>`),
  'an element that a script of the page shows': (text, index) =>
    index === 7
      ? beforeMain(
          inMain(text, '<script>document.getElementById("hint").hidden = false;</script>'),
          '<p class="small" id="hint" hidden>Click for more</p>',
        )
      : beforeMain(text, '<p class="small">Click for more</p>'),
  'arrows, counters and who replied last': (text, index) =>
    inMain(
      text,
      `<table><tr><th>Name ${index % 3 === 0 ? '▲' : ''}</th><th>Downloads</th></tr><tr><td>${say(index, 1)}</td><td>${index * 37}</td></tr></table><p>Last reply by ${say(index * 3, 1)}</p>`,
    ),
};

describe('silent', () => {
  test.each(Object.entries(silent))('%s', (_, change) => {
    expect(reportsOf(pairSite(PAGES, change))).toEqual([]);
  });

  test.each([
    [['old/start.html', 'old/list.html', 'old/prices.html'], []],
    [['old/start.html', 'new/list.html', 'all/prices.html'], ['old/start.html']],
  ])('a text of the pages of a folder, one of them with a namesake of another kind: %j', (paths, pages) => {
    const mottos = ['Slow and sure', 'Never idle', 'Always open'];
    const change: Change = (text, index) => beforeMain(text, `<p class="motto">${mottos[index - 7] ?? 'Built by hand'}</p>`);
    const { texts } = pairSite(30, change);
    const rooted = [...texts.values()].map((text, index): [string, string] => [
      paths[index - 7] ?? `${index < 5 ? '' : 'old/more/'}page-${index}.html`,
      text.replace(/(href|src)="(?:\.\.\/)?(?=[a-z])/g, '$1="/'),
    ]);
    const rows = [0, 1, 2, 3, 4, 5].map(at => `<tr><th>${say(at, 1)}</th><td><i>${say(at, 5)}</i></td></tr>`);
    const other = `<html lang="en"><title>Start</title><nav><a href="a.html">A</a></nav><table>${rows.join('')}</table></html>`;
    const site = new CheckedSite([...rooted, ['start.html', other]]);
    expect([...site.reported().keys()].filter(page => page === 'old/start.html')).toEqual(pages);
  });

  test('a small group beside a large one whose place is empty', () => {
    const site = pairSite(PAGES);
    for (let at = 0; at < 4; at++)
      site.put(
        `box-${at}.html`,
        beforeMain(pageOf(600 + at).replaceAll('../', ''), `<div class="hero"><p>${say(at, 4)}</p></div>`),
      );
    site.settle();
    expect(reportsOf(site)).toEqual([]);
  });

  test('a link of the content without its end tag', () => {
    const content: Change = (text, index) => inMain(text, `<p><a href="https://example.org/${index}">${say(index, 2)}</a></p>`);
    const site = pairSite(
      PAGES,
      all(
        content,
        oneOf(7, text => swap(text, '</a></p>\n</main>', '</p>\n</main>')),
      ),
    );
    expect(reportsOf(site)).toEqual([]);
  });

  test('a second edition of the site, whose relative addresses lead to its own files, is not said to lie in another folder', () => {
    const site = pairSite(70);
    for (let at = 0; at < 6; at++) site.put(`v2/${pathOf(at)}`, pageOf(at));
    site.settle();
    const messages = [...site.all().values()].flat().map(({ message }) => message);
    expect(messages.filter(message => message.includes('another folder than'))).toEqual([]);
  });

  test('a content wrapper where pages of another layout have a header block', () => {
    const site = pairSite(PAGES, text => beforeMain(text, '<div class="top"><p>Welcome to Acme</p></div>'));
    for (let at = 0; at < 8; at++) {
      site.put(
        `wrap-${at}.html`,
        swap(
          pageOf(700 + at).replaceAll('../', ''),
          /<main([\s\S]*)<\/main>/,
          '<div class="wrap"><div><main$1</main></div></div>',
        ),
      );
    }
    site.settle();
    expect(reportsOf(site).filter(reports => reports.startsWith('wrap-'))).toEqual([]);
  });
});

test('the example is not a page that drifted itself', () => {
  const site = pairSite(
    PAGES,
    all(
      oneOf(7, text => swap(text, '>Prices<', '>Prcies<')),
      oneOf(8, text => swap(text, '>Contact<', '>Conatct<')),
    ),
  );
  const drifted = new Set([pathOf(7), pathOf(8)]);
  for (const page of drifted) {
    const [finding, ...rest] = site.findings(page);
    expect(rest).toEqual([]);
    expect(finding!.related.filter(place => drifted.has(place.page))).toEqual([]);
  }
});

test('an older menu is one finding, which does not pair items that differ in text and target', () => {
  const site = pairSite(
    PAGES,
    oneOf(7, (text, _, path) => oldMenu(text, path)),
  );
  for (const [page, findings] of site.all()) {
    for (const { code, details } of findings) {
      expect({ page, code }).toEqual({ page: pathOf(7), code: 'template/part-version' });
      expect(details!.map(detail => detail.code)).not.toContain('template/wrong-target');
    }
    expect(findings).toHaveLength(1);
  }
  expect(site.all().size).toBe(1);
});

describe('the age of a rare version', () => {
  const withMenu = (text: string, path: string, items: readonly [file: string, label: string][]): string =>
    swap(
      text,
      /<ul>[\s\S]*<\/ul>/,
      `<ul>\n${items.map(([file, label]) => `<li><a href="${up(path)}${file}">${label}</a></li>`).join('\n')}\n</ul>`,
    );
  const shared: [string, string][] = ['index', 'about', 'products', 'prices'].map(name => [`${name}.html`, `Our ${name}`]);
  const site = (own: [string, string][], others: [string, string][]): CheckedSite =>
    pairSite(PAGES, (text, index, path) => withMenu(text, path, [...shared, ...(index === 7 ? own : others)]));
  const here: [string, string][] = [
    ['contact.html', 'Write to us'],
    ['page-5.html', 'Imprint'],
  ];
  const gone: [string, string][] = [
    ['team.html', 'Our team'],
    ['jobs.html', 'Open jobs'],
  ];

  test('is known where it links to a file that does not exist', () => {
    const [finding, links, ...others] = site(gone, here).findings(pathOf(7));
    expect(others).toEqual([]);
    expect(links!.message).toBe('2 addresses lead to files that do not exist: team.html, jobs.html.');
    expect(finding!.message).toMatch(
      /^This page has an older version of the \w+(?: \w+)? \(it links to team\.html, which does not exist\): /,
    );
  });

  test('is known where the others do: then the repair is a decision', () => {
    const finding = site(here, gone)
      .findings(pathOf(7))
      .find(({ code }) => code === 'template/part-version');
    expect(finding!.message).toMatch(
      /^This page has a newer version of the \w+(?: \w+)? \(the other pages link to team\.html, which does not exist\): /,
    );
    expect(finding!.risk).toBe('This page seems to have the newer version.');
  });

  test('is not known where both versions link to files that exist', () => {
    const other: [string, string][] = [
      ['page-8.html', 'Our team'],
      ['page-10.html', 'Open jobs'],
    ];
    expect(site(other, here).findings(pathOf(7))[0]!.message).toMatch(/^This page has a rare version of the /);
  });
});

/** Codes of the findings and of what they sum up, by page. */
function codesOf(site: CheckedSite): Record<string, string[]> {
  return Object.fromEntries(
    [...site.all()].map(([page, findings]) => [
      page,
      [...new Set(findings.flatMap(({ code, details = [] }) => [code, ...details.map(detail => detail.code)]))].sort(),
    ]),
  );
}

const marked: Change = (text, index, path) =>
  menu[index] === undefined ? text : swap(text, `<li><a href="${path}">`, `<li class="active"><a href="${path}">`);

const reported: Record<string, { change: Change; pages?: number; codes: string[] }> = {
  'end tags too many before the footer': {
    change: all(
      text =>
        swap(swap(text, '<header>', '<div class="page"><div class="inner">\n<header>'), '</footer>', '</footer>\n</div></div>'),
      oneOf(7, text => swap(text, '<footer>', '</div></div>\n<footer>')),
    ),
    codes: ['page/invalid-markup'],
  },
  'a page without header': {
    change: oneOf(7, text => swap(text, /<header>[\s\S]*<\/header>\n/, '')),
    codes: ['template/missing-node', 'template/missing-part'],
  },
  'another id and other words of a heading before the same text': {
    change: (text, index) => {
      const heading = index === 7 ? '<h3 id="kinds">All of its kinds</h3>' : '<h3 id="makers">Those who make it</h3>';
      return swap(text, '<footer>', `<footer><div class="detail">${heading}<p>Ann and Bob make it by hand</p></div>`);
    },
    codes: ['template/changed-attribute', 'template/changed-text', 'template/part-version'],
  },
  'a lost empty cell': {
    change: (text, index) => withTable(text, index === 7 ? '<th>Things</th>' : '<th>Things</th><th></th>'),
    codes: ['template/missing-node'],
  },
  'a form that is sent to a page that does not exist': {
    change: oneOf(7, text => swap(text, '</main>', '<form action="thanks.html"><input name="q"></form></main>')),
    codes: ['template/broken-link'],
  },
  'an id with a line break': {
    change: oneOf(7, text => swap(text, '</main>', '<h2 id="our\nteam">Team</h2></main>')),
    codes: ['page/wrong-id'],
  },
  'a heading of the frame turned into a div': {
    change: all(
      text => beforeMain(text, '<aside><h2>Read more</h2><p>Our weekly letter costs nothing</p></aside>'),
      oneOf(7, text => swap(text, '<h2>Read more</h2>', '<div>Read more</div>')),
    ),
    codes: ['template/missing-node'],
  },
  'a missing viewport where two other pages lack it, too': {
    pages: 40,
    change: (text, index) =>
      index === 7 || index === 8 || index === 10 ? text : inHead(text, '<meta name="viewport" content="width=device-width">'),
    codes: ['template/missing-node'],
  },
  'a missing viewport on 3 of 20 pages': {
    change: (text, index) =>
      index === 7 || index === 8 || index === 10 ? text : inHead(text, '<meta name="viewport" content="width=device-width">'),
    codes: ['template/missing-node'],
  },
  'a second viewport': {
    change: (text, index) => inHead(text, '<meta name="viewport" content="width=device-width">'.repeat(index === 7 ? 2 : 1)),
    codes: ['template/duplicated-node'],
  },
  'a missing icon': {
    change: (text, index) => (index > 6 && index < 10 ? text : inHead(text, '<link rel="icon" href="/img/acme.png">')),
    codes: ['template/missing-node'],
  },
  'a second body': {
    change: oneOf(7, text => swap(text, '<main', '<body class="old">\n<main')),
    codes: ['page/invalid-markup'],
  },
  'the title that an editor gives to new pages': {
    change: oneOf(7, text => text.replace(/<title>.*?<\/title>/, '<title>Document</title>')),
    codes: ['template/missing-node'],
  },
  'a removed encoding and language': {
    change: (text, index) =>
      index === 7
        ? swap(text.replace(/<meta charset[^>]*>\n?/i, ''), ' lang="en"', '')
        : text.replace(/(<head>)(?![\s\S]*<meta charset)/i, '$1<meta charset="utf-8">'),
    codes: ['template/missing-node'],
  },
  'a removed doctype': {
    change: oneOf(7, text => swap(text, '<!DOCTYPE html>\n', '')),
    codes: ['template/missing-node'],
  },
  'a wrong lang': {
    change: all(
      text =>
        beforeMain(text, '<aside><h2>Read more</h2><p>Our letter</p><p>Our shop</p><p>Our people</p><p>Our history</p></aside>'),
      oneOf(7, text => swap(text, 'lang="en"', 'lang="de"')),
    ),
    codes: ['template/changed-attribute'],
  },
  'a list that became numbered': {
    change: oneOf(7, text => swap(text, /<ul>([\s\S]*?)<\/ul>/, '<ol>$1</ol>')),
    codes: ['template/missing-node'],
  },
};

test('of a block whose words stand in other blocks of the part, only the rest is missing', () => {
  const lines = (texts: string[]): string => texts.map(text => `<p>${text}</p>`).join('');
  const work = `<div class="work">${lines(['Stones of the river', 'Lamps and paper', 'Trains to the market'])}</div>`;
  const where = `<div class="where">${lines(['Mill Lane 4', 'Riverside', 'Telephone 555 0100', 'post@acme.example'])}</div>`;
  const letter = '<div class="letter"><h4>Our letter</h4><p>News of the river</p></div>';
  const rules = lines([
    'Terms of sale',
    'Your data',
    'Your rights',
    'Return of goods',
    'Prices and taxes',
    'Press',
    'Awards',
    'Shops',
  ]);
  const others = `<div class="top">${work}${where}${letter}</div><div class="low"><div class="rules">${rules}</div></div>`;
  const own = `<div class="all"><div class="first">${work}${where}</div><div class="rules">${rules}</div></div>`;
  const site = pairSite(PAGES, (text, index) => swap(text, '<footer>', `<footer>${index === 7 ? own : others}`));
  expect([...site.all().keys()]).toEqual([pathOf(7)]);
  const found = site.findings(pathOf(7)).flatMap(({ message, details }) => details?.map(detail => detail.message) ?? [message]);
  expect(found).toEqual([
    expect.stringContaining('has class=\u201call\u201d here'),
    expect.stringContaining('<div class="letter"> \u201cOur letter News of the river\u201d is missing here'),
  ]);
});

test('nothing is reported of an address in an event attribute that is written for the folder of its page', () => {
  const site = pairSite(
    9,
    (text, _, path) => swap(text, '</nav>', `</nav>\n<p class="shop" onclick="go('${up(path)}shop.html?of=us')">Our shop</p>`),
    { checks: { 'page/unlinked': 'off' } },
  );
  expect([...site.texts.keys()].filter(path => path.includes('/'))).toHaveLength(1);
  expect(reportsOf(site)).toEqual([]);
});

describe('reported', () => {
  test.each(Object.entries(reported))('%s', (_, { change, pages = PAGES, codes }) => {
    const found = codesOf(pairSite(pages, change));
    expect(found[pathOf(7)]).toEqual(codes);
  });

  test.each<[string, Change, string]>([
    [
      'of a wrapper',
      all(
        text => swap(swap(text, '<main', '<div class="wrap">\n<div class="inner">\n<main'), '</main>', '</main>\n</div>\n</div>'),
        oneOf(7, text => swap(text, '</main>\n</div>\n</div>', '</main>\n</div>')),
      ),
      '</div> of <div class="wrap"> is missing, so <footer> stands inside it;',
    ],
    [
      'of a block before the header',
      all(
        text => swap(text, '<header>', '<div class="top"><p>Open daily from nine</p></div>\n<header>'),
        oneOf(7, text => swap(text, '</p></div>\n<header>', '</p>\n<header>')),
      ),
      '</div> of <div class="top"> is missing, so <header> stands inside it;',
    ],
    ['of a list', oneOf(7, text => swap(text, '</ul>\n</nav>', '</nav>')), '</ul> of <ul> is missing;'],
    [
      'of the header',
      oneOf(7, text => swap(text, '</header>', '')),
      '</header> of <header> is missing, so <main id="main"> stands inside it;',
    ],
  ])('a lost end tag %s is one finding, where it was lost', (_, change, message) => {
    const site = pairSite(PAGES, change);
    expect([...site.all().keys()]).toEqual([pathOf(7)]);
    const found = site.findings(pathOf(7));
    expect(found.map(finding => finding.code)).toEqual(['template/missing-node']);
    expect(found[0]!.message).toContain(`The end tag ${message}`);
    // Where nothing is marked because a tag is implied, an editor shows the place all the same.
    expect(found[0]!.absent).toBe(`the end tag ${message.split(' ')[0]}`);
    expect(found[0]!.repair).toMatchObject({ kind: 'text' });
  });

  const people = (who: string): string =>
    `<div class="people"><div class="row">${['Ann', 'Bob', 'Cem'].map(name => `<div class="who"><p>${name} ${who}</p></div>`).join('')}</div></div>`;
  const inPage: Change = text => swap(swap(text, '<header>', '<div id="page">\n<header>'), '</footer>', '</footer>\n</div>');

  test.each<[string, Change, string]>([
    [
      'in a block that no other page has',
      oneOf(7, text => swap(text, '<footer>', `${people('writes').replace(/<\/div>$/, '')}\n<footer>`)),
      'in <div class="people">, so <footer> stands inside it;',
    ],
    [
      'in blocks within blocks',
      oneOf(7, text => swap(text, '<footer>', `<div class="all">${people('writes').replace(/<\/div>$/, '')}</div>\n<footer>`)),
      'in <div class="all">, so <footer> stands inside it;',
    ],
    [
      'before a block that is as on other pages but for its entries',
      all(
        (text, index) => swap(text, '<footer>', `<div id="team">${people(say(index, 1))}</div>\n<footer>`),
        oneOf(7, text =>
          swap(text, '<div id="team">', `<div class="old">${people('wrote').replace(/<\/div>$/, '')}</div>\n<div id="team">`),
        ),
      ),
      'in <div class="old">, so <div id="team"> stands inside it;',
    ],
    [
      'where only this page has anything around it',
      oneOf(7, text => swap(text, '</main>', '<section><div class="box"><p>Come and see us on Monday</p></section></main>')),
      'in <div class="box">;',
    ],
  ])(
    'an end tag that was lost %s is missing in the innermost element that surely lacks it, without a fix',
    (_, change, message) => {
      const site = pairSite(PAGES, all(inPage, change));
      expect([...site.all().keys()]).toEqual([pathOf(7)]);
      const found = site.findings(pathOf(7));
      expect(found.map(finding => finding.message)).toEqual([expect.stringContaining(`An end tag </div> is missing ${message}`)]);
      expect(found[0]!.repair).toBeUndefined();
    },
  );

  test.each([
    ['of a menu item', 'About us</a>'],
    ['of the last menu item', 'Contact</a>'],
    ['of the logo', 'alt="Acme"></a>'],
    ['before the header', 'Skip to content</a>'],
    ['in the footer', 'Imprint</a>'],
  ])('a lost end tag of a link %s is one finding, with the repair', (_, link) => {
    const site = pairSite(
      PAGES,
      oneOf(7, text => swap(text, link, link.replace('</a>', ''))),
    );
    expect([...site.all().keys()]).toEqual([pathOf(7)]);
    const [finding, ...others] = site.findings(pathOf(7));
    expect(others).toEqual([]);
    expect(finding!.code).toBe('template/missing-node');
    expect(finding!.message).toMatch(
      /^The end tag <\/a> of <a [^>]*>(?: “.*”)? is missing here, so the link continues to the next one\. 19 of 20 pages close every link\.$/,
    );
    const text = site.texts.get(pathOf(7))!;
    const edits = repairEdits(finding!.repair!, pageSource(pathOf(7), text), () => undefined)!;
    expect(applyEdits(text, edits)).toBe(pageOf(7));
  });

  test('an additional entry in the menu of a translation is not said of the entries after it', () => {
    const languages = ['en', 'fr', 'ja', 'ru', 'pt', 'ko'];
    const site = pairSite(33, (text, index, path) => {
      const at = index < 30 ? index % 5 : 5;
      const language = languages[at]!;
      const entries = [...chapters.slice(0, 1), ...(language === 'ko' ? ['Old'] : []), ...chapters.slice(1)].map(
        (name, number) => {
          const file = `${name.toLowerCase()}.html`;
          return `<li data-level="1.${number + 1}" data-path="${file}"><a href="${up(path)}${language}/${file}"><b>${number + 1}.</b> ${language}${[...name].reverse().join('')}</a></li>`;
        },
      );
      const menu = `<nav class="chapters"><ul>${entries.join('\n')}</ul></nav>`;
      return beforeMain(text.replace('lang="en"', `lang="${language}"`), menu);
    });
    const messages = [30, 31, 32].flatMap(index => site.findings(pathOf(index)).map(({ message }) => message));
    expect(messages.filter(message => message.includes('data-path'))).toEqual([]);
    expect(messages.filter(message => message.startsWith('<li>'))).toHaveLength(3);
  });

  test('an entry that leads nowhere yet is compared with the entry of its name, not with that of the page that it stands on', () => {
    const site = pairSite(PAGES, (text, index) => {
      const named = swap(text, 'Contact</a>', 'Contact us</a>');
      if (index === 3) return swap(named, 'href="prices.html">Prices', 'href="#">Prices');
      if (index !== 7) return named;
      const unlinked = swap(named, /href="[^"]*contact.html">Contact us/, 'href="#">Contact');
      return swap(unlinked, /<li><a href="[^"]*prices.html">Prices<\/a><\/li>\n/, '');
    });
    expect(site.findings(pathOf(7)).map(({ message }) => message)).toEqual([
      '\u201c<a href="#">\u201d shows Contact, but leads nowhere; the site has contact.html.',
      'This page has a rare version of the header: says \u201cContact\u201d instead of \u201cContact us\u201d; lacks \u201cPrices\u201d. 18 of 20 pages agree.',
    ]);
  });

  test('a page without a title, on pages that have little in common, is one finding', () => {
    const titles = (isTitled: (index: number) => boolean) =>
      new CheckedSite(
        Array.from({ length: 20 }, (_, at): [string, string] => {
          const page = at % 2 === 0 ? listPage(at) : pageOf(at);
          return [pathOf(at), isTitled(at) ? page : swap(page, /<title>.*?<\/title>/, '')];
        }),
        {},
        () => true,
      );
    const missing = (site: CheckedSite) =>
      [...site.reported()].flatMap(([page, findings]) =>
        findings.filter(({ absent }) => absent?.startsWith('<title')).map(({ message }) => `${page}: ${message}`),
      );
    expect(missing(titles(at => at !== 8))).toEqual([
      'page-8.html: <title> is missing here, so browsers and search engines show the address; 19 of 20 pages have one.',
    ]);
    expect(missing(titles(at => at % 4 !== 0))).toEqual([]);
  });

  test('a missing entry in a numbered menu is one finding', () => {
    const site = pairSite(
      PAGES,
      numbered(index => (index === 7 ? chapters.filter(name => name !== 'State') : chapters)),
    );
    expect(codesOf(site)).toEqual({ [pathOf(7)]: ['template/missing-node'] });
  });

  test('a menu without a current item, where few pages are in the menu and other menus of the site mark theirs', () => {
    const aside = (text: string, index: number, path: string) =>
      beforeMain(
        text,
        `<nav class="more"><ul>${[5, 6, 7, 8].map(at => `<li${at === index && at !== 7 ? ' class="active"' : ''}><a href="${up(path)}${pathOf(at)}">${say(at, 2)}</a></li>`).join('')}</ul></nav>`,
      );
    const site = pairSite(PAGES, (text, index, path) => marked(aside(text, index, path), index, path));
    expect(codesOf(site)).toEqual({ [pathOf(7)]: ['template/current-item'] });
  });

  test('a page with an older header that left its layout', () => {
    const site = pairSite(
      PAGES,
      oneOf(7, (text, _, path) => swap(oldMenu(text, path), /<a class="logo".*<\/a>\n/, '')),
    );
    expect([...site.all().keys()]).toEqual([pathOf(7)]);
    expect(site.findings(pathOf(7))).toHaveLength(1);
  });

  /** A page with a body of its own, beside others with two kinds of bodies: without one of the shared parts, it is alone in its layout. */
  function loneSite(pages: number, change: (text: string) => string): CheckedSite {
    const withBody = (text: string, body: string): string => swap(text, /<main[\s\S]*<\/main>/, body);
    const rows = '<tr><td>1</td><td>2</td></tr>'.repeat(9);
    const site = pairSite(
      pages,
      (text, index) =>
        index % 2 === 0 ? text : withBody(text, `<table id="main"><caption>${say(index, 2)}</caption>${rows}</table>`),
      { checks: { 'page/unlinked': 'off' } },
    );
    const blocks = ['section', 'article', 'figure', 'dl', 'details', 'blockquote'].map(
      name =>
        `<${name} class="own-${name}"><div class="row-${name}"><b class="b-${name}">${name}</b><i>${name}</i></div></${name}>`,
    );
    const form = '<form id="main"><fieldset><label>Name <input name="n"></label><button>Send</button></fieldset></form>';
    site.put('lone.html', change(withBody(pageOf(600).replaceAll('../', ''), `${form}\n${blocks.join('\n')}`)));
    site.settle();
    return site;
  }

  const lostOrOld: [string, (text: string) => string, string][] = [
    ['no header', text => swap(text, /<header>[\s\S]*<\/header>\n/, ''), 'template/missing-part'],
    ['no menu', text => swap(text, /<nav class="menu">[\s\S]*?<\/nav>\n/, ''), 'template/missing-node'],
    ['no footer', text => swap(text, /<footer>[\s\S]*<\/footer>\n/, ''), 'template/missing-part'],
    ['an older menu', text => oldMenu(text, ''), 'template/part-version'],
    ['an older header', text => swap(oldMenu(text, ''), /<a class="logo".*<\/a>\n/, ''), 'template/part-version'],
    ['an older footer', text => swap(text, '1 Main Street, Springfield', '12 Old Road, Shelbyville'), 'template/changed-text'],
  ];
  describe.each([20, 10, 6])('beside %i other pages, on a page with a body of its own:', pages => {
    test('nothing without a mistake', () => {
      expect(reportsOf(loneSite(pages, text => text))).toEqual([]);
    });

    test.each(lostOrOld)('%s', (what, change, code) => {
      const site = loneSite(pages, change);
      const frame = site.model.group('lone.html').pages;
      if (what.startsWith('no ') || what === 'an older header') expect(frame).toEqual(['lone.html']);
      expect([...site.all()].map(([page, findings]) => [page, findings.map(finding => finding.code)])).toEqual([
        ['lone.html', [code]],
      ]);
    });
  });

  test('another label in one language of a translated menu', () => {
    const french: Change = text =>
      swap(
        swap(swap(swap(text, 'lang="en"', 'lang="fr"'), '>About us<', '>Qui sommes-nous<'), '>Products<', '>Produits<'),
        '>Prices<',
        '>Prix<',
      );
    const site = pairSite(24, (text, index) => {
      const page = index % 2 ? french(text, index, '') : text;
      return index === 7 ? swap(page, '>Prix<', '>Tarifs<') : page;
    });
    expect(codesOf(site)).toEqual({ [pathOf(7)]: ['template/changed-text'] });
  });

  test('a typo in the menu on a page of a layout of four', () => {
    const site = pairSite(PAGES);
    for (let at = 0; at < 4; at++) {
      const page = swap(
        pageOf(600 + at),
        /<main[\s\S]*<\/main>/,
        `<table class="plan" id="main"><caption>${say(at, 2)}</caption>${'<tr><td>1</td><td>2</td></tr>'.repeat(4 + at)}</table>`,
      );
      site.put(`plan-${at}.html`, (at === 2 ? swap(page, '>Products<', '>Prodcuts<') : page).replaceAll('../', ''));
    }
    site.settle();
    expect(codesOf(site)).toEqual({ 'plan-2.html': ['template/changed-text'] });
  });

  test('a label that all but one page misspell; its other link to the page says which is right', () => {
    const site = pairSite(PAGES, (text, index) => {
      const footer = swap(text, '</footer>', `${/<li>(<a [^>]*>Products<\/a>)/.exec(text)![1]}\n</footer>`);
      return index === 7 ? footer : swap(footer, '>Products<', '>Produtcs<');
    });
    expect(codesOf(site)).toEqual({ [pathOf(7)]: ['template/changed-text'] });
    expect(site.findings(pathOf(7))[0]!.message).toBe(
      '“Products” here, and in another link of this page to the same place; “Produtcs” on 19 of 20 pages.',
    );
  });

  test('one of five pages of a layout has other words outside of the parts: that is less sure than a spelling mistake', () => {
    const confidences = ['Prcies without tax', 'Tides and currents'].map(own => confidenceOf('Prices without tax', own));
    expect(confidences[1]).toBeLessThan(confidences[0]!);
    expect(confidences[1]).toBeLessThan(0.5);
  });

  function confidenceOf(common: string, own: string): number {
    const site = pairSite(PAGES);
    for (let at = 0; at < 5; at++) site.put(`list-${at}.html`, swap(listPage(at), '>List<', `>${at === 2 ? own : common}<`));
    site.put('terms.html', '<p>Terms</p>');
    site.settle();
    expect(codesOf(site)).toEqual({ 'list-2.html': ['template/changed-text'] });
    return site.checks.judge.judge('list-2.html', site.findings('list-2.html')[0]!).confidence;
  }

  test('no current item in a layout of six', () => {
    const site = pairSite(6, (text, index, path) => (index === 2 ? text : marked(text, index, path)));
    expect(codesOf(site)).toEqual({ [pathOf(2)]: ['template/current-item'] });
  });

  test('a copy of the home page in a folder is one finding, although few pages write its addresses in the same way', () => {
    const page = (root: string, at: number) =>
      `<!DOCTYPE html>\n<html lang="en"><head><title>${say(at, 2)}</title><link rel="stylesheet" href="${root}css/a.css"><link rel="stylesheet" href="${root}css/b.css"><script src="${root}js/a.js"></script></head>
<body><nav><a href="${root}index.html">Home</a> <a href="${root}modules.html">Modules</a></nav><main><h1>${say(at, 2)}</h1><p>${say(at + 40, 9)}</p></main></body></html>`;
    const items = Array.from({ length: 10 }, (_, at): [string, string] => [`classes/item-${at}.html`, page('../', at)]);
    const files = new Map([
      ...items,
      ['index.html', page('', 20)],
      ['modules.html', page('', 21)],
      ['media/index.html', page('', 20)],
    ]);
    const site = new CheckedSite([...files], {}, path => files.has(path) || ['css/a.css', 'css/b.css', 'js/a.js'].includes(path));
    expect(site.findings('media/index.html').map(({ message }) => message)).toEqual([
      'This page lies in another folder than its links expect: 5 relative addresses, such as “css/a.css”, are written for the root folder.',
    ]);
  });

  test('samples of code that are not escaped do not say where a page lies', () => {
    const sample =
      '<pre><link href="css/site.css"><script src="js/analytics.js"></script><img src="img/logo.png"><a href="index.html">Home</a><a href="about.html">About</a></pre>';
    const own =
      '<!DOCTYPE html><html lang="en"><head><title>Manual</title><link rel="stylesheet" href="manual.css"></head><body><h1>Manual</h1>';
    const site = pairSite(20);
    site.put('manual/index.html', `${own}${sample}<p>How to change the template.</p></body></html>`);
    site.settle();
    const messages = site.findings('manual/index.html').map(({ message }) => message);
    expect(messages.filter(message => message.includes('another folder than'))).toEqual([]);
  });

  test.each([
    ['a folder', 'page-7.html', 'old/page-7.html', 'the root folder'],
    ['a folder in its folder', 'news/item-9.html', 'news/2012/item-9.html', 'news/'],
    ['the folder above', 'news/item-9.html', 'item-9.html', 'a folder such as news/'],
  ])('a page that was moved to %s is one finding, with a repair of every address', (_, from, to, home) => {
    const site = pairSite(30);
    const text = site.texts.get(from)!;
    site.remove(from);
    site.put(to, text);
    site.settle();
    expect([...site.all().keys()]).toEqual([to]);
    const [finding, ...others] = site.findings(to);
    expect(others).toEqual([]);
    const links = text.match(/ (?:href|src)="(?!#)/g)!.length;
    expect(finding!.message).toBe(
      `This page lies in another folder than its links expect: ${links} relative addresses, such as “${up(from)}css/site.css”, are written for ${home}.`,
    );
    expect(finding!.risk).toBe(`The page may belong in ${home}.`);
    const targets = (page: string, markup: string) =>
      [...markup.matchAll(/ (?:href|src)="(?!#)([^"]*)"/g)].map(([, address]) => new URL(address!, `site:/${page}`).pathname);
    const edits = repairEdits(finding!.repair!, pageSource(to, text), () => undefined)!;
    expect(targets(to, applyEdits(text, edits))).toEqual(targets(from, text));
  });

  test('a link that most pages have in another layout, too, to a file that does not exist', () => {
    const site = pairSite(12, (text, _, path) =>
      swap(text, '</footer>', `<p><a href="${up(path)}terms.html">Terms</a></p></footer>`),
    );
    for (let at = 0; at < 3; at++) site.put(`list-${at}.html`, listPage(at));
    site.settle();
    expect(reportsOf(site)).toEqual(['about.html: template/broken-link <a href="terms.html">']);
  });
});
