import { describe, expect, test } from 'vitest';
import { CheckedSite } from '../support/checked-site.ts';
import { listPage, menu, pageOf, pairSite, pathOf, reportsOf, say, swap } from './support/pair-site.ts';

type Change = (text: string, index: number, path: string) => string;

/** Marks the item of the menu that leads to the page, or "About us" for pages beside the menu. */
const marked: Change = (text, index) => {
  const name = menu[index] ?? 'about';
  return swap(text, new RegExp(`<li>(<a href="(?:\\.\\./)?${name}\\.html">)`), '<li class="active">$1');
};
const on: (at: number, change: Change, base?: Change) => Change =
  (at, change, base = text => text) =>
  (text, index, path) =>
    index === at ? change(base(text, index, path), index, path) : base(text, index, path);

/** Does what the first finding of a page proposes, a text in the place of another. */
function applyRepair(site: CheckedSite, path: string): void {
  const { repair } = site.findings(path)[0]!;
  if (repair?.kind !== 'text') throw new Error('there is no text to put there');
  const text = site.texts.get(path)!;
  site.put(path, text.slice(0, repair.start) + repair.text + text.slice(repair.end));
  site.settle();
}

describe('template/current-item', () => {
  const unmark = (text: string) => swap(text, '<li class="active">', '<li>');
  const mark = (text: string, name: string) =>
    swap(text, new RegExp(`<li>(<a href="(?:\\.\\./)?${name}\\.html">)`), '<li class="active">$1');

  test('reports a page of the menu that marks no item', () => {
    const site = pairSite(20, on(2, unmark, marked));
    expect(reportsOf(site)).toEqual(['products.html: template/current-item <a href="products.html">']);
    const [finding] = site.findings('products.html');
    expect(finding!.message).toBe(
      'No item of this menu is marked as the current one, although "Products" leads here. 19 of 20 pages mark their own item.',
    );
    expect(finding!.related.map(({ page, message }) => [page, message])).toEqual([['about.html', 'Here one item is marked.']]);
  });

  test('reports a page that marks another item than its own', () => {
    const site = pairSite(
      20,
      on(2, text => mark(unmark(text), 'prices'), marked),
    );
    expect(reportsOf(site)).toEqual(['products.html: template/current-item <li class="active">']);
    expect(site.findings('products.html')[0]!.message).toMatch(
      /^This item is marked as the current one, but "Products" is the one that leads here\./,
    );
  });

  test('takes the mark off the item that leads elsewhere', () => {
    const site = pairSite(
      20,
      on(2, text => mark(text, 'prices'), marked),
    );
    const path = 'products.html';
    const [finding] = site.findings(path);
    expect(finding!.repair).toMatchObject({ kind: 'text', text: '' });
    applyRepair(site, path);
    expect(site.texts.get(path)).toContain('<li class=""><a href="prices.html">');
    expect(reportsOf(site)).toEqual([]);
  });

  test('says nothing of a list in a menu that marks another link to the page', () => {
    const list = '<ul><li><a href="terms.html">Terms</a></li><li><a href="prices.html">Price list</a></li></ul></li>';
    const nested: Change = (text, index, path) => {
      const page = marked(text, index, path).replace(/(>Contact<\/a>)<\/li>/, `$1${list}`);
      return index === 3 ? page : page.replace('<li><a href="terms.html">', '<li class="active"><a href="terms.html">');
    };
    expect(reportsOf(pairSite(20, nested)).filter(report => report.startsWith('prices.html'))).toEqual([]);
  });

  test('says nothing of a page beside the menu that marks no item', () => {
    expect(reportsOf(pairSite(20, on(9, unmark, marked)))).toEqual([]);
  });

  test('says nothing where pages go about it in their own ways', () => {
    expect(reportsOf(pairSite(20, (text, index, path) => (index % 2 ? marked(text, index, path) : text)))).toEqual([]);
  });

  test('knows marks by attributes, and other menus with the same items', () => {
    const both: Change = (text, index, path) => {
      const page = marked(text, index, path).replace('<li class="active"><a', '<li><a aria-current="page"');
      return swap(page, '</footer>', `${/<ul>[\s\S]*<\/ul>/.exec(page)![0].replace(/ aria-current="page"/, '')}</footer>`);
    };
    const several = on(
      4,
      text => swap(text, '<li><a href="prices.html">', '<li><a aria-current="page" href="prices.html">'),
      both,
    );
    expect(reportsOf(pairSite(20, several))).toEqual([
      'contact.html: template/current-item <a aria-current="page" href="prices.html">',
    ]);
  });
});

describe('template/broken-link', () => {
  const withLink =
    (href: string): Change =>
    (text, _, path) =>
      swap(
        text,
        '</footer>',
        `<p><a href="${href.startsWith('/') || href.includes(':') || !path.includes('/') ? href : `../${href}`}">More</a></p></footer>`,
      );

  test('reports a link of the template to a page that is not there, once', () => {
    const site = pairSite(20, withLink('terms.html'));
    expect(reportsOf(site)).toEqual(['about.html: template/broken-link <a href="terms.html">']);
    const [finding] = site.findings('about.html');
    expect(finding!.message).toBe('This link in the footer leads to terms.html, which does not exist; 20 pages have it.');
    const [other, ...more] = finding!.related;
    expect(more).toEqual([]);
    expect(other!.message).toBe('The same address; 18 more pages have it.');
    expect(site.texts.get(other!.page)!.slice(other!.start, other!.end)).toBe('<a href="terms.html">');
  });

  test('reports a file once that several templates have a link to', () => {
    const site = pairSite(12, withLink('terms.html'));
    for (let at = 0; at < 8; at++) site.put(`list-${at}.html`, listPage(at));
    site.settle();
    expect(reportsOf(site)).toEqual(['about.html: template/broken-link <a href="terms.html">']);
    expect(site.findings('about.html')[0]!.message).toMatch(/; 20 pages have it\.$/);
  });

  test('takes it back when the page comes', () => {
    const site = pairSite(20, withLink('terms.html'));
    site.findings('about.html');
    site.put('terms.html', withLink('terms.html')(pageOf(901), 901, 'terms.html'));
    site.settle();
    expect(reportsOf(site)).toEqual([]);
  });

  test.each([
    ['another site', 'https://example.org/terms.html'],
    ['a scheme', 'mailto:terms.html'],
    ['a folder', 'terms/'],
    ['a folder with a query', 'terms/?page=1'],
    ['a page of a server', 'terms.php'],
    ['a route', 'terms'],
    ['a page with a query', 'terms.html?lang=en'],
    ['a place on the page', '#main'],
    ['above the site', '../../../terms.html'],
    ['a kind of file that the folder does not hold', 'terms.pdf'],
  ])('says nothing of %s', (_, href) => {
    expect(reportsOf(pairSite(20, withLink(href)))).toEqual([]);
  });

  describe('files that a page loads', () => {
    const pages = (count: number, moved: number): [string, string][] =>
      Array.from({ length: count }, (_, at) => [
        pathOf(at),
        at < moved ? swap(pageOf(at), /(?<="(?:\.\.\/)?)(?:css|js|img)\//g, 'old/') : pageOf(at),
      ]);
    const isKept = (path: string): boolean => /^(?:css|js|img)\/|\.html$/.test(path);
    const broken = (site: CheckedSite) => reportsOf(site).filter(line => line.includes('broken-link'));

    test('are reported on a page that has none of them, where other pages have theirs', () => {
      const site = new CheckedSite(pages(12, 1), {}, isKept);
      expect(broken(site)).toEqual(['index.html: template/broken-link <link rel="stylesheet" href="old/site.css">']);
      expect(new CheckedSite([['index.html', pages(1, 1)[0]![1]]], {}, isKept).all().get('index.html')).toBeUndefined();
    });

    test('are not reported where most pages have none of them: the folder does not hold them', () => {
      const isPage = (path: string): boolean => path.endsWith('.html');
      expect(broken(new CheckedSite(pages(12, 10), {}, isPage))).toEqual([]);
    });

    test('are reported where most pages have none of them, if another folder that pages use has a file of this name', () => {
      expect(broken(new CheckedSite(pages(12, 10), {}, isKept))).toEqual([
        'about.html: template/broken-link <link rel="stylesheet" href="old/site.css">',
      ]);
    });
  });

  describe('a place that a link of a part leads to', () => {
    const dead = (site: CheckedSite) => reportsOf(site).filter(line => line.includes('broken-link'));
    const withPlaces =
      (links: string, places: (index: number) => string): Change =>
      (text, index) =>
        swap(swap(text, '</header>', `<p>${links}</p></header>`), '</main>', `\n${places(index)}</main>`);

    test('is reported once where pages lack it, with a page that has it', () => {
      const site = pairSite(
        12,
        withPlaces('<a href="#faq">Questions</a>', index => (index < 9 ? '<h2 id="faq">Q</h2>' : '')),
      );
      expect(dead(site)).toEqual(['news/item-9.html: template/broken-link <a href="#faq">']);
      const [finding] = site.findings('news/item-9.html');
      expect(finding!.message).toBe(
        'This link leads to #faq, which this page lacks; index.html and 8 more have it. 3 pages have the same.',
      );
      expect(finding!.related.map(({ page }) => page)).toEqual(['page-10.html', 'index.html']);
    });

    test('is one finding for a menu of the first page, copied to all others', () => {
      const site = pairSite(
        12,
        withPlaces('<a href="#faq">Questions</a> <a href="#team">Team</a>', index =>
          index === 0 ? '<h2 id="faq">Q</h2><h2 id="team">T</h2>' : '',
        ),
      );
      expect(dead(site)).toEqual(['about.html: template/broken-link <a href="#faq">']);
      const [finding] = site.findings('about.html');
      expect(finding!.message).toBe(
        '2 links lead to ids that this page lacks and index.html has: #faq, #team. 11 pages have the same.',
      );
      expect(finding!.details!.map(({ message }) => message)).toEqual([
        'This link leads to #faq, which this page lacks; index.html has it.',
        'This link leads to #team, which this page lacks; index.html has it.',
      ]);
    });

    test('is not reported when it comes', () => {
      const site = pairSite(
        12,
        withPlaces('<a href="#faq">Questions</a>', index => (index === 7 ? '' : '<h2 id="faq">Q</h2>')),
      );
      expect(dead(site)).toHaveLength(1);
      site.put(pathOf(7), swap(site.texts.get(pathOf(7))!, '</main>', '<a name="faq"></a></main>'));
      site.settle();
      expect(dead(site)).toEqual([]);
    });

    test.each([
      ['in another spelling', '<a href="#%66aq">Questions</a>', '<h2 id="faq">Q</h2>'],
      ['of the name of a link', '<a href="#faq">Questions</a>', '<a name="faq"></a>'],
      ['of the top', '<a href="#">Top</a> <a href="#top">Top</a> <a href="#TOP">Top</a>', ''],
      ['of a route', '<a href="#/faq">Questions</a> <a href="#!faq">Questions</a> <a href="#q=1">Questions</a>', ''],
      ['of a placeholder', '<a href="#0">Menu</a> <a href="#!">Menu</a> <a href="#_">Menu</a>', ''],
      ['of a control', '<a href="#faq" data-toggle="collapse">Q</a> <a href="#team" onclick="show()">T</a>', ''],
      ['that a script of the page names', '<a href="#faq">Q</a>', "<script>add({ id: 'faq' });</script>"],
      ['of template-language code', '<a href="#{{ name }}">Q</a>', ''],
    ])('is not reported %s', (_, links, place) => {
      expect(
        dead(
          pairSite(
            12,
            withPlaces(links, () => place),
          ),
        ),
      ).toEqual([]);
    });

    test('is not reported for the content of a page', () => {
      const inContent: Change = text => swap(text, '</main>', '<p>See <a href="#faq">below</a>.</p></main>');
      expect(dead(pairSite(12, on(7, inContent)))).toEqual([]);
    });
  });

  describe('a place on another page that a link of a part leads to', () => {
    const dead = (site: CheckedSite) => reportsOf(site).filter(line => line.includes('broken-link'));
    const withLinks =
      (markup: string, index = ''): Change =>
      (text, at, path) => {
        const linked = swap(
          text,
          '</footer>',
          `<p>${markup.replaceAll('=index', path.includes('/') ? '=../index' : '=index')}</p></footer>`,
        );
        return at === 0 && index !== '' ? swap(linked, '</main>', `${index}</main>`) : linked;
      };
    const links = '<a href=index.html#faq>Questions</a> <a href=index.html#team>Team</a>';

    test('is one finding, until the page has the places', () => {
      const site = pairSite(12, withLinks(links, '<h2 id="team">T</h2>'));
      expect(dead(site)).toEqual(['about.html: template/broken-link <a href=index.html#faq>']);
      expect(site.findings('about.html').map(({ message }) => message)).toEqual([
        'This link leads to index.html#faq, but that page has no such id; 12 pages have it.',
      ]);
      site.put('index.html', swap(site.texts.get('index.html')!, 'id="team"', 'id="people"'));
      expect(site.settle()).toContain('about.html');
      expect(site.findings('about.html').map(({ message }) => message)).toEqual([
        '2 links lead to ids that their pages lack: index.html#faq, index.html#team.',
      ]);
      site.put('index.html', swap(site.texts.get('index.html')!, '</main>', '<a name="faq"></a><p id="team"></p></main>'));
      expect(site.settle()).toContain('about.html');
      expect(dead(site)).toEqual([]);
    });

    test.each([
      ['the top', '<a href=index.html#top>Top</a> <a href=index.html#>Home</a>', ''],
      ['a placeholder', '<a href=index.html#0>Menu</a> <a href=index.html#->Menu</a>', ''],
      ['a route', '<a href=index.html#/faq>Questions</a> <a href=index.html#!faq>Questions</a>', ''],
      ['a place that a script of the page names', '<a href=index.html#faq>Questions</a>', "<script>add('#faq');</script>"],
      ['a link that a script handles', '<a href=index.html#faq onclick="show()">Questions</a>', ''],
      ['a page that is not there', '<a href=https://example.org/index.html#faq>Questions</a>', ''],
    ])('is not reported: %s', (_, markup, index) => {
      expect(dead(pairSite(12, withLinks(markup, index)))).toEqual([]);
    });
  });

  describe('what a page sends to and its styles load', () => {
    const missing = (markup: string): string[] => {
      const site = pairSite(
        12,
        on(7, text => swap(text, '</main>', `${markup}</main>`)),
      );
      return reportsOf(site).filter(line => line.includes('broken-link'));
    };

    test.each([
      '<form action="send.html"><input name="mail"></form>',
      '<p style="background: url(img/none.png)">Text</p>',
      '<a href="index.html" style="background: url(img/none.png)">Text</a>',
      '<style>p { background: URL( "img/none.png" ) } /* url(img/other.png) */</style>',
      '<style>@import "css/none.css";</style>',
      '<p data-background="img/none.png">Text</p>',
      '<p><video poster="img/none.png"></video></p>',
    ])('is reported on one page: %s', markup => {
      const site = new CheckedSite(
        Array.from({ length: 12 }, (_, at) => [
          pathOf(at),
          at === 7 ? swap(pageOf(at), '</main>', `${markup}</main>`) : pageOf(at),
        ]),
        {},
        path => !/none|send/.test(path),
      );
      const found = reportsOf(site).filter(line => line.includes('broken-link'));
      expect(found).toHaveLength(1);
      expect(found[0]).toMatch(/^page-7\.html: template\/broken-link <(?:form|p|a|style|video)/);
    });

    test.each([
      '<form action="/subscribe"><input name="mail"></form>',
      '<form action="send.php"><input name="mail"></form>',
      '<form><input name="mail"></form>',
      '<p style="fill: url(#shade); background: url(data:image/png;base64,AA)">Text</p>',
      '<style>/* url(img/none.png) */ p { background: url(https://example.org/a.png) }</style>',
      '<style>p { background: url({{ picture }}) }</style>',
    ])('is not reported: %s', markup => {
      expect(missing(markup)).toEqual([]);
    });
  });

  describe('a page that a link of hardly any page leads to', () => {
    const dead = (site: CheckedSite) => reportsOf(site).filter(line => line.includes('broken'));
    const inMain =
      (markup: string): Change =>
      text =>
        swap(text, '</main>', `<p>${markup}</p></main>`);

    test('is reported in the content, until it comes', () => {
      const site = pairSite(20, on(7, inMain('<a href="contcat.html">Write</a>')));
      expect(dead(site)).toEqual(['page-7.html: template/broken-link <a href="contcat.html">']);
      expect(site.findings(pathOf(7))[0]!.message).toBe('This link leads to contcat.html, which does not exist.');
      site.put('contcat.html', pageOf(901));
      site.settle();
      expect(dead(site)).toEqual([]);
    });

    test('is not looked for in the content of a site with more than 500 pages', () => {
      const short = (at: number): string => swap(pageOf(at), /<main[\s\S]*<\/main>/, `<main><p>${at}</p></main>`);
      const site = pairSite(12, on(7, inMain('<a href="contcat.html">Write</a>')));
      for (let at = 12; at < 501; at++) site.put(`p-${at}.html`, short(at));
      expect(site.settle()).toContain('page-7.html');
      expect(site.findings('page-7.html')).toEqual([]);
      site.remove('p-500.html');
      expect(site.settle()).toContain('page-7.html');
      expect(site.findings('page-7.html')).toHaveLength(1);
    });

    test('is left to the comparison in a shared part, and to the page that a part is reported on', () => {
      expect(
        reportsOf(
          pairSite(
            20,
            on(7, text => swap(text, '"about.html"', '"abuot.html"')),
          ),
        ),
      ).toEqual(['page-7.html: template/wrong-target href="abuot.html"']);
      const site = pairSite(20, on(7, inMain('<a href="terms.html">Terms</a>'), withLink('terms.html')));
      expect(dead(site)).toEqual(['about.html: template/broken-link <a href="terms.html">']);
    });

    test.each([
      ['where the address is a placeholder', '<a href="[preferred]/join.html">Join</a>'],
      [
        'where most links of the page are dead',
        [1, 2, 3, 4, 5, 6, 7, 8, 9].map(at => `<a href="gone-${at}.html">Text</a>`).join(' '),
      ],
      ['if it is no page', '<a href="files/">Files</a> <a href="thesis.pdf">Thesis</a> <a href="join">Join</a>'],
    ])('is not reported %s', (_, markup) => {
      expect(dead(pairSite(20, on(7, inMain(markup))))).toEqual([]);
    });

    test('is not reported where the folder holds only some of the site', () => {
      const some: Change = (text, index) =>
        swap(text, '</header>', `${[1, 2, 3, 4].map(at => `<a href="part-${index}-${at}.html">Text</a>`).join(' ')}</header>`);
      expect(dead(pairSite(20, some))).toEqual([]);
    });
  });
});

describe('page/wrong-id', () => {
  const ids = (site: CheckedSite) => reportsOf(site).filter(line => line.includes('wrong-id'));
  const inMain =
    (markup: string): Change =>
    text =>
      swap(text, '</main>', `${markup}</main>`);

  test.each([
    ['begins with #', '<h2 id="#contact">Contact</h2>', 'page-7.html: page/wrong-id id="#contact"', 'warning'],
    ['has white space', "<h2 id='our team'>Team</h2>", "page-7.html: page/wrong-id id='our team'", 'warning'],
    ['has a line break', '<h2 id="contact\n">Contact</h2>', 'page-7.html: page/wrong-id id="contact', 'warning'],
  ])('reports an id that %s', (_, markup, report, severity) => {
    const site = pairSite(12, on(7, inMain(markup)));
    expect(ids(site)).toEqual([report]);
    expect(site.findings(pathOf(7))[0]!.severity ?? 'warning').toBe(severity);
  });

  test('leaves it to the comparison to report one that other pages have right', () => {
    const site = pairSite(12, (text, at) => swap(text, '<footer>', `<footer id="${at === 7 ? '#' : ''}contact">`));
    expect(reportsOf(site)).toEqual(['page-7.html: template/changed-attribute id="#contact"']);
  });

  test('reports an id of a shared part once', () => {
    const site = pairSite(12, text => swap(text, '<footer>', '<footer id="#contact">'));
    expect(ids(site)).toEqual(['about.html: page/wrong-id id="#contact"']);
    expect(site.findings('about.html')[0]!.message).toBe(
      '“id="#contact"” begins with #, which only links to it do, so no link or style rule can match it; 12 pages have the same.',
    );
    site.put('about.html', pageOf(1));
    site.settle();
    expect(ids(site)).toEqual(['contact.html: page/wrong-id id="#contact"']);
  });

  test.each([
    ['a drawing has', '<svg><g id="group 1"></g></svg>'],
    ['a label names', '<label for="first name">Name</label><input id="first name">'],
    ['a link names', '<a href="#our team">Team</a><h2 id="our team">Team</h2>'],
    ['a script names', '<h2 id="#team">Team</h2><script>document.getElementById("#team").hidden = true;</script>'],
    ['template-language code makes', '<h2 id="{{ page name }}">Team</h2>'],
    ['is like others', '<h2 id="team-1">Team</h2><p id=\'b\' data-id="a b">Text</p>'],
  ])('says nothing of an id that %s', (_, markup) => {
    expect(ids(pairSite(12, on(7, inMain(markup))))).toEqual([]);
  });
});

describe('template/stale-year', () => {
  const year = (text: string) => swap(text, '2025', '2019');

  test('reports the year of the others, and puts it there', () => {
    const site = pairSite(20, on(7, year));
    const [finding] = site.findings(pathOf(7));
    expect(finding!.message).toBe('The year here is 2019; on 19 of 20 pages it is 2025.');
    expect(finding!.related[0]!.page).toBe('about.html');
    applyRepair(site, pathOf(7));
    expect(site.texts.get(pathOf(7))).toBe(pageOf(7));
    expect(reportsOf(site)).toEqual([]);
  });

  test('reports the end of a range', () => {
    const range: Change = text => swap(text, '2025', '1998&ndash;2025');
    expect(
      reportsOf(
        pairSite(
          20,
          on(7, text => swap(text, 'ndash;2025', 'ndash;2019'), range),
        ),
      ),
    ).toEqual([`${pathOf(7)}: template/stale-year 2019`]);
  });

  test.each<[string, Change]>([
    ['of a placeholder that the others never filled in', (text, index) => swap(text, '2025', index === 7 ? '2016' : '2048')],
    ['of a later year', (text, index) => (index === 7 ? text : swap(text, '2025', '2022'))],
    ['of dates', (text, index) => swap(text, '&copy; 2025', `Changed on 1 March ${index === 7 ? 2019 : 2025},`)],
    ['of years that stand alone', (text, index) => swap(text, '</footer>', `<p>${index === 7 ? 2019 : 2025}</p></footer>`)],
    ['where the pages disagree', (text, index) => swap(text, '2025', `${2020 + (index % 5)}`)],
    ['of content', on(7, text => swap(text, '</main>', '<p>Founded in 2019.</p></main>'))],
    ['of versions', (text, index) => swap(text, '</footer>', `<p>Version 1.${index === 7 ? 2019 : 2025}.3</p></footer>`)],
  ])('says nothing %s', (_, change) => {
    expect(reportsOf(pairSite(20, change)).filter(line => line.includes('stale-year'))).toEqual([]);
  });
});

describe('template/required-node', () => {
  const noHeading = on(7, text => swap(text, /<h1>(.*)<\/h1>/, '<h2>$1</h2>'));
  const ofCode = (lines: string[]) => lines.filter(line => line.includes('required-node'));

  test('reports pages without the element', () => {
    const site = pairSite(20, noHeading, { required: [{ selector: 'main > h1' }] });
    expect(ofCode(reportsOf(site))).toEqual([`${pathOf(7)}: template/required-node <html lang="en">`]);
  });

  test('says what the settings say', () => {
    const site = pairSite(20, noHeading, { required: [{ selector: 'main > h1', message: 'Every page needs a heading.' }] });
    expect(site.findings(pathOf(7)).map(({ message }) => message)).toContain('Every page needs a heading.');
  });

  test('asks the pages that are named', () => {
    const required = [{ selector: '.author', pages: ['news/**'] }];
    const pages = ofCode(reportsOf(pairSite(20, undefined, { required }))).map(line => line.split(':')[0]);
    expect(pages).toEqual(
      Array.from({ length: 20 }, (_, index) => pathOf(index))
        .filter(path => path.startsWith('news/'))
        .sort(),
    );
  });
});

describe('page/no-template', () => {
  const other = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x - Acme</title></head><body><table><tr><td><center><font><dl><dt>${say(1, 5)}</dt><dd>${say(2, 5)}</dd></dl></font></center></td></tr></table><form><fieldset><legend>a</legend><select><option>b</option></select></fieldset></form></body></html>`;

  const shown = { checks: { 'page/no-template': 'information' } } as const;

  test('is off unless the settings give it a severity', () => {
    const site = pairSite(20);
    site.put('other.html', other);
    site.settle();
    expect(reportsOf(site)).toEqual([]);
  });

  test('reports a page of its own kind', () => {
    const site = pairSite(20, text => text, shown);
    site.put('other.html', other);
    site.settle();
    expect(reportsOf(site)).toEqual(['other.html: page/no-template <html lang="en">']);
  });

  test('says nothing where no pages share a template', () => {
    const site = pairSite(2, text => text, { ...shown, checks: { ...shown.checks, 'page/unlinked': 'off' } });
    site.put('other.html', other);
    site.settle();
    expect(reportsOf(site)).toEqual([]);
  });

  test('takes it back when there is another', () => {
    const site = pairSite(20, text => text, shown);
    site.put('other.html', other);
    site.put('another.html', other.replace('<title>', '<title>Another '));
    site.settle();
    expect(reportsOf(site)).toEqual([]);
  });
});

describe('dreamweaver/locked-region', () => {
  const instance: Change = text =>
    swap(
      swap(text, '<head>', '<!-- InstanceBegin template="/Templates/main.dwt" codeOutsideHTMLIsLocked="false" -->\n<head>'),
      '</html>',
      '<!-- InstanceEnd --></html>',
    )
      .replace(
        /<title>[\s\S]*?<meta name="description".*>/,
        '<!-- InstanceBeginEditable name="head" -->$&<!-- InstanceEndEditable -->',
      )
      .replace(
        /(<main id="main">)([\s\S]*)(<\/main>)/,
        '$1<!-- InstanceBeginEditable name="text" -->$2<!-- InstanceEndEditable -->$3',
      );
  const library: Change = text =>
    swap(text, /<p class="address">.*<\/p>/, '<!-- #BeginLibraryItem "/Library/address.lbi" -->$&<!-- #EndLibraryItem -->');

  test('is strict about what the template leaves no room for', () => {
    expect(
      reportsOf(
        pairSite(
          20,
          on(7, text => swap(text, '2025', '2024'), instance),
        ),
      ),
    ).toEqual([`${pathOf(7)}: dreamweaver/locked-region &copy; 2024 Acme Ltd, `]);
  });

  test('marks what differs, and takes the one node of the others', () => {
    const site = pairSite(
      20,
      on(7, text => swap(text, '>Prices<', '>Fees<'), instance),
    );
    const [finding, ...others] = site.findings(pathOf(7));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      code: 'dreamweaver/locked-region',
      support: { pages: 19, of: 20 },
      repair: { kind: 'replace', part: 'node' },
    });
    const { page, start, end } = finding!.related[0]!;
    expect(site.texts.get(page)!.slice(start, end)).toBe('Prices');
  });

  test('reports what is missing once', () => {
    expect(
      reportsOf(
        pairSite(
          20,
          on(7, text => swap(text, /<li>.*Prices.*<\/li>\n/, ''), instance),
        ),
      ),
    ).toHaveLength(1);
  });

  test('leaves editable regions alone', () => {
    expect(
      reportsOf(
        pairSite(
          20,
          on(7, text => swap(text, /<h1>.*<\/h1>/, '<h3>x</h3>').replace(/<meta name="description".*>/, ''), instance),
        ),
      ),
    ).toEqual([]);
  });

  test('compares instances with the same parameters', () => {
    const withParameter: Change = (text, index, path) => {
      const page = swap(
        instance(text, index, path),
        '<head>',
        `<!-- InstanceParam name="offer" type="boolean" value="${index % 2 === 0}" --><head>`,
      );
      return index % 2 === 0 ? swap(page, '<footer>', '<p class="offer">Offer of the week</p><footer>') : page;
    };
    expect(reportsOf(pairSite(20, withParameter))).toEqual([]);
  });

  test('reports a library item that was edited', () => {
    const site = pairSite(
      20,
      on(7, text => swap(text, '1 Main', '2 Main'), library),
    );
    expect(reportsOf(site)).toEqual([`${pathOf(7)}: dreamweaver/locked-region 2 Main Street, Springfield`]);
  });
});

describe('template/wrong-target', () => {
  test('quotes the words of a link without markup', () => {
    const linked: Change = (text, _, path) => {
      const file = path.slice(path.lastIndexOf('/') + 1);
      return swap(text, '<footer>', `<footer><a href="print/${file}"><b>Printer</b> version</a>`);
    };
    const site = pairSite(
      20,
      on(7, text => swap(text, 'print/page-7', 'print/page-8'), linked),
    );
    expect(reportsOf(site)).toEqual(['page-7.html: template/wrong-target href="print/page-8.html"']);
    expect(site.findings('page-7.html')[0]!.message).toMatch(/^“Printer version” leads to print\/page-8\.html here\./);
  });

  test('sees where a link without words leads', () => {
    const icon: Change = text =>
      swap(text, '<footer>', '<footer><a class="list" href="/about.html"><svg width="24"><rect width="4"></rect></svg></a>');
    const site = pairSite(
      20,
      on(7, text => swap(text, 'class="list" href="/about', 'class="list" href="/prices'), icon),
    );
    expect(reportsOf(site)).toEqual(['page-7.html: template/wrong-target href="/prices.html"']);
  });
});

test('a page that has little in common with its layout still lacks the style sheet that nearly all pages have', () => {
  const sheet = '<link rel="stylesheet" href="/s.css">';
  const words = (index: number) =>
    `<h3>Description</h3>${'<p>'.repeat(1 + (index % 3))}text ${index}<table><tr><td>${index * 7}</table>`;
  const pages = Array.from({ length: 20 }, (_, index): [string, string] => [
    `manual/${index}.html`,
    `<html><head><title>Task ${index}</title>${index === 4 ? '' : sheet}</head><body>${words(index)}</body></html>`,
  ]);
  const site = new CheckedSite(pages);
  expect(site.findings('manual/4.html').map(({ message }) => message)).toEqual([expect.stringContaining('href="/s.css"')]);
});
