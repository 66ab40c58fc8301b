import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
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

function reportOf(site: string, ...more: string[]): string {
  const out = join(folderOf({}), 'report.html');
  const { status, stderr } = spawnSync(process.execPath, [bin, 'report', site, '--out', out, ...more], { encoding: 'utf8' });
  // A slow machine prints its progress, too.
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining(`templens: Wrote ${out}.\n`) });
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

  test.each([{}, { dark: true }, { width: 390 }, { width: 390, dark: true }])('is accessible in each view: %o', async options => {
    const page = await open(report, options);
    const first = async (selector: string): Promise<string[]> =>
      (await page.locator(selector).count()) > 0 ? [`#${await page.locator(selector).first().getAttribute('id')}`] : [];
    const details = [...(await first('.part.detail')), ...(await first('.layout.detail'))];
    expect(details.length).toBeGreaterThan(0);
    for (const view of ['', '#findings', '#parts', '#layouts', ...details]) {
      await page.evaluate(`location.hash = '${view}'`);
      await page.evaluate(`for (const details of document.querySelectorAll('details')) details.open = true`);
      expect({ view, violations: await violations(page) }).toEqual({ view, violations: [] });
      expect({ view, fits: await page.evaluate('document.documentElement.scrollWidth <= innerWidth') }).toEqual({
        view,
        fits: true,
      });
    }
    await page.close();
  });

  test('is one long document without JavaScript, whose views follow one another', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 900 } });
    const page = await context.newPage();
    await page.goto(pathToFileURL(report).href);
    const headings = await page.locator('h2:visible').allTextContents();
    expect(headings).toEqual(['Overview', 'Findings', 'Shared parts', 'Layouts']);
    const all = await page.locator('.finding, .detail').count();
    expect(await page.locator('.finding:visible, .detail:visible').count()).toBe(all);
    expect(await page.locator('form:visible').count()).toBe(0);
    await context.close();
  });
});

describe('the report of a site with twelve findings', () => {
  let page: Page;
  let address: string;
  beforeAll(async () => {
    const report = reportOf(drifted(1000));
    // The report itself, without its data, is far below this; a page takes about 400 bytes.
    expect(statSync(report).size).toBeLessThan(1 << 20);
    const context = await browser.newContext();
    page = await context.newPage();
    const errors: unknown[] = [];
    page.on('pageerror', error => errors.push(error));
    page.on('console', message => errors.push(message.text()));
    address = pathToFileURL(report).href;
    await page.goto(address);
    expect(errors).toEqual([]);
  });
  /** Does what changes the address, and waits until the report has followed it. */
  const follow = async (act: () => Promise<unknown>) => {
    await page.evaluate(`void (window.followed = new Promise(done => addEventListener('hashchange', done, { once: true })))`);
    await act();
    await page.evaluate('window.followed');
  };
  const go = (hash: string) => follow(() => page.evaluate(`location.hash = '${hash}'`));
  const shown = () => page.locator('article.finding:visible').count();
  const counted = async () => Number.parseInt((await page.locator('#count').textContent())!, 10);

  test('opens with the overview, which leads to the findings of a severity', async () => {
    expect(await page.locator('h2:visible').allTextContents()).toEqual(['Overview']);
    expect(await page.locator('.figures dd').first().textContent()).toMatch(/^\d+on 11 pages$/);
    const row = page.locator('.effects tbody tr').first();
    const [, , number] = await row.locator('td, th').allTextContents();
    await follow(() => row.locator('a').click());
    expect(await page.locator('h2:visible').allTextContents()).toEqual(['Findings']);
    expect(await page.locator('header a[aria-current=page]').textContent()).toMatch(/^Findings/);
    expect(await counted()).toBe(Number(number));
    await follow(() => page.goBack());
    expect(await page.locator('h2:visible').allTextContents()).toEqual(['Overview']);
  });

  test('filters findings, under its own policy', async () => {
    await page.goto(`${address}#findings`);
    await page.reload();
    const all = await counted();
    expect(all).toBeGreaterThan(10);
    const boxes = page.locator('.filters input');
    for (const box of await boxes.all()) await box.uncheck();
    expect([await shown(), await counted()]).toEqual([0, 0]);
    for (const box of await boxes.all()) await box.check();
    const kinds = page.locator('.filters select[name=code]');
    let sum = 0;
    for (const kind of (await kinds.locator('option').allTextContents()).slice(1)) {
      await kinds.selectOption(kind);
      sum += await counted();
      expect(await counted()).toBeGreaterThan(0);
    }
    expect(sum).toBe(all);
    await kinds.selectOption('');
  });

  test('divides a long list into pages', async () => {
    const all = await counted();
    const pager = page.getByRole('navigation', { name: 'Pages of findings' });
    expect(await shown()).toBe(10);
    expect(await pager.getByRole('status').textContent()).toBe(`1 to 10 of ${all}`);
    await pager.getByRole('button', { name: 'Next' }).click();
    expect(await shown()).toBe(Math.min(10, all - 10));
    await pager.getByRole('button', { name: 'Previous' }).click();
    expect(await shown()).toBe(10);
  });

  test('finds pages, parts and findings, also on another page of a list', async () => {
    const last = page.locator('.finding').last();
    const id = await last.getAttribute('id');
    expect(await last.isVisible()).toBe(false);
    await page.keyboard.press('/');
    await page.keyboard.type((await last.locator('h3 a').textContent())!);
    await follow(() => page.locator(`#results a[href="#${id}"]`).click());
    expect(await page.locator(`#${id}`).isVisible()).toBe(true);
    expect(await page.locator('#results').isVisible()).toBe(false);
    await page.locator('#search').fill('no such words');
    expect(await page.locator('#results [role=status]').textContent()).toBe('0 matches in this report');
    await page.keyboard.press('Escape');
    expect(await page.locator('#results').isVisible()).toBe(false);
    const row = page.locator('tbody tr[id^=page-] th').last();
    await page.locator('#search').fill((await row.textContent())!);
    await follow(() => page.keyboard.press('Enter'));
    expect(await row.isVisible()).toBe(true);
  });

  test('leads from a mark in the map to its finding, also where a filter hides it, and from there to the page', async () => {
    await go('findings');
    for (const box of await page.locator('.filters input').all()) await box.uncheck();
    await go('layout-1');
    const mark = page.locator('.layout.shown tbody .mark').nth(3);
    const id = (await mark.getAttribute('href'))!;
    await follow(() => mark.click());
    expect(await page.locator(id).isVisible()).toBe(true);
    expect(await page.evaluate(`document.querySelector('${id}').getBoundingClientRect().top < innerHeight`)).toBe(true);
    await follow(() => page.locator(`${id} h3 a`).click());
    expect(await page.locator('tr:target').isVisible()).toBe(true);
  });

  test('shows a part alone; its heading leads back to all parts', async () => {
    await go('parts');
    await follow(() => page.locator('#parts .list a').first().click());
    expect(await page.locator('.detail:visible').count()).toBe(1);
    expect(await page.locator('#parts .index').isVisible()).toBe(false);
    await follow(() => page.locator('#parts h2 a').click());
    expect(await page.locator('.detail:visible').count()).toBe(0);
    expect(await page.locator('#parts .index').isVisible()).toBe(true);
  });

  test('prints all of it', async () => {
    const hidden = await page.locator('details:not([open])').count();
    expect(hidden).toBeGreaterThan(0);
    await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
    expect(await page.locator('details:not([open])').count()).toBe(0);
    await page.emulateMedia({ media: 'print' });
    const pieces = '.view:not(#results), .finding, .detail, .index, tbody tr';
    expect(await page.locator(pieces).count()).toBe(await page.locator(pieces).filter({ visible: true }).count());
    expect(await page.locator('form:visible, nav:visible, #results:visible').count()).toBe(0);
    await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
    expect(await page.locator('details:not([open])').count()).toBe(hidden);
  });
});

test('the trend since a baseline: what is new, still there, and fixed', async () => {
  const site = drifted(300);
  const baseline = join(folderOf({}), 'baseline.json');
  const check = ['check', site, '--baseline', baseline, '--update-baseline', '--fail-on', 'never'];
  expect(spawnSync(process.execPath, [bin, ...check]).status).toBe(0);
  const drift = framedSite(300).map(({ path }, at) => ({ path, at }));
  const change = ({ path }: { path: string }, from: string, to: string): void => {
    const file = join(site, path);
    expect(readFileSync(file, 'utf8')).toContain(from);
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
  };
  change(drift[5]!, '>Archive 5<', menu);
  change(drift[7]!, menu, '>Arkive<');
  const page = await open(reportOf(site, '--baseline', baseline));
  expect(await page.locator('#overview').textContent()).toMatch(/: 1 new, 3 still there, 1 fixed\./);
  expect(await violations(page)).toEqual([]);
  expect(await page.locator('#overview details li').allTextContents()).toEqual([expect.stringContaining(drift[5]!.path)]);
  await page.locator('#overview').getByRole('link', { name: 'new', exact: true }).click();
  const findings = page.locator('.finding:visible');
  expect(await findings.count()).toBe(1);
  expect(await findings.textContent()).toContain('Arkive');
  await page.close();
});
