import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LayoutNames, nameCandidates } from '../../server/src/core/layouts/layout-names.ts';
import { PathSummary } from '../../server/src/core/layouts/path-summary.ts';

const numbered = (folder: string, count: number) => Array.from({ length: count }, (_, i) => `${folder}/p${i}.html`);

describe('what a layout can be called', () => {
  test.each([
    [['index.html'], undefined, 'index.html'],
    [['b.html', 'a.html', 'sub/c.html'], undefined, 'a.html and 2 more'],
    [[...numbered('posts', 8), 'about.html'], 'posts/*', 'about.html and 5+ more'],
    [[...numbered('posts', 3), 'about.html'], undefined, 'about.html and 3+ more'],
    [['posts/a/index.html', 'posts/b/index.html'], 'posts/*', 'posts/a/index.html and 1 more'],
    [['de/posts/a.html', 'posts/b.html', 'fr/posts/c.html'], 'posts/*', 'posts/b.html and 2 more'],
    [numbered('docs/api', 30), 'docs/api/*', 'docs/api/p0.html and 20+ more'],
  ])('%j: %s, else %s', (pages, preferred, fallback) => {
    expect(nameCandidates(new PathSummary(pages), undefined, undefined)).toMatchObject({ preferred, fallback });
  });

  test('is the name in the settings before the declared template before the folder', () => {
    const pages = numbered('posts', 4);
    expect(nameCandidates(new PathSummary(pages), 'writing', '/Templates/main.dwt')).toMatchObject({
      preferred: 'writing',
      source: 'settings',
    });
    expect(nameCandidates(new PathSummary(pages), undefined, '/Templates/main.dwt')).toMatchObject({
      preferred: 'main.dwt',
      source: 'declared',
    });
  });

  test('changes with few of the pages that come one by one', () => {
    const names = Array.from({ length: 200 }, (_, i) =>
      nameCandidates(new PathSummary(numbered('posts', i + 2)), undefined, undefined),
    );
    expect(new Set(names.map(({ preferred }) => preferred))).toEqual(new Set(['posts/*']));
    expect(new Set(names.map(({ fallback }) => fallback)).size).toBeLessThanOrEqual(9);
  });
});

describe('names of layouts', () => {
  const layout = fc.record({ folder: fc.constantFrom('a', 'b', ''), size: fc.integer({ min: 1, max: 9 }) });

  test('are unique, and a function of the layouts that are in', () => {
    fc.assert(
      fc.property(fc.array(layout, { maxLength: 8 }), fc.array(fc.nat(7)), (layouts, removed) => {
        const holder = ({ folder, size }: { folder: string; size: number }, id: number) => {
          const pages = numbered(folder === '' ? `x${id}` : `${folder}/${id}`, size);
          return {
            id: `g${id}`,
            size,
            candidates: nameCandidates(
              new PathSummary(
                folder === ''
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
    expect([names.get('large'), names.get('small')]).toEqual(['docs/*', 'docs/q0.html and 3+ more']);
    set(
      'small',
      numbered('docs', 5).map(page => page.replace('p', 'q')),
    );
    expect(names.settle()).toEqual(new Set(['large']));
    expect(names.get('large')).toBe('docs/p0.html and 5+ more');
  });
});
