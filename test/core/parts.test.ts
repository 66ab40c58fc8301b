// Parts of small sites made by hand.
import type { PartSummary } from 'templens-shared/parts';
import { describe, expect, test } from 'vitest';
import { digestText } from '../../server/src/core/digest/digest-text.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';
import { partList } from '../support/part-list.ts';

interface Site {
  parts: PartSummary[];
  part(name: string): PartSummary;
  /** Source of a part on a page. */
  source(name: string, page: string): string;
  /** How every version of a part differs from the most common one, by the version's pages. */
  differences(name: string): Record<string, string[]>;
}

function siteOf(pages: Record<string, string>): Site {
  const model = new SiteModel({ extractor: 'default', groupThreshold: null });
  for (const [page, text] of Object.entries(pages)) model.upsert(page, digestText(text, 'default', { path: page }));
  model.settle();
  const read = (page: string): string => pages[page]!;
  const { parts, onPage, versions: versionsOf } = partList(model, read);
  const part = (name: string): PartSummary => {
    const found = parts.find(each => each.name === name);
    if (!found) throw new Error(`no part "${name}" among ${parts.map(each => each.name).join(', ')}`);
    return found;
  };
  return {
    parts,
    part,
    source: (name, page) => {
      const { start, end } = onPage(page).find(each => each.id === part(name).id)!;
      return pages[page]!.slice(start, end).trim();
    },
    differences: name => {
      const [, ...others] = versionsOf(part(name).id);
      return Object.fromEntries(
        others.map(({ pages, difference }) => [pages.join(' '), difference.map(({ kind, what }) => `${kind} ${what}`)]),
      );
    },
  };
}

const words = ['alpha beta', 'gamma delta', 'epsilon zeta', 'eta theta', 'iota kappa', 'lambda mu', 'nu xi', 'omicron pi'];

/** A page whose article is its own. */
function page(
  at: number,
  menu: string,
  footer = '<footer>Copyright 2026 <a href="/legal.html">Legal</a></footer>',
  lang = '',
): string {
  const article = `<main><h1>${words[at]}</h1><p>A text about ${words[at]} and nothing else.</p></main>`;
  return `<!doctype html><html${lang}><head><title>${words[at]}</title></head><body>${menu}${article}${footer}</body></html>`;
}

function menu(items: readonly string[], mark: (item: string) => string = () => ''): string {
  return `<nav><ul>${items.map(item => `<li${mark(item)}><a href="/${item}.html">${item}</a></li>`).join('')}</ul></nav>`;
}

const items = ['home', 'news', 'team', 'shop', 'contact'];
const paths = ['home.html', 'news.html', 'team.html', 'shop.html', 'contact.html', 'legal.html'];

function site(pages: number, render: (at: number) => string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: pages }, (_, at) => [paths[at]!, render(at)]));
}

describe.each([2, 3, 5])('a site of %i pages', size => {
  const { parts, source } = siteOf(site(size, at => page(at, menu(items))));

  test('has its menu and its footer as parts, on all pages', () => {
    const named = parts.map(({ name, pages, versions }) => [name, pages, versions.length]);
    expect(named).toEqual(
      expect.arrayContaining([
        ['menu', size, 1],
        ['footer', size, 1],
      ]),
    );
    expect(named).toHaveLength(2);
    expect(source('menu', 'home.html')).toBe(menu(items));
    expect(source('footer', 'news.html')).toBe('<footer>Copyright 2026 <a href="/legal.html">Legal</a></footer>');
  });
});

describe('what follows from the page itself makes no version', () => {
  test.each<[string, (at: number) => string]>([
    ['a class on the current item', at => menu(items, item => (item === items[at] ? ' class="active"' : ''))],
    ['aria-current on the current item', at => menu(items).replace(`<a href="/${items[at]}.html"`, '$& aria-current="page"')],
    ['no link to the page itself', at => menu(items).replace(`<a href="/${items[at]}.html">${items[at]}</a>`, items[at]!)],
    ['no item for the page itself', at => menu(items.filter(item => item !== items[at]))],
    ['a link that each page has its own', at => `${menu(items)}<a class="edit" href="/edit/${at}">Edit</a>`],
  ])('%s', (_, render) => {
    const { part } = siteOf(site(5, at => page(at, render(at))));
    expect(part('menu').versions.map(({ pages }) => pages.length)).toEqual([5]);
  });

  test('a choice of one of several open branches', () => {
    const branches = [
      ['a1', 'a2'],
      ['b1', 'b2'],
      ['c1', 'c2'],
      ['d1', 'd2'],
    ];
    const pages = Object.fromEntries(
      branches.flatMap((branch, section) =>
        [0, 1, 2].map(at => {
          const open = `<ol>${branch.map(item => `<li><a href="/${item}.html">${item}</a></li>`).join('')}</ol>`;
          return [`${section}-${at}.html`, page((section * 3 + at) % 8, menu(items).replace('</ul>', `<li>${open}</li></ul>`))];
        }),
      ),
    );
    const { part } = siteOf(pages);
    expect(part('menu').versions.map(version => version.pages.length)).toEqual([12]);
    expect(part('menu').slots).toContainEqual(expect.objectContaining({ rule: 'choice' }));
  });
});

describe('versions', () => {
  test('an older menu on some of the pages', () => {
    const old = ['home', 'news', 'team', 'jobs', 'contact'];
    const { part, differences } = siteOf(site(6, at => page(at, menu(at < 4 ? items : old))));
    expect(part('menu').versions.map(({ pages }) => pages)).toEqual([
      ['contact.html', 'home.html', 'news.html', 'shop.html', 'team.html'].filter(name => paths.indexOf(name) < 4).sort(),
      ['contact.html', 'legal.html'],
    ]);
    expect(differences('menu')).toEqual({
      'contact.html legal.html': ['missing <a href="/shop.html">shop</a>'],
    });
  });

  test('by language, compared within each', () => {
    const german = ['start', 'neues', 'gruppe', 'laden', 'kontakt'];
    const labels = (at: number, drift: boolean): string =>
      `<nav><ul>${items.map((item, i) => `<li><a href="/${item}.html">${at % 2 ? german[i] : item}</a></li>`).join('')}${drift ? '<li><a href="/team.html">mehr</a></li>' : ''}</ul></nav>`;
    const pages = Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [
        `${at % 2 ? 'de' : 'en'}/${at}.html`,
        page(at, labels(at, false), undefined, ` lang="${at % 2 ? 'de' : 'en'}"`),
      ]),
    );
    const { part } = siteOf(pages);
    expect(
      part('menu')
        .versions.map(({ language, pages: held }) => [language, held.length])
        .sort(),
    ).toEqual([
      ['de', 4],
      ['en', 4],
    ]);
    expect(part('footer').versions.map(({ language, pages: held }) => [language, held.length])).toEqual([[undefined, 8]]);
  });
});

describe('a menu in other words', () => {
  const translated = (labels: readonly string[], folder: string, more = ''): string =>
    `<nav><ul>${labels.map((label, at) => `<li><a href="/${folder}/${items[at]}.html">${label}</a></li>`).join('')}${more}</ul></nav>`;
  const german = ['start', 'neues', 'gruppe', 'laden', 'kontakt'];
  const french = ['accueil', 'nouvelles', 'groupe', 'magasin', 'adresse'];
  const inLanguages = (last: string): Record<string, string> =>
    Object.fromEntries([
      ...[0, 1, 2, 3].map(at => [`en/${at}.html`, page(at, translated(items, 'en'), undefined, ' lang="en"')]),
      ...[4, 5].map(at => [`de/${at}.html`, page(at, translated(german, 'de'), undefined, ' lang="de"')]),
      ['fr/6.html', page(6, last, undefined, ' lang="fr"')],
    ]);

  test('is one part with a version for each language, also of a language with one page', () => {
    const { part, source } = siteOf(inLanguages(translated(french, 'fr')));
    expect(part('menu').versions.map(({ language, pages }) => [language, pages])).toEqual([
      ['en', ['en/0.html', 'en/1.html', 'en/2.html', 'en/3.html']],
      ['de', ['de/4.html', 'de/5.html']],
      ['fr', ['fr/6.html']],
    ]);
    expect(source('menu', 'fr/6.html')).toBe(translated(french, 'fr'));
  });

  test('is not a part of a page whose list has other tags', () => {
    const list = french.map(word => `<li><b>${word}</b></li>`).join('');
    const { part } = siteOf(inLanguages(`<nav><ul>${list}</ul></nav>`));
    expect(part('menu').pages).toBe(6);
  });

  test('is not a translation on a page in the same language', () => {
    const { part } = siteOf({ ...inLanguages(''), 'en/7.html': page(7, translated(french, 'fr'), undefined, ' lang="en"') });
    expect(part('menu').pages).toBe(6);
  });
});

test.each([
  ['a library item', '<!-- #BeginLibraryItem "/Library/notice.lbi" -->', '<!-- #EndLibraryItem -->', '/Library/notice.lbi'],
  [
    'an include of FrontPage',
    '<!--webbot bot="Include" U-Include="notice.htm" TAG="BODY" startspan -->',
    '<!--webbot bot="Include" endspan -->',
    'notice.htm',
  ],
])('what a page declares as %s is a part, whatever the pages share', (_, begin, end, declared) => {
  const item = (text: string): string => `${begin}<p>${text}</p>${end}`;
  const { part, source } = siteOf({
    ...site(4, at => page(at, menu(items))),
    'news.html': page(1, menu(items)).replace('<h1>', `${item('Closed on Monday')}<h1>`),
    'team.html': page(2, menu(items)).replace('<h1>', `${item('Closed on Sunday')}<h1>`),
  });
  expect(part('notice')).toMatchObject({ pages: 2, declared });
  expect(source('notice', 'news.html')).toBe('<p>Closed on Monday</p>');
  expect(part('menu').pages).toBe(4);
});

describe('names and ids stay', () => {
  const before = site(6, at => page(at, menu(items)));
  const named = (pages: Record<string, string>): string[] =>
    siteOf(pages)
      .parts.map(({ id, name }) => `${id} ${name}`)
      .sort();

  test.each<[string, Record<string, string>]>([
    ['the text of a page is edited', { 'news.html': before['news.html']!.replace('and nothing else', 'and of the sea') }],
    ['a typo comes into a menu', { 'news.html': before['news.html']!.replace('>team<', '>taem<') }],
    [
      'a page gets an item more',
      { 'shop.html': before['shop.html']!.replace('</ul>', '<li><a href="/jobs.html">jobs</a></li></ul>') },
    ],
    ['a page loses its footer', { 'team.html': before['team.html']!.replace(/<footer>.*<\/footer>/, '') }],
    ['a page is added', { 'jobs.html': page(6, menu(items)) }],
  ])('when %s', (_, edits) => {
    expect(named({ ...before, ...edits })).toEqual(named(before));
  });
});

test('a phrase inside the pages’ own text is no part', () => {
  const { parts } = siteOf(
    site(6, at =>
      page(at, menu(items)).replace('</p>', '</p><p class="note">See also</p><p>More of it.</p>'.replace('it', words[at]!)),
    ),
  );
  expect(parts.map(({ name }) => name).sort()).toEqual(['footer', 'menu']);
});

test('a folder that comes under another name in one update keeps its parts', () => {
  const longer = [...items.slice(0, -1), 'other'];
  const moved = Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`${at}.html`, page(at, menu(items))]));
  const after: Record<string, string> = {};
  // Other pages that stay, and new ones that take the ids of the keys which no page has for a moment.
  for (let at = 0; at < 6; at++) after[`kept/${at}.html`] = `<title>kept ${at}</title><p>${words[at]}</p>`;
  const model = new SiteModel({ extractor: 'default', groupThreshold: null });
  const put = (name: string, text: string): void => model.upsert(name, digestText(text, 'default', { path: name }));
  for (const [name, text] of Object.entries(after)) put(name, text);
  for (const [name, text] of Object.entries(moved)) put(`old/${name}`, text);
  model.settle();
  for (const name of Object.keys(moved)) model.remove(`old/${name}`);
  const come: Record<string, string> = {};
  for (let at = 0; at < 4; at++) {
    const paragraphs = Array.from({ length: 60 }, (_, line) => `<p>line ${line} of ${words[at]}</p>`);
    come[`come/${at}.html`] = `<title>come ${at}</title>${paragraphs.join('')}`;
  }
  for (let at = 4; at < 8; at++) come[`new/${at}.html`] = page(at, menu(longer));
  for (const [name, text] of Object.entries(moved)) come[`new/${name}`] = text;
  for (const [name, text] of Object.entries(come)) put(name, text);
  model.settle();
  Object.assign(after, come);
  const fresh = siteOf(after);
  expect(fresh.part('menu').versions.map(({ pages: held }) => held.length)).toEqual([4, 4]);
  expect(partList(model, name => after[name]!).parts).toEqual(fresh.parts);
});

describe('the number of pages that a part needs', () => {
  const items = ['home', 'news', 'team', 'shop'];
  const text = (at: number, column: string): string => page(at, '', column);
  /** The menu stands in a column, after words of the page's own. */
  const inColumn = (at: number): string => text(at, `<div class="column"><p>First ${words[at]}</p>${menu(items)}</div>`);
  /** The column is the menu: what repeats stands one element higher. */
  const isColumn = (at: number): string => text(at, `<div class="whole">${menu(items)}</div>`);
  const other = (at: number): string => text(at, `<div class="column"><p>Only ${words[at]}</p></div>`);
  const five = { 'a.html': inColumn(0), 'b.html': inColumn(1), 'c.html': isColumn(2), 'd.html': other(3), 'e.html': other(4) };

  const put = (model: SiteModel, path: string, source: string): void =>
    model.upsert(path, digestText(source, 'default', { path }));
  const names = (model: SiteModel): string[] => partList(model, () => '').parts.map(({ name }) => name);
  const modelOfFive = (): SiteModel => {
    const model = new SiteModel({ extractor: 'default', groupThreshold: null });
    for (const [path, source] of Object.entries(five)) put(model, path, source);
    model.settle();
    return model;
  };

  test('changes with the number of pages, also for a part that stays as it is', () => {
    const model = modelOfFive();
    expect(names(model)).toEqual(['menu']);
    put(model, 'f.html', other(5));
    model.settle();
    expect(names(model)).toEqual([]);
    model.remove('f.html');
    model.settle();
    expect(names(model)).toEqual(['menu']);
  });

  test('is that of the last change when a part comes to have enough pages: all of them are reported', () => {
    const model = modelOfFive();
    put(model, 'f.html', other(5));
    model.settle();
    put(model, 'g.html', inColumn(6));
    expect(model.settle().reparted).toEqual(['a.html', 'b.html', 'g.html']);
    expect(names(model)).toEqual(['menu']);
  });
});
