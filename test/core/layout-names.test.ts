import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LayoutNames, nameCandidates } from '../../server/src/core/layouts/layout-names.ts';
import { PathSummary } from '../../server/src/core/layouts/path-summary.ts';

const names = (folder: string, count: number) =>
  ['ash', 'birch', 'cedar', 'elm', 'fir', 'gum', 'oak', 'yew'].slice(0, count).map(name => `${folder}/${name}.html`);
const numbered = (folder: string, count: number) => Array.from({ length: count }, (_, i) => `${folder}/p${i}.html`);

describe('what a layout can be called', () => {
  test.each([
    [['index.html'], [], 'index.html'],
    [['b.html', 'a.html'], [], 'a.html and b.html'],
    [['index.html', 'about-us.html', 'sub/c.html', '404.html'], [], 'pages like about-us.html'],
    [[...names('posts', 8), 'about.html'], ['posts/*'], 'pages like posts/ash.html'],
    [[...names('posts', 3), 'about.html'], ['posts/*'], 'pages like posts/ash.html'],
    [[...names('posts', 2), 'about.html', 'help.html'], [], 'pages like about.html'],
    [['posts/a/index.html', 'posts/b/index.html'], ['posts/*'], 'posts/a/index.html and posts/b/index.html'],
    [['a/index.html', 'b/index.html', 'c/index.html'], ['*/index.html'], 'pages like a/index.html'],
    [['a/index.html', 'index.html', 'search.html'], [], 'pages like a/index.html'],
    [
      ['2024/05/01/a/index.html', '2024/06/11/b/index.html', '2025/01/02/c/index.html'],
      ['YYYY/MM/*', '*/index.html'],
      'pages like 2024/05/01/a/index.html',
    ],
    [['2024-05-01-a.html', '2024-06-11-b.html', '2025-01-02-c.html'], ['YYYY-MM-DD-*.html'], 'pages like 2024-05-01-a.html'],
    [['classPoint.html', 'classLine.html', 'classSolid.html'], ['class*.html'], 'pages like classLine.html'],
    [['de/posts/a.html', 'posts/b.html', 'fr/posts/c.html'], ['posts/*'], 'pages like posts/b.html'],
    [['git-add.html', 'git-am.html', 'git-rm.html', 'everyday.html'], ['git-*.html'], 'pages like git-am.html'],
    [['a-release.html', 'b-release.html', 'c-release.html'], ['*-release.html'], 'pages like a-release.html'],
    [numbered('docs/api', 30), ['docs/api/*', 'p*.html'].slice(0, 1), 'pages like docs/api/p0.html'],
    [
      numbered('docs/api', 30).map(page => page.replace('/p', '/page')),
      ['docs/api/*', 'page*.html'],
      'pages like docs/api/page0.html',
    ],
  ])('%j: %j, else %s', (pages, common, fallback) => {
    const candidates = nameCandidates(new PathSummary(pages), undefined, undefined);
    expect(candidates).toMatchObject({ given: undefined, common: common.map(name => ({ name })), fallback });
  });

  test('is the name in the settings before the declared template before the folder', () => {
    const pages = numbered('posts', 4);
    expect(nameCandidates(new PathSummary(pages), 'writing', '/Templates/main.dwt')).toMatchObject({
      given: { name: 'writing', isDeclared: false },
    });
    expect(nameCandidates(new PathSummary(pages), undefined, '/Templates/main.dwt')).toMatchObject({
      given: { name: 'main.dwt', isDeclared: true },
    });
  });

  test('changes with few of the pages that come one by one', () => {
    const found = Array.from({ length: 200 }, (_, i) =>
      nameCandidates(new PathSummary(numbered('posts', i + 3)), undefined, undefined),
    );
    expect(new Set(found.map(({ common }) => common[0]!.name))).toEqual(new Set(['posts/*']));
    expect(new Set(found.map(({ fallback }) => fallback)).size).toBe(1);
  });
});

describe('names of layouts', () => {
  const layout = fc.record({ folder: fc.constantFrom('a', 'b', '', 'git-', 'page'), size: fc.integer({ min: 1, max: 9 }) });

  test('are unique, and a function of the layouts that are in', () => {
    fc.assert(
      fc.property(fc.array(layout, { maxLength: 8 }), fc.array(fc.nat(7)), (layouts, removed) => {
        const holderOf = ({ folder, size }: { folder: string; size: number }, id: number) => {
          const isFolder = folder.length === 1;
          const pages = numbered(isFolder ? `${folder}/${id}` : `${folder || 'x'}${id}`, size);
          return {
            id: `g${id}`,
            size,
            pages: !isFolder
              ? pages.map(page => page.replace('/', '-'))
              : pages.flatMap(page => [page, page.replace(`/${id}/`, `/${id}`)]),
          };
        };
        const put = (to: LayoutNames<number>, { pages, ...holder }: ReturnType<typeof holderOf>, id: number) => {
          for (const page of pages) to.addPage(page);
          to.set(id, { ...holder, candidates: nameCandidates(new PathSummary(pages), undefined, undefined) });
        };
        const names = new LayoutNames<number>();
        const known = new Map<number, string>();
        const settle = () => {
          for (const id of names.settle()) known.set(id, names.get(id));
        };
        const set = (id: number) => {
          put(names, holderOf(layouts[id]!, id), id);
          known.set(id, names.get(id));
        };
        for (const id of layouts.keys()) {
          set(id);
          if (id % 2) settle();
        }
        const gone = new Set(removed.filter(id => id < layouts.length));
        for (const id of gone) {
          for (const page of holderOf(layouts[id]!, id).pages) names.deletePage(page);
          names.delete(id);
          known.delete(id);
        }
        settle();
        const fresh = new LayoutNames<number>();
        const left = [...layouts.keys()].filter(id => !gone.has(id));
        for (const id of left.toReversed()) put(fresh, holderOf(layouts[id]!, id), id);
        fresh.settle();
        expect(left.map(id => names.get(id))).toEqual(left.map(id => fresh.get(id)));
        expect(new Set(left.map(id => names.get(id))).size).toBe(left.length);
        // Clients that got every change know the names.
        expect(left.map(id => known.get(id))).toEqual(left.map(id => names.get(id)));
      }),
    );
  });

  /** Returns the names of the layouts with the pages, by key. */
  function named(layouts: Record<string, string[]>): Record<string, string> {
    const names = new LayoutNames<string>();
    for (const [id, pages] of Object.entries(layouts)) addLayout(names, id, pages);
    names.settle();
    return Object.fromEntries(Object.keys(layouts).map(id => [id, names.get(id)]));
  }

  function addLayout(names: LayoutNames<string>, id: string, pages: string[], configured?: string) {
    for (const page of pages) names.addPage(page);
    names.set(id, {
      id,
      size: pages.length,
      candidates: nameCandidates(new PathSummary(pages), configured, undefined),
    });
  }

  test('are a folder only if nearly all pages in it have the layout, whatever the other layout is called', () => {
    const names = new LayoutNames<string>();
    addLayout(names, 'large', numbered('docs', 12));
    addLayout(names, 'small', ['docs/a.html', 'docs/b.html', 'about.html', 'home.html', 'news.html']);
    names.settle();
    expect([names.get('large'), names.get('small')]).toEqual(['docs/*', 'pages like news.html']);
    names.addPage('docs/c.html');
    expect(names.settle()).toEqual(new Set(['large']));
    expect(names.get('large')).toBe('pages like docs/p0.html');
    names.deletePage('docs/c.html');
    expect(names.settle()).toEqual(new Set(['large']));
    expect(names.get('large')).toBe('docs/*');
    addLayout(names, 'configured', ['other.html'], 'docs/*');
    names.settle();
    expect([names.get('large'), names.get('configured')]).toEqual(['pages like docs/p0.html', 'docs/*']);
  });

  test('are a folder and others if the folder has at least 65 % of the pages', () => {
    const others = ['about.html', 'help.html'];
    expect(named({ some: [...numbered('docs', 4), ...others] })).toEqual({
      some: 'docs/* and others',
    });
    expect(named({ some: [...numbered('docs', 3), ...others] })).toEqual({
      some: 'pages like about.html',
    });
  });

  test('are not a pattern that the pages of another layout match, too, but the folders', () => {
    const index = (folder: string, count: number) => numbered(folder, count).map(page => page.replace('.html', '/index.html'));
    expect(
      named({
        lists: [...index('archives', 5), ...index('tags', 6), ...index('about', 1), 'index.html'],
        posts: [...index('2024/05/01', 4), ...index('2025/01/30', 5)],
        tags: index('tags/sub', 1),
      }),
    ).toEqual({
      lists: 'archives/* and tags/*',
      posts: 'YYYY/MM/*',
      tags: 'tags/sub/p0/index.html',
    });
  });
});
