import { type NormaliserId, normaliserNames } from 'templens-shared/findings';
import { describe, expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { normalisersApplied } from '../../server/src/core/findings/checks/differences.ts';
import { comparedPage } from '../../server/src/core/keys/compared-page.ts';
import { baseHref, pageContext } from '../../server/src/core/keys/normal-form/context.ts';
import { countersAsTokens } from '../../server/src/core/keys/normal-form/counters.ts';
import { normalNode } from '../../server/src/core/keys/normal-form/element.ts';
import { nodeTraits } from '../../server/src/core/keys/normal-form/node-traits.ts';
import { BLANK, IMPLIED } from '../../server/src/html/tree.ts';

/** A page: its source, and its path where that matters. */
type Page = string | { path: string; source: string };

/** The normal forms of a page's nodes in document order, without those that do not count. */
function normalPage(page: Page, changes: Partial<Record<NormaliserId, boolean>> = {}): string {
  const { path, source } = typeof page === 'string' ? { path: 'page.html', source: page } : page;
  const tree = parsePage(source);
  const context = pageContext(path, baseHref(tree, source), changes);
  const places = nodeTraits(tree, source, context);
  const forms: string[] = [];
  for (let node = 0; node < tree.size; node++) {
    if (tree.flags[node]! & (BLANK | IMPLIED)) continue;
    const form = normalNode(tree, source, node, context, places[node]!);
    if (form !== undefined) forms.push(form);
  }
  return forms.join('\n');
}

type Pairs = [what: string, one: Page, other: Page][];

const at = (path: string, source: string): Page => ({ path, source });

/** The same with the normaliser, and not without it. */
const same: Partial<Record<NormaliserId, Pairs>> = {
  N1: [
    ['runs of white space', '<p>a  b\n c</p>', '<p>a b c</p>'],
    ['in an attribute', '<img alt="a\n   b">', '<img alt="a b">'],
  ],
  N2: [
    ['entity or character', '<p>&eacute;&amp;</p>', '<p>\u00e9&#38;</p>'],
    ['in an attribute', '<img alt="&eacute;">', '<img alt="\u00e9">'],
  ],
  N3: [
    ['class is a set', '<p class="b a b">', '<p class="a b">'],
    ['letter case of key words', '<p align="LEFT">', '<p align="left">'],
    ['boolean attributes', '<input checked>', '<input checked="checked">'],
    ['style is declarations', '<p style="color:red; margin : 0">', '<p style="margin:0;color:red">'],
  ],
  N4: [['comments', '<p>a</p><!-- one -->', '<p>a</p>']],
  N5: [
    ['relative or from the root', at('a/b.html', '<a href="../c.html">'), at('d.html', '<a href="/c.html">')],
    ['from folders of another depth', at('a/b/c.html', '<img src="../../i.png">'), at('a.html', '<img src="i.png">')],
    ['../ or ./', at('a/b.html', '<a href="../a/c.html">'), at('a/b.html', '<a href="./c.html">')],
    ['srcset', at('a/b.html', '<img srcset="../i.png 1x, ../j.png 2x">'), at('b.html', '<img srcset="i.png 1x, j.png 2x">')],
    ['url()', at('a/b.html', '<p style="background: url(\'../i.png\')">'), at('b.html', '<p style="background: url(i.png)">')],
    ['base', at('a/b.html', '<base href="/"><a href="c.html">'), at('d/b.html', '<base href="../"><a href="c.html">')],
    [
      'base with a query',
      at('a.html', '<base href="/d/?x=/../.."><a href="c.html">'),
      at('a.html', '<base href="/d/?x=/../.."><a href="/d/c.html">'),
    ],
    ['scheme of the same host', '<a href="http://Example.org">', '<a href="//example.org/">'],
  ],
  N6: [
    ['index page', '<a href="docs/index.html">', '<a href="docs/">'],
    ['index page with a fragment', '<a href="docs/index.htm#top">', '<a href="docs/#top">'],
    ['percent-encoding', '<a href="caf%C3%A9%20bar/">', '<a href="caf\u00e9 bar/">'],
  ],
  N7: [
    ['version of a style sheet', '<link href="site.css?v=12">', '<link href="site.css?v=13">'],
    ['digits only', '<img src="logo.png?1699">', '<img src="logo.png">'],
    ['hash in a file name', '<script src="app.3f2a9c1b.js"></script>', '<script src="app.9d01c44e.js"></script>'],
    ['hash of a bundler', '<script src="/index-BQ3v9xKd.js"></script>', '<script src="/index-x7Zp20Wq.js"></script>'],
    ['campaign', '<a href="/sale/?utm_source=mail&id=1">', '<a href="/sale/?id=1">'],
  ],
  N8: [
    ['class', '<li class="item active">', '<li class="item">'],
    ['only class', '<li class="current-menu-item">', '<li>'],
    ['block, element, modifier', '<a class="nav__link nav__link--active">', '<a class="nav__link">'],
    ['aria-current', '<a aria-current="page">', '<a>'],
    ['selected option', '<option selected>', '<option>'],
  ],
  N9: [
    ['class of body', '<body class="home page-id-2">', '<body class="page-id-7">'],
    ['data of html', '<html data-page="a"><body>', '<html data-page="b"><body>'],
    ['heading', '<h1 id="intro">Introduction</h1>', '<h1 id="news">News</h1>'],
  ],
  N10: [
    ['title', '<title>One</title>', '<title>Two</title>'],
    ['description', '<meta name=description content=one>', '<meta name=description content=two>'],
    ['canonical', '<link rel=canonical href=/a.html>', '<link rel=canonical href=/b.html>'],
    ['open graph', '<meta property="og:title" content=one>', '<meta property="og:title" content=two>'],
    ['JSON-LD', '<script type="application/ld+json">{"a":1}</script>', '<script type="application/ld+json">{"a":2}</script>'],
    ['previous page', '<link rel="prev" href=a>', '<link rel="prev" href=b>'],
  ],
  N12: [
    ['year', '<p>&copy; 2024 Us</p>', '<p>&copy; 2025 Us</p>'],
    ['range', '<p>&copy; 1998&ndash;2024 Us</p>', '<p>&copy; 2025 Us</p>'],
    ['list', '<p>&copy; 1998, 1999, 2003 Us</p>', '<p>&copy; 1998 Us</p>'],
    ['ISO', '<time datetime="2024-05-01T12:00Z">', '<time datetime="2025-12-31">'],
    ['numeric', '<p>Updated 5/1/2024</p>', '<p>Updated 12/31/99</p>'],
    ['German', '<p>Stand: 5. M\u00e4rz 2024</p>', '<p>Stand: 17.04.2025</p>'],
    ['French', '<p>le 1er f\u00e9vrier 2024</p>', '<p>le 12 ao\u00fbt 2025</p>'],
    ['Spanish', '<p>el 5 de enero de 2024</p>', '<p>el 6 de agosto de 2025</p>'],
    ['Russian', '<p>12 \u043c\u0430\u044f 2024</p>', '<p>1 \u0430\u043f\u0440\u0435\u043b\u044f 2025</p>'],
    ['Chinese', '<p>2024\u5e741\u67085\u65e5</p>', '<p>2025\u5e7412\u670831\u65e5</p>'],
    ['Korean', '<p>2024\ub144 1\uc6d4 5\uc77c</p>', '<p>2025\ub144 12\uc6d4 31\uc77c</p>'],
    ['of a generator', '<p>Generated on Tue Mar 5 2024 12:00:03 for X</p>', '<p>Generated on Mon Jan 1 2024 09:15:00 for X</p>'],
    ['of the command date', '<p>Tue Mar  5 12:00:03 UTC 2024</p>', '<p>Wed Apr 16 01:02:03 CEST 2025</p>'],
  ],
  N13: [
    ['nonce', '<script nonce="a1"></script>', '<script nonce="b2"></script>'],
    ['field', '<input type=hidden name=csrf_token value=abc>', '<input type=hidden name=csrf_token value=def>'],
    ['meta', '<meta name="csrf-token" content="x">', '<meta name="csrf-token" content="y">'],
    ['UUID', '<p data-k="3f2504e0-4f89-11d3-9a0c-0305e82c3301">', '<p data-k="9b2504e0-4f89-11d3-9a0c-0305e82c3399">'],
    ['hexadecimal', '<p data-k="9e107d9d372bb6826bd81d3542a419d6">', '<p data-k="e4d909c290d0fb1ca068ffaddf22cbd0">'],
    ['base64', '<input value="Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA==">', '<input value="c2VjcmV0MTIzc2VjcmV0NDU2c2VjcmV0Nw==">'],
  ],
  N14: [
    ['number', '<input id="field-84213">', '<input id="field-90117">'],
    ['with for', '<label for="field-84213">', '<label for="field-90117">'],
    ['with a fragment', '<a href="#ember1204">', '<a href="#ember87">'],
    ['with aria', '<p aria-labelledby=":r1:">', '<p aria-labelledby=":r2b:">'],
  ],
  N16: [
    ['space and comments in a script', '<script>// one\nvar a = "b";</script>', "<script>var a='b';</script>"],
    ['space in a style sheet', '<style>p { color: red }</style>', '<style>p{color:red}</style>'],
    ['integrity', '<script src=a.js integrity="sha384-abc"></script>', '<script src=a.js integrity="sha384-def"></script>'],
  ],
  N20: [['language of the page', '<html lang="en"><body>', '<html lang="fr"><body>']],
  N24: [
    ['in a text', '<p>Hello {{ user.name }}!</p>', '<p>Hello {{ visitor }}!</p>'],
    ['in an attribute', '<a href="<%= home %>">', '<a href="<%= root_path(1) %>">'],
  ],
};

/** Not the same, whatever is switched on. */
const different: Partial<Record<NormaliserId, Pairs>> = {
  N1: [['in a textarea', '<textarea>a  b</textarea>', '<textarea>a b</textarea>']],
  N2: [['letter case', '<p>Home</p>', '<p>home</p>']],
  N3: [
    ['another class', '<p class="a">', '<p class="a b">'],
    ['letter case of words', '<img alt="Left">', '<img alt="left">'],
  ],
  N4: [['conditional comment', '<!--[if IE]>x<![endif]--><p>a', '<p>a']],
  N5: [
    ['a relative path copied from another folder', at('a/b.html', '<a href="c.html">'), at('b.html', '<a href="c.html">')],
    ['one level too many', at('a/b.html', '<a href="../../c.html">'), at('a/b.html', '<a href="../c.html">')],
    ['another host', '<a href="//a.org/">', '<a href="//b.org/">'],
  ],
  N6: [
    ['folder or file', '<a href="docs">', '<a href="docs/">'],
    ['an encoded slash', '<a href="a%2Fb">', '<a href="a/b">'],
  ],
  N7: [
    ['parameters of a page', '<a href="watch?v=12">', '<a href="watch?v=13">'],
    ['an old logo', '<img src="logo-2019.png">', '<img src="logo.png">'],
    ['a name that is all hash', '<img src="9e107d9d372bb682.png">', '<img src="e4d909c290d0fb1c.png">'],
  ],
  N8: [
    ['another word', '<li class="active-users">', '<li class="users">'],
    ['a class beside', '<li class="item active">', '<li class="active">'],
  ],
  N9: [
    ['class of a block', '<div class="home">', '<div class="page">'],
    ['heading of the site', '<h1><a href="/">Us</a></h1>', '<h1><a href="/">We</a></h1>'],
    ['the heading is gone', '<h1>One</h1>', '<div>One</div>'],
  ],
  N10: [
    ['no title', '<title>One</title>', ''],
    ['style sheet', '<link rel=stylesheet href=a.css>', '<link rel=stylesheet href=b.css>'],
    ['viewport', '<meta name=viewport content=one>', '<meta name=viewport content=two>'],
  ],
  N12: [
    ['version', '<p>Version 1.2.13</p>', '<p>Version 1.2.14</p>'],
    ['telephone', '<p>Call 555-2024-123</p>', '<p>Call 555-2025-123</p>'],
    ['number', '<p>300 pages</p>', '<p>301 pages</p>'],
    ['year of an address', '<a href="/2024/">', '<a href="/2025/">'],
    ['words around', '<p>&copy; 2024 Us</p>', '<p>&copy; 2024 Them</p>'],
  ],
  N13: [
    ['words', '<p data-k="a-long-name-of-some-image-one">', '<p data-k="a-long-name-of-some-image-two">'],
    ['path', '<p data-k="assets/Images/SomeLongName/Photo12">', '<p data-k="assets/Images/SomeLongName/Photo13">'],
    ['field of another name', '<input name=lang value=en>', '<input name=lang value=fr>'],
  ],
  N14: [
    ['written by hand', '<p id="section-1">', '<p id="section-2">'],
    ['another reference', '<label for="name-84213">', '<label for="mail-84213">'],
  ],
  N16: [
    ['another call', '<script>init("a")</script>', '<script>init("b")</script>'],
    ['space that parts words', '<script>var a</script>', '<script>vara</script>'],
    ['another rule', '<style>p{color:red}</style>', '<style>p{color:blue}</style>'],
  ],
  N20: [['no language', '<html lang="en"><body>', '<html><body>']],
  N24: [['text around', '<p>Hello {{ a }}!</p>', '<p>Bye {{ a }}!</p>']],
};

const rows = (table: Partial<Record<NormaliserId, Pairs>>) =>
  Object.entries(table).flatMap(([id, pairs]) =>
    pairs.map(([what, one, other]) => ({ id: id as NormaliserId, what, one, other })),
  );

describe('the same in a comparison', () => {
  test.each(rows(same))('$id: $what', ({ id, one, other }) => {
    expect(normalPage(one)).toBe(normalPage(other));
    expect(normalPage(one, { [id]: false })).not.toBe(normalPage(other, { [id]: false }));
  });
});

test("an encoding is each page's own, with any normaliser", () => {
  const [one, other] = ['<meta content="text/html; charset=UTF-8">', '<meta content="text/html; charset=iso-8859-1">'];
  expect(normalPage(one!)).toBe(normalPage(other!));
  expect(normalPage(one!, { N3: false })).toBe(normalPage(other!, { N3: false }));
  expect(normalPage(one!)).not.toBe(normalPage('<meta content="a word">'));
});

describe('not the same in a comparison', () => {
  test.each(rows(different))('$id: $what', ({ one, other }) => {
    expect(normalPage(one)).not.toBe(normalPage(other));
  });
});

describe('places whose contents do not count', () => {
  const form = (source: string) => {
    const tree = parsePage(source);
    const places = nodeTraits(tree, source, pageContext('page.html'));
    return [...places.keys()].filter(node => places[node]! & 2).map(node => source.slice(tree.start[node]!, tree.end[node]!));
  };

  test('N11: what a breadcrumb holds', () => {
    expect(form('<p class="breadcrumbs"><a href="/">Home</a> / Docs</p><p>x</p>')).toEqual([
      '<a href="/">Home</a>',
      'Home',
      ' / Docs',
    ]);
  });

  test('N11: a list of links into the page', () => {
    expect(form('<ul><li><a href="#a">A</a><li><a href="#b">B</a><li><a href="#c">C</a></ul>')).toContain('<a href="#b">B</a>');
  });

  test('N11: a table of contents', () => {
    expect(form('<div class="toc"><p>x</p></div><p class="stock">y</p>')).toEqual([
      '<div class="toc"><p>x</p></div>',
      '<p>x</p>',
      'x',
    ]);
  });

  test('N11: no menu', () => {
    expect(form('<ul><li><a href="a">A</a><li><a href="#b">B</a><li><a href="c">C</a></ul>')).toEqual([]);
    expect(form('<p class="stocks">a</p><a href="#main">Skip</a>')).toEqual([]);
  });

  test('N9: what the heading holds', () => {
    expect(form('<h1>One <em>two</em></h1><h1>Three</h1>')).toEqual(['One ', '<em>two</em>', 'two']);
  });
});

test('N15: counters and prices, where an element is known to vary', () => {
  expect(countersAsTokens('12 comments, $1,200.50')).toBe(countersAsTokens('3 comments, $9'));
  expect(countersAsTokens('12 comments')).not.toBe(countersAsTokens('12 answers'));
});

describe('the normalisers that a finding names', () => {
  const compared = (path: string, source: string) =>
    comparedPage(parsePage(source, { path }), source, { path, settings: { normalisers: {} }, key: { k0: 1, k1: 2 } });
  const linkOf = (path: string, source: string) => ({ page: compared(path, source), node: 3 });

  test('are those that left something out on one of the pages', () => {
    const one = linkOf('a/b.html', '<a class="x active" href="../docs/index.html">');
    expect(normalisersApplied([one, linkOf('c.html', '<a href="/docs/" class=x>')])).toEqual(['N5', 'N6', 'N8']);
  });

  test('are none where both are as they are compared', () => {
    expect(normalisersApplied([linkOf('a.html', '<a href="/a">'), linkOf('a.html', '<a href="/b">')])).toEqual([]);
  });
});

test('every normaliser that is a function of one page has its pairs', () => {
  const ofSites: NormaliserId[] = ['N11', 'N15', 'N17', 'N18', 'N19', 'N21', 'N22', 'N23'];
  const asked = (Object.keys(normaliserNames) as NormaliserId[]).filter(id => !ofSites.includes(id));
  expect(Object.keys(same).sort()).toEqual(asked.sort());
  expect(Object.keys(different).sort()).toEqual(asked.sort());
});
