import type { Finding } from 'templens-shared/findings';
import type { OverviewList } from 'templens-shared/protocol';
import { expect, test } from 'vitest';
import { OverviewLists, shownGroups } from '../../server/src/lsp/overview-lists.ts';

const pagesOf = (at: number): string[] => Array.from({ length: 200 }, (_, page) => `${at}/${String(page).padStart(3, '0')}.html`);
const numbers = Array.from({ length: 250 }, (_, at) => at);
const groups = numbers.map(at => ({
  template: `g${at}`,
  layout: `${at}/*`,
  pages: pagesOf(at),
  templateShare: 0.5,
  spread: 0,
  diameter: 0,
}));
const parts = numbers.map(at => ({
  id: `p${at}`,
  name: `part ${at}`,
  place: 'body',
  pages: 200,
  nodes: 20,
  layouts: [],
  versions: pagesOf(at).map((page, version) => ({ id: `v${version}`, pages: [page] })),
  slots: [],
}));
const findings: Finding[] = numbers.flatMap(at =>
  pagesOf(at).map(page => ({
    page,
    code: 'template/changed-text',
    severity: 'warning',
    confidence: 0.9,
    cause: `${at}`,
    message: `${at}.`,
  })),
) as never;
const site = new OverviewLists(groups, parts, findings);
const size = (lists: OverviewList<unknown>[]): number => lists.reduce((sum, { items }) => sum + items.length, 0);

test('lists inside many layouts, parts and causes have few items at first, with the number of all', () => {
  const { pages, findings, layouts, parts, causes } = site.first();
  expect([pages, findings]).toEqual([50_000, 50_000]);
  for (const { total, items } of [layouts, parts, causes]) expect([total, items.length]).toEqual([250, 200]);
  const inner = [
    layouts.items.map(({ pages }) => pages),
    parts.items.map(({ versions }) => versions),
    parts.items.flatMap(({ versions }) => versions.items.map(({ pages }) => pages)),
    causes.items.map(({ places }) => places),
  ];
  for (const lists of inner) expect(size(lists)).toBe(2_000);
  expect(causes.items[0]).toMatchObject({ pages: 200, places: { total: 200 } });
});

test.each([
  ['layout g249', 10],
  ['part p249', 10],
])('a piece completes the list %s', (list, offset) => {
  const { total, items } = site.slice(list, offset);
  expect([total, items.length]).toEqual([200, 190]);
  expect(JSON.stringify(items)).toContain('249/010.html');
});

test('of many layouts the first are shown, the largest first, with few of their pages and the number of all', () => {
  const small = { ...groups[0]!, template: 'small', pages: ['a.html'] };
  const first = shownGroups([small, ...groups], 0);
  expect([first.total, first.groups.length]).toEqual([251, 200]);
  expect(first.groups.map(({ pages, total }) => [pages.length, total])).toEqual(Array(200).fill([10, 200]));
  const next = shownGroups([small, ...groups], 200);
  expect([next.total, next.groups.length]).toEqual([251, 51]);
  expect(next.groups.at(-1)).toEqual({ ...small, total: 1 });
  const shown = [...first.groups, ...next.groups].map(({ template }) => template);
  expect(new Set(shown).size).toBe(251);
});

test('layouts, parts and causes beyond the first come with their lists', () => {
  for (const list of ['layouts', 'parts', 'causes']) expect(site.slice(list, 200)).toMatchObject({ list, total: 250 });
  expect(site.slice('layouts', 200).items.at(-1)).toMatchObject({ name: '249/*', pages: { total: 200 } });
  expect(site.slice('causes', 249).items).toMatchObject([{ message: '249.', places: { total: 200 } }]);
});
