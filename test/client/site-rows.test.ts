import type { OverviewList, SiteOverview } from 'templens-shared/protocol';
import { describe, expect, test } from 'vitest';
import { lastIndexAtMost } from '../../client/src/line-plan.ts';
import { findingCount, type Row, siteRows } from '../../client/src/site-rows.ts';

const all = <Item>(list: string, ...items: Item[]): OverviewList<Item> => ({ list, total: items.length, items });

const site: SiteOverview = {
  uri: 'file:///site',
  name: 'site',
  pages: 3,
  findings: 2,
  layouts: all(
    'layouts',
    {
      id: 'g1',
      name: 'posts/*',
      pages: all('layout g1', { page: 'posts/a.html', findings: 2 }, { page: 'posts/b.html', findings: 0 }),
      findings: 2,
      templateShare: 0.826,
    },
    {
      id: 'g2',
      name: 'index.html',
      pages: all('layout g2', { page: 'index.html', findings: 0 }),
      findings: 0,
      templateShare: 0.5,
    },
  ),
  parts: all(
    'parts',
    {
      id: 'p1',
      name: 'footer',
      place: 'body',
      pages: 3,
      versions: all(
        'part p1',
        { id: 'v1', pages: all('version p1 v1', 'index.html', 'posts/b.html'), common: { version: 'v1', page: 'index.html' } },
        { id: 'v2', pages: all('version p1 v2', 'posts/a.html'), common: { version: 'v1', page: 'index.html' } },
      ),
    },
    {
      id: 'p2',
      name: 'header',
      place: 'body',
      pages: 1,
      versions: all('part p2', {
        id: 'v3',
        pages: all('version p2 v3', 'index.html'),
        common: { version: 'v3', page: 'index.html' },
      }),
    },
  ),
  causes: all('causes', {
    id: 'c1',
    severity: 'warning',
    confidence: 0.95,
    code: 'template/missing-node',
    message: 'Missing.',
    pages: 1,
    places: all('cause 1', { page: 'posts/a.html', line: 3, column: 1 }, { page: 'posts/a.html', line: 9, column: 1 }),
  }),
};

const outline = (rows: readonly Row[], depth = 0): string =>
  rows
    .map(({ label, description, children }) => `${'  '.repeat(depth)}${label} | ${description}\n${outline(children, depth + 1)}`)
    .join('');

describe('the rows of the view', () => {
  test('are the sections of a single site', () => {
    expect(outline(siteRows([site]))).toBe(`Findings | 1
  Missing. | posts/a.html
    posts/a.html | line 3
    posts/a.html | line 9
Layouts | 2
  posts/* | 2 pages, 83% template, 2 findings
    posts/a.html | 2 findings
    posts/b.html | 
  index.html | 1 page, 50% template
    index.html | 
Shared parts | 2
  footer | 3 pages, 2 versions
    Version 1 | 2 pages, the most common
      index.html | 
      posts/b.html | 
    Version 2 | 1 page
      posts/a.html | 
  header | 1 page
    index.html | 
`);
  });

  test('begin with the sites where there are several', () => {
    const rows = siteRows([site, { ...site, uri: 'file:///other', name: 'other' }]);
    expect(rows.map(({ label, description }) => `${label}: ${description}`)).toEqual(['site: 3 pages', 'other: 3 pages']);
    expect(rows[0]!.children.map(({ label }) => label)).toEqual(['Findings', 'Layouts', 'Shared parts']);
  });

  test('each have an id of their own', () => {
    const ids: string[] = [];
    const collect = (rows: readonly Row[]): void => {
      for (const row of rows) {
        ids.push(row.id);
        collect(row.children);
      }
    };
    collect(siteRows([site, { ...site, uri: 'file:///other' }]));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('offer to compare and adopt only versions, and to compare only those beside the most common one', () => {
    const [, , parts] = siteRows([site]);
    expect(parts!.children.map(({ menu }) => menu)).toEqual(['part.several', 'part']);
    expect(parts!.children[0]!.children.map(({ menu }) => menu)).toEqual(['version', 'version.other']);
  });
});

describe('a list that the server sent in part', () => {
  const pages = Array.from({ length: 450 }, (_, at) => ({ page: `p${at}.html`, findings: 0 }));
  const piece = (offset: number) => ({ list: 'layout g1', total: 450, items: pages.slice(offset, offset + 200) });
  const layoutRow = (): Row => {
    const layout = { ...site.layouts.items[0]!, pages: piece(0), findings: 7 };
    return siteRows([{ ...site, layouts: all('layouts', layout) }])[1]!.children[0]!;
  };
  const labels = ({ children }: Row): string[] => children.map(({ label }) => label);

  test('ends with a row that shows more; the numbers are those of the whole list', () => {
    const row = layoutRow();
    expect(row.description).toBe('450 pages, 83% template, 7 findings');
    expect(labels(row)).toHaveLength(201);
    expect(labels(row).at(-1)).toBe('Show 200 more (of 250)');
    expect(row.children.at(-1)!.more!.params).toEqual({ site: 'file:///site', list: 'layout g1', offset: 200 });
  });

  test('shows all, in order, once every piece is there', () => {
    const row = layoutRow();
    row.children.at(-1)!.more!.show(piece(200));
    expect(labels(row).at(-1)).toBe('Show 50 more (of 50)');
    row.children.at(-1)!.more!.show(piece(400));
    expect(labels(row)).toEqual(pages.map(({ page }) => page));
  });

  test('shows a piece once, and a page that moved down the list once', () => {
    const row = layoutRow();
    const last = row.children.at(-1)!;
    last.more!.show({ list: 'layout g1', total: 451, items: [pages[199], ...pages.slice(200, 399)] });
    last.more!.show(piece(200));
    expect(labels(row)).toEqual([...pages.slice(0, 399).map(({ page }) => page), 'Show 51 more (of 51)']);
    expect(row.children.at(-1)!.more!.params.offset).toBe(400);
  });

  test('loses the row that shows more when the site no longer has the list', () => {
    const row = layoutRow();
    row.children.at(-1)!.more!.show({ list: 'layout g1', total: 0, items: [] });
    expect(labels(row)).toEqual(pages.slice(0, 200).map(({ page }) => page));
  });
});

test('findings are counted over all sites', () => {
  expect(findingCount([site, site])).toBe(2);
  expect(findingCount([])).toBe(0);
});

test.each([
  [[0, 4, 4, 9], 0, 0],
  [[0, 4, 4, 9], 3, 0],
  [[0, 4, 4, 9], 4, 2],
  [[0, 4, 4, 9], 100, 3],
  [[5, 6], 2, 0],
  [[], 7, 0],
])('of %j, the nearest to %i is at %i', (lines, wanted, at) => {
  expect(lastIndexAtMost(lines, wanted)).toBe(at);
});
