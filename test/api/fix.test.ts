import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { analysePages, openSite, type Site } from '../../server/src/api/index.ts';
import { framedSite, textOf } from '../support/framed-site.ts';
import { copyOfSample } from './sample.ts';

const files = framedSite(12).map(page => ({ path: page.path, text: textOf(page) }));
const [first, second] = files.map(({ path }) => path) as [string, string];
const textAt = (path: string): string => files.find(file => file.path === path)!.text;
const withoutPeople = (text: string): string => text.replace(/ {6}<li><a href="[./]*people.*\n/, '');
/** Pages in memory; the menu of the first two lacks a link. */
const drifted = (): Promise<Site> =>
  analysePages(files.map(({ path, text }) => ({ path, text: path === first || path === second ? withoutPeople(text) : text })));

describe('fix', () => {
  test('gives the changed texts and the findings that are gone', async () => {
    await using site = await drifted();
    const before = await site.findings();
    expect(before.map(({ page }) => page)).toEqual([first, second].sort());
    const { pages, reverted } = await site.fix();
    expect(pages).toEqual(
      [first, second].sort().map(page => ({
        page,
        before: withoutPeople(textAt(page)),
        after: textAt(page),
        findings: before.filter(finding => finding.page === page),
      })),
    );
    expect(reverted).toEqual([]);
  });

  test('leaves the site as it is with the changed texts, and changes nothing when it runs again', async () => {
    await using site = await drifted();
    await site.fix();
    await using fresh = await analysePages(files);
    expect(await site.text(first)).toBe(textAt(first));
    expect(await site.findings()).toEqual(await fresh.findings());
    expect(await site.labels(first)).toEqual(await fresh.labels(first));
    expect(await site.fix()).toEqual({ pages: [], reverted: [] });
  });

  test('fixes the given pages and codes only', async () => {
    await using site = await drifted();
    expect((await site.fix({ codes: ['template/changed-text'] })).pages).toEqual([]);
    expect((await site.fix({ pages: [second] })).pages.map(({ page }) => page)).toEqual([second]);
    expect((await site.findings()).map(({ page }) => page)).toEqual([first]);
  });

  test('makes fixes that a person should look at only where it may', async () => {
    await using site = await analysePages(files);
    site.edit(first, textAt(first).replace(/(<li><a href="[./]*people[^>]*>)[^<]+/, '$1Folk'));
    const [finding] = await site.findings();
    expect(finding).toMatchObject({ fixable: true, risk: expect.any(String) });
    expect((await site.fix()).pages).toEqual([]);
    expect((await site.fix({ unsafe: true })).pages).toMatchObject([{ page: first, after: textAt(first) }]);
  });

  test('writes no file, takes edits as they are, and is undone by them', async () => {
    const folder = copyOfSample();
    const page = 'pages/legal.html';
    const bytes = readFileSync(join(folder, page), 'latin1');
    const misspelt = (text: string): string => text.replace('Apache Ant site', 'Apache Atn site');
    await using site = await openSite(folder);
    const file = await site.text(page);
    const edited = misspelt(file);
    site.edit(page, edited);
    const { pages } = await site.fix({ pages: [page], unsafe: true });
    expect(pages).toMatchObject([{ page, before: edited, after: file }]);
    expect(await site.text(page)).toBe(file);
    expect(readFileSync(join(folder, page), 'latin1')).toBe(bytes);
    writeFileSync(join(folder, page), misspelt(bytes), 'latin1');
    expect(await site.findings({ page })).toEqual([]);
    site.edit(page, null);
    expect(await site.text(page)).toBe(edited);
    expect(await site.findings({ page })).toHaveLength(1);
  });

  test('rejects with a code', async () => {
    const site = await drifted();
    await expect(site.fix({ pages: ['nothing.html'] })).rejects.toMatchObject({ code: 'not-a-page' });
    await site.close();
    await expect(site.fix()).rejects.toMatchObject({ code: 'closed' });
  });
});

describe('adopt', () => {
  test('brings a version to all pages of its part', async () => {
    await using site = await drifted();
    const part = (await site.parts()).find(({ versions }) => versions.length > 1)!;
    const [common, other] = await site.versions(part.id);
    expect(common!.difference).toEqual([]);
    expect(other!.difference.map(({ kind, what }) => `${kind} ${what}`).join(' ')).toContain('missing <a href=');
    const { pages, refused, uncovered } = await site.adopt({ part: part.id, version: common!.id });
    expect(pages.map(({ page, after }) => [page, after === textAt(page)])).toEqual(
      [first, second].sort().map(page => [page, true]),
    );
    expect([refused, uncovered]).toEqual([[], []]);
    const now = (await site.parts()).find(({ name }) => name === part.name)!;
    expect(now.versions.map(({ pages }) => pages.length)).toEqual([files.length]);
  });

  test('rejects with a code', async () => {
    await using site = await drifted();
    const [part] = await site.parts();
    const version = part!.versions[0]!.id;
    await expect(site.adopt({ part: 'p0', version })).rejects.toMatchObject({ code: 'not-a-part' });
    await expect(site.adopt({ part: part!.id, version: 'v0' })).rejects.toMatchObject({ code: 'not-a-part' });
    await expect(site.adopt({ part: part!.id, version, pages: ['x.html'] })).rejects.toMatchObject({ code: 'not-a-page' });
    await expect(site.versions('p0')).rejects.toMatchObject({ code: 'not-a-part' });
  });
});

test('regions are in order, do not overlap, and say what deviates and what is missing', async () => {
  await using site = await drifted();
  site.edit(second, textAt(second).replace(/(<li><a href="[./]*people[^>]*>)[^<]+/, '$1Folk'));
  const { regions, absences, parts, pages } = await site.regions(first);
  expect(pages).toBeGreaterThan(5);
  expect(regions.length).toBeGreaterThan(2);
  regions.reduce((before, after) => {
    expect(after.start).toBeGreaterThanOrEqual(before.end);
    return after;
  });
  const missing = absences.map(({ what }) => what).join(' ');
  expect(missing).toContain('People');
  expect(parts.length).toBeGreaterThan(0);
  const text = await site.text(second);
  const deviating = (await site.regions(second)).regions.filter(({ kind }) => kind === 'deviating');
  expect(deviating.map(({ start, end }) => text.slice(start, end))).toEqual(['Folk']);
  await expect(site.regions('nothing.html')).rejects.toMatchObject({ code: 'not-a-page' });
});
