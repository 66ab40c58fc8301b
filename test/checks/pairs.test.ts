import type { Finding } from 'templens-shared/findings';
import { describe, expect, test } from 'vitest';
import { templens } from '../cli/templens.ts';
import { makeFolder } from '../site/folder.ts';
import { openSite } from '../site/site-folder.ts';
import { menu, pageOf, pairSite, pathOf, reportsOf, say, swap } from './support/pair-site.ts';

type Change = (text: string, index: number, path: string) => string;

const everyOther: (change: Change) => Change = change => (text, index, path) =>
  index % 2 === 0 ? change(text, index, path) : text;
/** The one page in `every` that differs from the others, as one that somebody edited. */
const oneOf: (at: number, change: Change) => Change = (at, change) => (text, index, path) =>
  index === at ? change(text, index, path) : text;
const inHead = (text: string, markup: string) => swap(text, '</head>', `${markup}\n</head>`);
const inMain = (text: string, markup: string) => swap(text, '</main>', `${markup}\n</main>`);
const inHeader = (text: string, markup: string) => swap(text, '</header>', `${markup}\n</header>`);

/** The item of the menu that a page stands for, marked. */
const marked: Change = (text, index, path) => {
  const name = menu[index];
  return name === undefined
    ? text
    : swap(text, `<li><a href="${path}">`, `<li class="active"><a href="${path}" aria-current="page">`);
};

/** A page made from a template of Dreamweaver. */
const dreamweaver: Change = text =>
  swap(
    swap(
      swap(text, '<head>', '<!-- InstanceBegin template="/Templates/main.dwt" -->\n<head>'),
      '</body>',
      '</body>\n<!-- InstanceEnd -->',
    ),
    /<main id="main">([\s\S]*)<\/main>/,
    '<main id="main"><!-- InstanceBeginEditable name="text" -->$1<!-- InstanceEndEditable --></main>',
  ).replace(
    /<title>.*<\/title>\n<meta name="description".*>/,
    '<!-- InstanceBeginEditable name="head" -->$&<!-- InstanceEndEditable -->',
  );

/** Elements of the head of the page at a path. */
function headOf(path: string): { sheets: [string, string]; icon: string } {
  const up = path.includes('/') ? '../' : '';
  const sheet = (name: string): string => `<link rel="stylesheet" href="${up}css/${name}.css">\n`;
  return { sheets: [sheet('site'), sheet('print')], icon: `<link rel="icon" href="${up}img/icon.png">\n` };
}

/** A link in every header to a place on one page. */
const placeLink: Change = (text, _, path) =>
  inHeader(text, `<p><a href="${path.includes('/') ? '../' : ''}about.html#team">Our team</a></p>`);

const silent: Record<string, Change> = {
  'a label for an id with a space': text => inMain(text, '<label for="e mail">Mail</label><input id="e mail">'),
  'a link to a place on another page': (text, index, path) =>
    placeLink(index === 1 ? inMain(text, '<h2 id="team">Team</h2>') : text, index, path),
  'an icon between two style sheets': (text, index, path) => {
    const { sheets, icon } = headOf(path);
    return swap(text, sheets[0], index === 7 ? `${sheets[0]}${icon}${sheets[1]}` : `${sheets[0]}${sheets[1]}${icon}`);
  },
  'pages that differ in their content alone': text => text,
  'an active menu item': marked,
  'an active menu item that is no link': (text, index, path) =>
    menu[index] === undefined
      ? text
      : swap(text, /<li><a href="([^"]*)">([^<]*)<\/a>/, '<li><span class="current">$2</span>').replace(/^/, '') &&
        markedSpan(text, path),
  'a menu item marked by a class of the site': (text, index, path) =>
    menu[index] === undefined
      ? text
      : swap(text, `<li><a href="${path}">`, `<li class="we-are-there"><a class="zz" href="${path}">`),
  'a breadcrumb': (text, index, path) =>
    inHeader(
      text,
      `<p class="breadcrumb"><a href="${path.includes('/') ? '../index.html' : 'index.html'}">Home</a>${index % 3 === 0 ? ' &gt; <a href="./">News</a>' : ''} &gt; ${say(index, 2)}</p>`,
    ),
  'a class of the body': (text, index) =>
    swap(text, '<body>', `<body class="page page-${index} ${index % 2 ? 'wide' : 'narrow'}">`),
  '../ against ./': everyOther(text =>
    text.replace(/href="\.\.\/(?=\w+\.html)/g, 'href="./../').replace(/href="(?=\w+\.html)/g, 'href="./'),
  ),
  'index.html against /': everyOther(text => text.replace(/"index\.html"/g, '"./"').replace(/"\.\.\/index\.html"/g, '"../"')),
  'another date in the footer': (text, index) =>
    swap(text, '</footer>', `<p>Last change: ${(index % 28) + 1} March ${2015 + (index % 9)}</p></footer>`),
  'a CSRF field': (text, index) =>
    inHeader(
      text,
      `<form action="/search"><input type="hidden" name="csrf_token" value="t${index * 7919}"><input name="q"></form>`,
    ),
  'a nonce': (text, index) => inHead(text, `<script nonce="n${index * 104729}">start();</script>`),
  '?v=12 against ?v=13': (text, index) => swap(text, 'site.css"', `site.css?v=${index % 2 ? 12 : 13}"`),
  'a hashed file name': (text, index) => swap(text, 'analytics.js', `analytics.${index % 2 ? '3f2a9c1b' : '9d01c44e'}.js`),
  'generated ids with for': (text, index) =>
    inHeader(
      text,
      `<form><label for="field-${10000 + index * 37}">Search</label><input id="field-${10000 + index * 37}"></form>`,
    ),
  'the order of attributes': everyOther(text => text.replace(/<img (src="[^"]*") (alt="Acme")>/, '<img $2 $1>')),
  'the style of quotes': everyOther(text => text.replace(/class="(\w+)"/g, "class='$1'").replace(/id="main"/, 'id=main')),
  'optional end tags': everyOther(text => text.replace(/<\/li>|<\/p>/g, '')),
  'the spelling of entities': everyOther(text => text.replace('&copy;', '\u00a9')),
  'a conditional comment': oneOf(7, text => inHead(text, '<!--[if lt IE 9]><script src="html5.js"></script><![endif]-->')),
  'lists of 5 against 8 items': (text, index) =>
    inMain(
      text,
      `<ul class="list">${Array.from({ length: index % 2 ? 5 : 8 }, (_, at) => `<li><a href="https://lists.example/${index}/${at}">${say(index + at, 3)}</a></li>`).join('\n')}</ul>`,
    ),
  'a box in the side column on some pages': (text, index) =>
    index % 5 < 2 ? swap(text, '<footer>', '<aside class="news"><h2>News</h2><p>Read more</p></aside>\n<footer>') : text,
  'two side columns': (text, index) =>
    swap(
      text,
      '<footer>',
      index % 5 < 2
        ? '<aside class="a"><h2>Links</h2><p>See also</p></aside>\n<footer>'
        : '<aside class="b"><h2>Shop</h2><p>Buy now</p></aside>\n<footer>',
    ),
  'CRLF against LF': everyOther(text => text.replace(/\n/g, '\r\n')),
  'a byte-order mark': everyOther(text => `\ufeff${text}`),
  indentation: everyOther(text => text.replace(/\n(?=<)/g, '\n    ')),
  'an edit in an editable region of Dreamweaver': (text, index, path) =>
    oneOf(6, page => swap(page, '<h1>', '<div class="box">Sale!</div><h1>'))(dreamweaver(text, index, path), index, path),
  'a counter': (text, index) => inHeader(text, `<p>Comments (${index === 4 ? 3 : index === 11 ? 7 : 0})</p>`),
  'a link to a part that one page does not have': (text, index) => {
    const bar = `<p class="bar"><b>On this page</b>${index === 7 ? '' : ' <a href="#notes">Notes</a>'}</p>`;
    return inHeader(index === 7 ? text : inMain(text, `<h2 id="notes">${say(index, 3)}</h2>`), bar);
  },
  'a label that one page decides itself': oneOf(7, text =>
    swap(text, '<nav class="menu">', '<nav class="menu" data-templens="template">'),
  ),
  'another number of paragraphs': (text, index) => inMain(text, '<p>More.</p>'.repeat(index % 5)),
  'template-language code': (text, index) => inHeader(text, `<p>{{ user_${index}.name }}</p>`),
};

function markedSpan(text: string, path: string): string {
  const escaped = path.replace('.', '\\.');
  return swap(text, new RegExp(`<li><a href="${escaped}">([^<]*)</a></li>`), '<li><span class="current">$1</span></li>');
}

describe('silent', () => {
  test.each(Object.entries(silent))('%s', (_, change) => {
    expect(reportsOf(pairSite(20, change))).toEqual([]);
  });

  test('a French page among English ones', () => {
    const french = (text: string) =>
      ['lang="en"', 'Skip to content', 'Home', 'About us', 'Products', 'Prices', 'Imprint'].reduce(
        (page, phrase, at) =>
          swap(
            page,
            new RegExp(phrase, 'g'),
            ['lang="fr"', 'Aller au contenu', 'Accueil', 'Qui sommes-nous', 'Produits', 'Prix', 'Mentions'][at]!,
          ),
        text,
      );
    expect(reportsOf(pairSite(20, oneOf(8, french)))).toEqual([]);
  });

  test('a tag that is being typed', async () => {
    const root = makeFolder(Object.fromEntries(pairSite(20).texts));
    const { engine, events } = await openSite(root, { checked: true });
    const page = pathOf(6);
    const typed = '<p class="note">See <a href="../prices.html" title=\'All\'>our <b>prices</b></a>, and <!-- soon --> more</p>';
    for (let length = 1; length <= typed.length; length++) {
      engine.send({ command: 'text', page, version: length, text: inMain(pageOf(6), typed.slice(0, length)) });
      await engine.idle();
    }
    const reports = () =>
      events.flatMap(event => {
        if (event.event !== 'diagnostics') return [];
        return event.diagnostics.map(({ code }) => `${typed.slice(0, event.version)}: ${code}`);
      });
    expect(reports()).toEqual([]);
    engine.send({ command: 'text', page, version: typed.length + 1, text: swap(pageOf(6), '>Prices<', '>Cost<') });
    await engine.idle();
    expect(reports()).toEqual([`${typed}: template/changed-text`]);
  });

  test('a page that loads one of two versions of a library', () => {
    const script = (version: string) => `<script src="/lib/slider-${version}.js"></script>\n`;
    const site = pairSite(20, (text, index) =>
      inHead(text, index === 7 ? script('3.0.1') : `${script('3.0.1')}${script('2.4.7')}`),
    );
    expect(reportsOf(site)).toEqual([]);
    const other = pairSite(20, (text, index) => inHead(text, script(index === 7 ? '3.0.1' : '2.4.7')));
    expect(reportsOf(other)).not.toEqual([]);
  });

  test('an error page', () => {
    const site = pairSite(20);
    site.put('404.html', swap(pageOf(500), /<nav[\s\S]*<\/nav>/, '<p>Not found</p>'));
    site.put(
      'old.html',
      swap(pageOf(501), '</head>', '<meta http-equiv="refresh" content="0; url=/"></head>').replace(/<nav[\s\S]*<\/nav>/, ''),
    );
    site.settle();
    expect(reportsOf(site)).toEqual([]);
  });
});

/** What is reported of the site, by page: code and marked text. */
const reported: Record<string, { change: Change; reports: string[] }> = {
  'two style sheets in another order': {
    change: (text, index, path) => {
      const { sheets } = headOf(path);
      return swap(text, sheets[0], index === 7 ? `${sheets[1]}${sheets[0]}` : `${sheets[0]}${sheets[1]}`);
    },
    reports: [`${pathOf(7)}: template/moved-node <link rel="stylesheet" href="css/site.css">`],
  },
  'a menu that lacks an item on 2 of 40 pages': {
    change: (text, index) =>
      index === 7 || index === 12 ? swap(text, /<li><a href="[./]*prices.html">Prices<\/a><\/li>\n/, '') : text,
    // The item before the one that is missing.
    reports: [
      `${pathOf(12)}: template/missing-node <li><a href="../products.html">Products</a></li>`,
      `${pathOf(7)}: template/missing-node <li><a href="products.html">Products</a></li>`,
    ],
  },
  'a typo in an item': {
    change: oneOf(7, text => swap(text, '>Products<', '>Prodcuts<')),
    reports: [`${pathOf(7)}: template/changed-text Prodcuts`],
  },
  'two items swapped': {
    change: oneOf(7, text => swap(text, /(<li>.*Products.*<\/li>)\n(<li>.*Prices.*<\/li>)/, '$2\n$1')),
    reports: [`${pathOf(7)}: template/moved-node <li><a href="products.html">Products</a></li>`],
  },
  'a missing footer': {
    change: oneOf(7, text => swap(text, /<footer>[\s\S]*<\/footer>\n/, '')),
    reports: [`${pathOf(7)}: template/missing-part </main>`],
  },
  'a relative path copied from another folder': {
    change: oneOf(6, text => swap(text, '"../prices.html"', '"prices.html"')),
    reports: [`${pathOf(6)}: template/wrong-target href="prices.html"`],
  },
  'two active items': {
    change: (text, index, path) =>
      oneOf(2, page => swap(page, '<li><a href="prices.html">', '<li class="active"><a href="prices.html">'))(
        everyMarked(text, index, path),
        index,
        path,
      ),
    reports: [`${pathOf(2)}: template/current-item <li class="active">`],
  },
  'the analytics script absent on one page': {
    change: oneOf(7, text => swap(text, /<script.*<\/script>\n/, '')),
    reports: [`${pathOf(7)}: template/missing-node <link rel="stylesheet" href="css/site.css">`],
  },
  'an edited locked region of Dreamweaver': {
    change: (text, index, path) =>
      oneOf(7, page => swap(page, '1 Main Street', '2 Main Street'))(dreamweaver(text, index, path), index, path),
    reports: [`${pathOf(7)}: dreamweaver/locked-region 2 Main Street, Springfield`],
  },
  'a missing skip link': {
    change: oneOf(7, text => swap(text, /<a class="skip".*<\/a>\n/, '')),
    reports: [`${pathOf(7)}: template/missing-node <body>`],
  },
  'another label for the same target': {
    change: oneOf(7, text => swap(text, '>Contact<', '>Write to us<')),
    reports: [`${pathOf(7)}: template/changed-text Write to us`],
  },
  'h1 replaced by div': {
    change: oneOf(7, text => swap(text, /<h1>(.*)<\/h1>/, '<div>$1</div>')),
    reports: [`${pathOf(7)}: template/missing-node <main id="main">`],
  },
  'an old logo file': {
    change: oneOf(7, text => swap(text, 'img/logo.png', 'img/logo-2019.png')),
    reports: [`${pathOf(7)}: template/changed-attribute src="img/logo-2019.png"`],
  },
  'a header twice': {
    change: oneOf(7, text => swap(text, /<header>[\s\S]*<\/header>\n/, '$&$&')),
    reports: [`${pathOf(7)}: template/duplicated-node <header>`],
  },
  'another number that is the same elsewhere': {
    change: (text, index) => inHeader(text, `<p>Call ${index === 7 ? '555-1243' : '555-1234'}</p>`),
    reports: [`${pathOf(7)}: template/changed-text Call 555-1243`],
  },
  'an id with the # of its links': {
    change: oneOf(7, text => inMain(text, '<h2 id="#team">Team</h2>')),
    reports: [`${pathOf(7)}: page/wrong-id id="#team"`],
  },
  'a link to a place that another page lacks': {
    change: placeLink,
    reports: ['about.html: template/broken-link <a href="about.html#team">'],
  },
  'another year in the footer': {
    change: oneOf(7, text => swap(text, '2025 Acme', '2023 Acme')),
    reports: [`${pathOf(7)}: template/stale-year 2023`],
  },
};

/** Every page of the menu and many others: all mark the item that leads to them or to their section. */
function everyMarked(text: string, index: number, path: string): string {
  if (menu[index] !== undefined) return marked(text, index, path);
  return swap(text, /<li>(<a href="[./]*about.html">)/, '<li class="active">$1');
}

describe('reported', () => {
  test.each(Object.entries(reported))('%s', (_, { change, reports }) => {
    expect(reportsOf(pairSite(40, change))).toEqual(reports);
  });
});

describe('templens check', () => {
  /** Page, code and marked text, as the command tells them. */
  async function check(change: Change): Promise<string[]> {
    const site = pairSite(40, change);
    const files = { 'css/site.css': '', 'js/analytics.js': '', 'img/logo.png': '' };
    const { stdout } = await templens(['check', makeFolder({ ...files, ...Object.fromEntries(site.texts) }), '--format', 'json']);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: Finding[] };
    return diagnostics.map(({ page, code, start, end }) => `${page}: ${code} ${site.texts.get(page)!.slice(start, end)}`);
  }

  test.each(['an active menu item', 'lists of 5 against 8 items', 'CRLF against LF', 'a byte-order mark'])(
    'is silent: %s',
    async name => {
      expect(await check(silent[name]!)).toEqual([]);
    },
  );

  test.each(['a menu that lacks an item on 2 of 40 pages', 'two active items', 'an edited locked region of Dreamweaver'])(
    'reports: %s',
    async name => {
      expect(await check(reported[name]!.change)).toEqual(reported[name]!.reports);
    },
  );
});
