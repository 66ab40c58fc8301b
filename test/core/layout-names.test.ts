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
    [[...names('posts', 8), 'about.html'], ['posts/*'], 'pages like about.html'],
    [[...names('posts', 3), 'about.html'], ['posts/*'], 'pages like about.html'],
    [[...names('posts', 2), 'about.html'], [], 'pages like about.html'],
    [['posts/a/index.html', 'posts/b/index.html'], ['posts/*'], 'posts/a/index.html and posts/b/index.html'],
    [['a/index.html', 'b/index.html', 'c/index.html'], ['*/index.html'], 'pages like a/index.html'],
    [['de/posts/a.html', 'posts/b.html', 'fr/posts/c.html'], ['posts/*'], 'pages like posts/b.html'],
    [['git-add.html', 'git-am.html', 'git-rm.html', 'everyday.html'], ['git-*.html'], 'pages like git-am.html'],
    [['a-release.html', 'b-release.html', 'c-release.html'], ['*-release.html'], 'pages like a-release.html'],
    [numbered('docs/api', 30), ['docs/api/*', 'p*.html'].slice(0, 1), 'pages like docs/api/p0.html'],
    [
      numbered('docs/api', 30).map(page => page.replace('/p', '/page')),
      ['docs/api/*', 'page*.html'],
      'pages like docs/api/page0.html',
    ],
  ])('%j: %j, else %s', (pages, preferred, fallback) => {
    const candidates = nameCandidates(new PathSummary(pages), undefined, undefined);
    expect(candidates).toMatchObject({ preferred: preferred.map(name => ({ name })), fallback });
  });

  test('is the name in the settings before the declared template before the folder', () => {
    const pages = numbered('posts', 4);
    expect(nameCandidates(new PathSummary(pages), 'writing', '/Templates/main.dwt')).toMatchObject({
      preferred: [{ name: 'writing', source: 'settings' }],
    });
    expect(nameCandidates(new PathSummary(pages), undefined, '/Templates/main.dwt')).toMatchObject({
      preferred: [{ name: 'main.dwt', source: 'declared' }],
    });
  });

  test('changes with few of the pages that come one by one', () => {
    const found = Array.from({ length: 200 }, (_, i) =>
      nameCandidates(new PathSummary(numbered('posts', i + 3)), undefined, undefined),
    );
    expect(new Set(found.map(({ preferred }) => preferred[0]!.name))).toEqual(new Set(['posts/*']));
    expect(new Set(found.map(({ fallback }) => fallback)).size).toBe(1);
  });
});

describe('names of layouts', () => {
  const layout = fc.record({ folder: fc.constantFrom('a', 'b', '', 'git-', 'page'), size: fc.integer({ min: 1, max: 9 }) });

  test('are unique, and a function of the layouts that are in', () => {
    fc.assert(
      fc.property(fc.array(layout, { maxLength: 8 }), fc.array(fc.nat(7)), (layouts, removed) => {
        const holder = ({ folder, size }: { folder: string; size: number }, id: number) => {
          const isFolder = folder.length === 1;
          const pages = numbered(isFolder ? `${folder}/${id}` : `${folder || 'x'}${id}`, size);
          return {
            id: `g${id}`,
            size,
            candidates: nameCandidates(
              new PathSummary(
                !isFolder
                  ? pages.map(page => page.replace('/', '-'))
                  : pages.flatMap(page => [page, page.replace(`/${id}/`, `/${id}`)]),
              ),
              undefined,
              undefined,
            ),
          };
        };
        const names = new LayoutNames<number>();
        const known = new Map<number, string>();
        const settle = () => {
          for (const id of names.settle()) known.set(id, names.get(id));
        };
        const set = (id: number) => {
          names.set(id, holder(layouts[id]!, id));
          known.set(id, names.get(id));
        };
        for (const id of layouts.keys()) {
          set(id);
          if (id % 2) settle();
        }
        const gone = new Set(removed.filter(id => id < layouts.length));
        for (const id of gone) {
          names.delete(id);
          known.delete(id);
        }
        settle();
        const fresh = new LayoutNames<number>();
        const left = [...layouts.keys()].filter(id => !gone.has(id));
        for (const id of left.toReversed()) fresh.set(id, holder(layouts[id]!, id));
        fresh.settle();
        expect(left.map(id => names.get(id))).toEqual(left.map(id => fresh.get(id)));
        expect(new Set(left.map(id => names.get(id))).size).toBe(left.length);
        // Clients that got every change know the names.
        expect(left.map(id => known.get(id))).toEqual(left.map(id => names.get(id)));
      }),
    );
  });

  test('of a folder go to the layout with at least twice the pages of the next', () => {
    const names = new LayoutNames<string>();
    const set = (id: string, pages: string[]) =>
      names.set(id, { id, size: pages.length, candidates: nameCandidates(new PathSummary(pages), undefined, undefined) });
    set('large', numbered('docs', 8));
    set(
      'small',
      numbered('docs', 4).map(page => page.replace('p', 'q')),
    );
    names.settle();
    expect([names.get('large'), names.get('small')]).toEqual(['docs/*', 'pages like docs/q0.html']);
    set(
      'small',
      numbered('docs', 5).map(page => page.replace('p', 'q')),
    );
    expect(names.settle()).toEqual(new Set(['large']));
    expect(names.get('large')).toBe('pages like docs/p0.html');
  });
});
