import '../../server/src/lab/index.ts';
import type { LayoutStatement } from 'templens-shared/settings';
import { describe, expect, test } from 'vitest';
import { parsePage } from '../../server/src/core/directives/parse-page.ts';
import { SiteModel } from '../../server/src/core/model/site-model.ts';

const menu = '<nav><ul><li><a href="/">Home</a><li><a href="/about.html">About</a></ul></nav>';
const frame = (content: string, body = '') =>
  `<html><head><link rel="stylesheet" href="/s.css"></head><body${body}><header><h1>Site</h1>${menu}</header>${content}<footer><p>by <a href="/me">me</a></footer></body></html>`;
const post = (title: string) => frame(`<article><h2>${title}</h2><time>2020</time><p>text <em>of</em> ${title}</p></article>`);
/** In the same frame, with half of its places of its own. */
const list = (title: string) =>
  frame(
    `<main><section><h2>${title}</h2><table><thead><tr><th>a<th>b</tr></thead><tbody><tr><td><img><td><b>x</b></tr></tbody></table></section><aside><form><label>q</label><input><select><option>1</select></form><dl><dt>t<dd>d</dl></aside></main>`,
  );
const other = (title: string) =>
  `<html><body><center><font><b>${title}</b></font><hr><table><tr><td><blockquote><pre>${title}</pre></blockquote></table></center></body></html>`;

const matches = (page: string, globs: readonly string[]) =>
  globs.some(glob => (glob.endsWith('/**') ? page.startsWith(glob.slice(0, -2)) : page === glob));

function modelOf(pages: Record<string, string>, corrections: LayoutStatement[] = []): SiteModel {
  const model = new SiteModel({ extractor: 'iwptd', groupThreshold: null, layouts: { corrections, matches } });
  for (const [name, text] of Object.entries(pages)) model.upsert(name, parsePage(text, { path: name }));
  model.settle();
  return model;
}

const layoutsOf = (model: SiteModel) => model.groups().map(({ layout, pages }) => [layout, pages]);
const named = (make: (title: string) => string, names: readonly string[]) =>
  Object.fromEntries(names.map(name => [name, make(name.replace(/\W/g, ' '))]));

describe('small sites', () => {
  test('of two pages of one layout, and of two', () => {
    expect(layoutsOf(modelOf(named(post, ['a.html', 'b.html'])))).toEqual([['a.html and b.html', ['a.html', 'b.html']]]);
    expect(layoutsOf(modelOf({ ...named(post, ['a.html']), ...named(other, ['b.html']) })).sort()).toEqual([
      ['a.html', ['a.html']],
      ['b.html', ['b.html']],
    ]);
  });

  test('of three pages, one of them of another layout', () => {
    expect(layoutsOf(modelOf({ ...named(post, ['a.html', 'b.html']), ...named(other, ['c.html']) }))).toEqual([
      ['a.html and b.html', ['a.html', 'b.html']],
      ['c.html', ['c.html']],
    ]);
  });

  test('of five pages: layouts within one frame, and a frame of its own', () => {
    const posts = ['posts/a.html', 'posts/b.html', 'posts/c.html'];
    const model = modelOf({ ...named(post, posts), ...named(list, ['index.html']), ...named(other, ['old.html']) });
    expect(layoutsOf(model)).toEqual([
      ['posts/*', posts],
      ...[
        ['index.html', ['index.html']],
        ['old.html', ['old.html']],
      ].sort(byId(model)),
    ]);
    const { tree, heights } = model.grouping();
    expect(tree.map(({ pages, children }) => [pages.length, children.map(({ layout }) => layout)])).toEqual([
      [4, ['posts/*', 'index.html']],
      [1, ['old.html']],
    ]);
    expect(heights).toEqual({ frame: 0.65, layout: 0.325, variant: 0.1625 });
    expect(model.grouping('frame').groups.map(({ pages }) => pages.length)).toEqual([4, 1]);
  });
});

/** Order of groups of one size: by id. */
function byId(model: SiteModel): (a: (string | string[])[], b: (string | string[])[]) => number {
  const id = ([, pages]: (string | string[])[]) => model.group(pages![0]!).template;
  return (a, b) => (id(a) < id(b) ? -1 : 1);
}

const sorted = (lists: string[][]) => lists.map(list => [...list].sort()).sort((a, b) => (a[0]! < b[0]! ? -1 : 1));
const pagesOf = (model: SiteModel) => sorted(model.groups().map(({ pages }) => pages));

describe('the setting layouts', () => {
  const posts = ['posts/a.html', 'posts/b.html', 'posts/c.html'];
  const lists = ['lists/a.html', 'lists/b.html'];
  const pages = { ...named(post, posts), ...named(list, lists), ...named(other, ['old.html']) };
  const partition = (statements: LayoutStatement[]) => layoutsOf(modelOf(pages, statements)).map(([, members]) => members);

  test('without it, layouts are found by their looks', () => {
    expect(partition([])).toEqual([posts, lists, ['old.html']]);
  });

  test('same: true puts two layouts together, with all their pages', () => {
    expect(partition([{ pages: ['posts/a.html', 'old.html'], same: true }])).toEqual([['old.html', ...posts], lists]);
  });

  test('same: true about two layouts of many pages moves the cut of the whole site', () => {
    const more = {
      ...pages,
      ...named(other, ['old/a.html', 'old/b.html']),
      ...named(
        () =>
          other('x').replace(
            '<hr>',
            '<hr><ul><li><i>x</i></ul><ol><li><u>y</u><s>z</s></ol><dl><dt><var>v</var><dd><kbd>k</kbd></dl>' +
              ['q', 'cite', 'code'].map(name => `<div><${name}>x</${name}></div>`).join('') +
              '',
          ),
        ['odd.html', 'odd/b.html'],
      ),
    };
    const apart = layoutsOf(modelOf(more)).map(([, members]) => members);
    expect(apart).toHaveLength(4);
    // Once lists and posts, both a fifth of the pages or more, are one layout, what is nearer to each other than they are is one, too.
    const joined = modelOf(more, [{ pages: ['posts/a.html', 'lists/a.html'], same: true }]);
    const [writing, old, odd] = [
      [...lists, ...posts].sort(),
      ['old.html', 'old/a.html', 'old/b.html'],
      ['odd.html', 'odd/b.html'],
    ];
    expect(pagesOf(joined)).toEqual(sorted([writing, [...odd, ...old].sort()]));
    expect(joined.grouping().heights!.layout).toBeGreaterThan(0.325);
    // Unless another statement speaks against it.
    const against = modelOf(more, [
      { pages: ['posts/a.html', 'lists/a.html'], same: true },
      { pages: ['odd.html', 'old.html'], same: false },
    ]);
    expect(pagesOf(against)).toEqual(sorted([writing, old, odd]));
  });

  test('same: false takes the page with the smaller branch out of a layout', () => {
    expect(partition([{ pages: ['posts/a.html', 'posts/c.html'], same: false }])).toHaveLength(4);
    const groups = partition([{ pages: ['posts/a.html', 'posts/c.html'], same: false }]);
    expect(groups.find(members => members!.includes('posts/a.html'))).not.toContain('posts/c.html');
  });

  test('same: false with globs parts what they match', () => {
    const mixed = named(post, ['a/1.html', 'a/2.html', 'b/1.html', 'b/2.html']);
    const model = modelOf(mixed, [{ pages: ['a/**', 'b/**'], same: false }]);
    expect(
      layoutsOf(model)
        .map(([, members]) => members)
        .sort(),
    ).toEqual([
      ['a/1.html', 'a/2.html'],
      ['b/1.html', 'b/2.html'],
    ]);
  });

  test('name makes the pages one layout of that name', () => {
    const model = modelOf(pages, [{ name: 'writing', pages: ['posts/**', 'old.html'] }]);
    expect(layoutsOf(model)).toEqual([
      ['writing', ['old.html', ...posts]],
      ['lists/*', lists],
    ]);
    expect(model.grouping().heights!.layout).toBe(0.325);
  });

  test('patterns that match no page are known', () => {
    const model = modelOf(pages, [{ pages: ['posts/a.html', 'gone.html'], same: true }]);
    expect(model.unusedLayouts()).toEqual([{ entry: 0, glob: 1 }]);
    model.upsert('gone.html', parsePage(post('x')));
    model.settle();
    expect(model.unusedLayouts()).toEqual([]);
    model.remove('gone.html');
    expect(model.unusedLayouts()).toEqual([{ entry: 0, glob: 1 }]);
  });

  test('a digest is that of the page, whatever the settings say', () => {
    const plain = modelOf(pages).digest('posts/a.html');
    expect(modelOf(pages, [{ name: 'writing', pages: ['posts/**'], same: true }]).digest('posts/a.html')).toEqual(plain);
  });
});

describe('declared templates', () => {
  const instance = (template: string, make: (title: string) => string) => (title: string) =>
    make(title)
      .replace(/<body([^>]*)>/, `<body$1><!-- InstanceBegin template="/Templates/${template}" -->`)
      .replace('</body>', '<!-- InstanceEnd --></body>');

  test('are layouts: pages that declare one are together, pages that declare others are apart', () => {
    const model = modelOf({
      ...named(instance('main.dwt', post), ['a.html', 'b.html', 'c.html']),
      ...named(instance('news.dwt', post), ['d.html', 'e.html']),
      ...named(instance('main.dwt', other), ['old.html']),
      ...named(post, ['plain.html']),
    });
    const layouts = layoutsOf(model);
    expect(layouts.map(([layout]) => layout)).toEqual(['main.dwt', 'news.dwt']);
    const main = layouts[0]![1];
    expect(main).toEqual(expect.arrayContaining(['a.html', 'b.html', 'c.html', 'old.html']));
    expect(layouts[1]![1]).toEqual(expect.arrayContaining(['d.html', 'e.html']));
    expect(main).not.toContain('d.html');
  });

  test('give way to the settings', () => {
    const pages = {
      ...named(instance('main.dwt', post), ['a.html', 'b.html']),
      ...named(instance('news.dwt', post), ['c.html']),
    };
    expect(layoutsOf(modelOf(pages, [{ pages: ['a.html', 'c.html'], same: true }]))).toEqual([
      ['main.dwt', ['a.html', 'b.html', 'c.html']],
    ]);
  });
});
