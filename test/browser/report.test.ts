import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bin } from '../cli/templens.ts';
import { newFolder, removeFolder } from '../site/folder.ts';
import { framedSite, framedSiteFiles, textOf } from '../support/framed-site.ts';
import { openChromium, violations } from './chromium.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const corpus = process.env.TEMPLENS_CORPUS ?? join(root, '../shared/corpus');
/** The site of the corpus with the most pages, and one with many findings; the bundled sample stands in for a corpus that is not there. */
const sites = ['castalio', 'adminlte2'].map(name => join(corpus, name, 'pages')).filter(existsSync);
if (sites.length === 0) sites.push(join(root, 'test/fixtures/sample-site/pages'));

/** Folders that tests leave. */
const folders: string[] = [];
function folderOf(files: Record<string, string>): string {
  const folder = newFolder(files);
  folders.push(folder);
  return folder;
}

function reportOf(site: string): string {
  const out = join(folderOf({}), 'report.html');
  const { status, stderr } = spawnSync(process.execPath, [bin, 'report', site, '--out', out], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: `templens: Wrote ${out}.\n` });
  return out;
}

const menu = '>Archive<';
const drifted = (count: number): string =>
  folderOf({
    ...framedSiteFiles,
    ...Object.fromEntries(
      framedSite(count).map((page, at) => [page.path, textOf(page).replace(menu, at % 97 === 5 ? `>Archive ${at}<` : menu)]),
    ),
  });

let browser: Browser;
beforeAll(async () => {
  browser = await openChromium();
});
afterAll(async () => {
  await browser.close();
  folders.forEach(removeFolder);
});

async function open(file: string, options: { dark?: boolean; width?: number } = {}): Promise<Page> {
  // axe-core is added to the page, which the page's own policy forbids.
  const page = await browser.newPage({
    bypassCSP: true,
    colorScheme: options.dark ? 'dark' : 'light',
    viewport: { width: options.width ?? 1280, height: 900 },
  });
  await page.goto(pathToFileURL(file).href);
  return page;
}

describe.each(sites)('the report of %s', site => {
  let report: string;
  beforeAll(() => {
    report = reportOf(site);
  });

  test.each([{}, { dark: true }, { width: 390 }])('is accessible: %o', async options => {
    const page = await open(report, options);
    await page.evaluate(`for (const details of document.querySelectorAll('details')) details.open = true`);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.close();
  });
});

describe('the report of a site with twelve findings', () => {
  let page: Page;
  beforeAll(async () => {
    const report = reportOf(drifted(1000));
    // The report itself, without its data, is far below this; a page takes about 400 bytes.
    expect(statSync(report).size).toBeLessThan(1 << 20);
    const context = await browser.newContext();
    page = await context.newPage();
    const errors: unknown[] = [];
    page.on('pageerror', error => errors.push(error));
    page.on('console', message => errors.push(message.text()));
    await page.goto(pathToFileURL(report).href);
    expect(errors).toEqual([]);
  });

  const shown = () => page.locator('article.finding:visible').count();

  test('filters by part and severity, under its own policy', async () => {
    const all = await shown();
    expect(all).toBeGreaterThan(8);
    expect(await page.locator('#count').textContent()).toBe(`${all} findings shown`);
    const boxes = page.locator('.filters input');
    for (const box of await boxes.all()) await box.uncheck();
    expect(await shown()).toBe(0);
    expect(await page.locator('tbody .mark:visible').count()).toBe(0);
    for (const box of await boxes.all()) await box.check();
    const parts = await page.locator('.filters option').allTextContents();
    await page.locator('.filters select').selectOption(parts[1]!);
    expect(await shown()).toBe(all);
    expect(parts.length).toBeGreaterThan(1);
    await page.locator('.filters select').selectOption('');
  });

  test('leads from a mark in the map to its finding, also where a filter hides it, and from there to the page', async () => {
    const mark = page.locator('tbody .mark').nth(3);
    const id = (await mark.getAttribute('href'))!;
    await mark.click();
    expect(await page.locator(id).isVisible()).toBe(true);
    expect(await page.evaluate(`document.querySelector('${id}').getBoundingClientRect().top < innerHeight`)).toBe(true);
    await page.locator(`${id} h3 a`).click();
    expect(await page.locator('tr:target').count()).toBe(1);
  });

  test('prints all of it', async () => {
    const hidden = await page.locator('details:not([open])').count();
    expect(hidden).toBeGreaterThan(0);
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    expect(await page.locator('details:not([open])').count()).toBe(0);
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
    expect(await page.locator('details:not([open])').count()).toBe(hidden);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.filters').isVisible()).toBe(false);
  });
});
