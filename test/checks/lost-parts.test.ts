// Pages that lost a part that most pages of a site have, whatever their layouts.
import { describe, expect, test } from 'vitest';
import { CheckedSite } from '../support/checked-site.ts';

const links = (page: number): string =>
  ['Home', 'Products', 'Prices', 'Contact', 'Imprint']
    .map((name, at) => `<li${at === page ? ' class="active"' : ''}><a href="page-${at}.html">${name}</a></li>`)
    .join('\n');

const frame = {
  banner: () => '<div class="banner"><img src="logo.png" alt="Logo"><p>Good things since ever</p></div>',
  menu: (page: number) => `<nav><ul>${links(page)}</ul></nav>`,
  search: () => '<form action="search.html"><label>Search <input name="q"></label><button>Go</button></form>',
  footer: () => '<footer><p>Made in Bremen, without haste</p><a href="terms.html">Terms</a><a href="mail.html">Mail</a></footer>',
};

/** What each page says, in other elements than any other page: each page is alone in its layout. */
function body(page: number): string {
  const tags = [
    'article',
    'section',
    'table',
    'dl',
    'ol',
    'blockquote',
    'figure',
    'details',
    'main',
    'aside',
    'fieldset',
    'address',
  ];
  const tag = tags[page % tags.length]!;
  const inside = Array.from({ length: page + 3 }, (_, at) => `<p>Sentence ${at} of ${tag}, about ${page * 7 + at} things</p>`);
  const wrapped = tag === 'table' ? `<tr><td>${inside.join('</td></tr><tr><td>')}</td></tr>` : inside.join('\n');
  return `<${tag} class="c${page}"><h1>Chapter ${page}</h1>${wrapped}</${tag}>`;
}

function site(edit: (text: string, page: number) => string = text => text, pages = 12): CheckedSite {
  const text = (page: number): string => {
    const { banner, menu, search, footer } = frame;
    return `<!doctype html><html lang="en"><head><title>Chapter ${page}</title></head><body>
${banner()}
${menu(page)}
${search()}
${body(page)}
${footer()}
</body></html>`;
  };
  return new CheckedSite(
    Array.from({ length: pages }, (_, page) => [`page-${page}.html`, edit(text(page), page)] as const),
    {},
    () => true,
  );
}

const without = (text: string, part: RegExp): string => {
  expect(text).toMatch(part);
  return text.replace(part, '');
};

const parts = { menu: /<nav>[\s\S]*<\/nav>/, footer: /<footer>.*<\/footer>/, search: /<form[\s\S]*<\/form>/ };

describe('a part that the page lost', () => {
  test('is not missed where nothing is lost', () => expect([...site().all()]).toEqual([]));

  test.each(Object.entries(parts))('the %s is one finding, whatever the layout of the page', (name, part) => {
    const checked = site((text, page) => (page === 4 ? without(text, part) : text));
    const all = [...checked.reported()];
    expect(all.map(([page, findings]) => [page, findings.length])).toEqual([['page-4.html', 1]]);
    const [finding] = all[0]![1];
    expect(finding!.code).toBe('template/missing-part');
    expect(finding!.message).toMatch(/ is missing here; 11(?: of 1[12])? pages have it\.$/);
    if (name !== 'search') expect(finding!.part).toBe(name);
  });

  test('is one finding where something of its own stands in its place', () => {
    const own = '<div class="hero"><h2>Everything is half price</h2><p>Until the end of the week</p></div>';
    const rows = (text: string, page: number): string =>
      text.replace(parts.menu, menu => `<div class="row">${page === 4 ? own : menu}</div>`);
    const all = [...site(rows).reported()].map(([page, findings]) => [page, findings.map(({ message }) => message)]);
    expect(all).toEqual([
      ['page-4.html', [expect.stringMatching(/\u201cHome Products Prices Contact Imprint\u201d\)? is missing here; 11 /)]],
    ]);
  });

  test('is one finding with the end tags that it left behind', () => {
    const checked = site((text, page) => (page === 4 ? text.replace(parts.menu, '</ul></nav>') : text));
    expect([...checked.reported()].map(([page, [finding, ...others]]) => [page, finding!.code, others.length])).toEqual([
      ['page-4.html', 'template/missing-part', 0],
    ]);
  });

  test('is one finding where it is a single element between what each page has of its own', () => {
    const messages = (lacking: string) => {
      const lined = site((text, page) => {
        const line = page === 4 ? '' : '<div class="line"></div>';
        return text.replace('</body>', `<p>${page} pages</p>${line}<p>Written by ${page * 7}</p></body>`);
      });
      const texts = [...lined.texts].map(([path, text]): [string, string] => [path === 'page-4.html' ? lacking : path, text]);
      return [...new CheckedSite(texts, {}, () => true).reported()].flatMap(([page, findings]) =>
        findings.map(({ message }) => `${page}: ${message}`),
      );
    };
    expect(messages('page-4.html')).toEqual(['page-4.html: The block (<div class="line">) is missing here; 11 pages have it.']);
    // A home page is laid out in its own way.
    expect(messages('index.html')).toEqual([]);
  });

  test('may stand fewer times where it stands after each section', () => {
    const top = '<div class="top"><a href="#up"><img alt="Top" src="up.gif"></a></div>';
    const missing = (copies: number): number => {
      const sectioned = site((text, page) => {
        const sections = Array.from({ length: page === 4 ? copies : 2 }, (_, at) => `<p>${page * 7} and ${at} pages</p>${top}`);
        const last = `<p>${page} pages</p>${page === 4 ? '' : top}<p>Written by ${page * 7}</p>`;
        return text.replace('</body>', `<div class="s${page}">${sections.join('')}</div>${last}</body>`);
      });
      return sectioned.reported().size;
    };
    expect([missing(1), missing(0)]).toEqual([0, 1]);
  });

  test('may be small, unless the page is the only one of its folder', () => {
    const missing = (path: string): number => {
      const { texts } = site((text, page) => {
        const line = page === 4 ? '' : '<div class="line"></div>';
        const rooted = text.replace(/(href|src|action)="/g, '$1="/');
        return rooted.replace('</body>', `<p>${page} pages</p>${line}<p>Written by ${page * 7}</p></body>`);
      });
      const moved = [...texts].map(([name, text]): [string, string] => [name === 'page-4.html' ? path : `all/${name}`, text]);
      return [...new CheckedSite(moved, {}, () => true).reported()].filter(([page]) => page === path).length;
    };
    expect([missing('all/other.html'), missing('other.html')]).toEqual([1, 0]);
  });

  test('may be the text of an element that is left without any', () => {
    const checked = site((text, page) => {
      const flags = `<p>Read in <a href="de/${page}.html">${page === 4 ? '' : 'German'}</a> on day ${page}</p>`;
      return text.replace('</body>', `${flags}</body>`);
    });
    expect([...checked.reported()].map(([page, findings]) => [page, findings.map(({ message }) => message)])).toEqual([
      ['page-4.html', [expect.stringContaining('German')]],
    ]);
  });

  test.each(['id="trail"', 'class="trail"'])('is there where an element with its %s is', attribute => {
    const trail = (page: number): string =>
      `<div ${attribute}><i>You are here</i><b>Shop</b><b>All goods</b><em>${page}</em></div>`;
    const checked = site((text, page) =>
      text.replace('<nav>', `${page === 4 ? `<div ${attribute}>Nowhere</div>` : trail(page)}<nav>`),
    );
    expect([...checked.reported().values()].flat().filter(({ code }) => code === 'template/missing-part')).toEqual([]);
  });

  test('is there where it stands in an element that is not closed, and other things of its kind are missing', () => {
    const scripts = (...names: string[]): string => names.map(name => `<script src="${name}.js"></script>`).join('\n');
    const missing = (common: string): number => {
      const checked = site((text, page) => {
        const own = page === 4 ? '<div>' : scripts(`own-${page}`, `more-${page}`);
        return text.replace(
          '</body>',
          `${own}<p>${page} pages</p>${page === 4 ? common : scripts('menu', 'forms', 'start')}</body>`,
        );
      });
      const found = [...checked.reported().values()].flat();
      return found.filter(({ message }) => message.includes('<script') && message.includes('missing')).length;
    };
    expect([missing(scripts('menu', 'forms', 'start')), missing('')]).toEqual([0, 1]);
  });

  test('is expected although one page of the same name lacks it', () => {
    const names: Record<string, string> = { 'page-22.html': 'old/start.html', 'page-23.html': 'new/start.html' };
    const { texts } = site((text, page) => (page >= 22 ? without(text, parts.search) : text), 24);
    const rooted = [...texts].map(([path, text]): [string, string] => [
      names[path] ?? path,
      text.replace(/(href|src|action)="/g, '$1="/'),
    ]);
    const reported = new CheckedSite(rooted, {}, () => true).reported();
    expect([...reported.keys()].sort()).toEqual(['new/start.html', 'old/start.html']);
  });

  test('is not expected of a page that has none of the others', () => {
    const checked = site((text, page) =>
      page === 4 ? `<!doctype html><html lang="en"><head><title>Other</title></head><body>${body(page)}</body></html>` : text,
    );
    expect([...checked.reported().keys()]).toEqual([]);
  });

  test('is not expected where several pages with the same other parts lack it', () => {
    const checked = site((text, page) => (page >= 16 ? without(text, parts.search) : text), 20);
    expect([...checked.reported().keys()]).toEqual([]);
  });

  test('is expected again after the page got it back', () => {
    const checked = site();
    const text = checked.texts.get('page-4.html')!;
    checked.put('page-4.html', without(text, parts.footer));
    expect(checked.settle()).toContain('page-4.html');
    expect(checked.findings('page-4.html').map(({ code }) => code)).toEqual(['template/missing-part']);
    checked.put('page-4.html', text);
    checked.settle();
    expect(checked.findings('page-4.html')).toEqual([]);
  });
});
