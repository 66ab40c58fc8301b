import type { SiteOverview } from 'templens-shared/protocol';
import { describe, expect, test } from 'vitest';
import { nearestLine } from '../../client/src/nearest-line.ts';
import { findingCount, type Row, siteRows } from '../../client/src/site-rows.ts';

const site: SiteOverview = {
  uri: 'file:///site',
  name: 'site',
  pages: 3,
  layouts: [
    {
      id: 'g1',
      name: 'posts/*',
      pages: [
        { page: 'posts/a.html', findings: 2 },
        { page: 'posts/b.html', findings: 0 },
      ],
      templateShare: 0.826,
    },
    { id: 'g2', name: 'index.html', pages: [{ page: 'index.html', findings: 0 }], templateShare: 0.5 },
  ],
  parts: [
    {
      id: 'p1',
      name: 'footer',
      place: 'body',
      pages: 3,
      versions: [
        { id: 'v1', pages: ['index.html', 'posts/b.html'] },
        { id: 'v2', pages: ['posts/a.html'] },
      ],
    },
    { id: 'p2', name: 'header', place: 'body', pages: 1, versions: [{ id: 'v3', pages: ['index.html'] }] },
  ],
  causes: [
    {
      severity: 'warning',
      code: 'template/missing-node',
      message: 'Missing.',
      places: [
        { page: 'posts/a.html', line: 3, column: 1 },
        { page: 'posts/a.html', line: 9, column: 1 },
      ],
    },
  ],
};

const outline = (rows: readonly Row[], depth = 0): string =>
  rows
    .map(({ label, description, children }) => `${'  '.repeat(depth)}${label} | ${description}\n${outline(children, depth + 1)}`)
    .join('');

describe('the rows of the view', () => {
  test('are the sections of a single site', () => {
    expect(outline(siteRows([site]))).toBe(`Layouts | 2
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
Findings | 2
  Missing. | posts/a.html
    posts/a.html | line 3
    posts/a.html | line 9
`);
  });

  test('begin with the sites where there are several', () => {
    const rows = siteRows([site, { ...site, uri: 'file:///other', name: 'other' }]);
    expect(rows.map(({ label, description }) => `${label}: ${description}`)).toEqual(['site: 3 pages', 'other: 3 pages']);
    expect(rows[0]!.children.map(({ label }) => label)).toEqual(['Layouts', 'Shared parts', 'Findings']);
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
    const [, parts] = siteRows([site]);
    expect(parts!.children.map(({ menu }) => menu)).toEqual(['part.several', 'part']);
    expect(parts!.children[0]!.children.map(({ menu }) => menu)).toEqual(['version', 'version.other']);
  });
});

test('findings are counted over all sites', () => {
  expect(findingCount([site, site])).toBe(4);
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
  expect(nearestLine(lines, wanted)).toBe(at);
});
