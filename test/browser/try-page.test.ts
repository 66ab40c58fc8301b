// The page to try Templens on, in Chromium: the engine runs in it, and nothing leaves it.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { zipSync } from 'fflate';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFolder, removeFolder } from '../site/folder.ts';
import { openChromium, violations } from './chromium.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const corpus = process.env.TEMPLENS_CORPUS ?? join(repository, '../shared/corpus');
/** A site of the corpus where it is there, else the sample. */
const corpusSite = join(corpus, 'adminlte2/pages');
const site = existsSync(corpusSite) ? corpusSite : join(repository, 'test/fixtures/sample-site/pages');

let folder: string;
let browser: Browser;
beforeAll(async () => {
  folder = newFolder({});
  browser = await openChromium();
});
afterAll(async () => {
  await browser.close();
  removeFolder(folder);
});

async function open(options: { dark?: boolean; width?: number } = {}): Promise<{ page: Page; requests: string[] }> {
  const page = await browser.newPage({
    colorScheme: options.dark ? 'dark' : 'light',
    viewport: { width: options.width ?? 1440, height: 900 },
  });
  const requests: string[] = [];
  page.on('request', request => requests.push(request.url()));
  page.on('pageerror', error => requests.push(`error: ${error.message}`));
  await page.goto(pathToFileURL(join(repository, 'dist/try.html')).href);
  return { page, requests };
}

async function results(page: Page): Promise<void> {
  await page.locator('#results:not([hidden])').waitFor({ timeout: 50_000 });
  // A condition in words would be evaluated in the page, whose policy forbids that.
  await page.locator('#source', { hasText: /\S/ }).waitFor({ state: 'attached' });
}

const check = (root: string) =>
  JSON.parse(
    spawnSync('node', ['server/bin/templens.js', 'check', root, '--format', 'json', '--fail-on', 'never', '--no-cache'], {
      cwd: repository,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    }).stdout,
  ) as { pages: number; diagnostics: { page: string; line: number; cause: string }[] };

test('a folder of the corpus has the findings that the command line has', async () => {
  const expected = check(site);
  const { page, requests } = await open();
  await page.locator('#folder').setInputFiles(site);
  await results(page);
  const causes = new Set(expected.diagnostics.map(({ cause }) => cause)).size;
  expect(await page.textContent('#status')).toBe(
    `${expected.pages} pages compared; ${causes} finding${causes === 1 ? '' : 's'}.`,
  );
  expect(await page.locator('.finding').count()).toBe(causes);
  const places = await page.locator('.finding .place').allTextContents();
  const all = new Set(expected.diagnostics.map(({ page, line }) => `${page}:${line}`));
  expect(places.filter(place => !all.has(place))).toEqual([]);
  expect(await page.locator('#pages .link').count()).toBe(expected.pages);
  // The page itself, and the worker, which is a part of it.
  expect(requests.filter(url => !/^(?:file:\/\/.*\/try\.html|blob:.*)$/.test(url))).toEqual([]);
  await page.close();
});

test('a ZIP file is read, and a finding leads to its place', async () => {
  const sample = join(repository, 'client/sample');
  const names = readdirSync(sample, { recursive: true, encoding: 'utf8' }).filter(name => /\.\w+$/.test(name));
  writeFileSync(
    join(folder, 'site.zip'),
    zipSync(Object.fromEntries(names.map(name => [name, readFileSync(join(sample, name))]))),
  );
  const { page } = await open();
  await page.locator('#zip').setInputFiles(join(folder, 'site.zip'));
  await results(page);
  await page.locator('.finding .place', { hasText: 'exhibits/lamp.html' }).click();
  await page.locator('#page-name', { hasText: /^exhibits\/lamp\.html$/ }).waitFor({ state: 'attached' });
  expect(await page.locator('#source mark').allTextContents()).toEqual(['Oppening hours']);
  expect(await page.textContent('#source')).toBe(readFileSync(join(sample, 'exhibits/lamp.html'), 'utf8'));
  await page.locator('#show-content').click();
  const content = await page.textContent('#source');
  expect(content).toContain('lamp');
  expect(content).not.toContain('Harbour Museum\nFour hundred');
  expect(content).not.toContain('Your visit');
  // Those with several versions come first.
  expect(await page.locator('.part summary').first().textContent()).toMatch(/, 2 versions on 10 pages$/);
  await page.locator('.part summary', { hasText: 'menu' }).click();
  await page.locator('.part del').first().waitFor();
  expect(await page.locator('.part del').allTextContents()).toEqual([expect.stringContaining('Your visit')]);
  await page.close();
});

test('a part with several common versions is said', async () => {
  const menu = (people: string) =>
    `<nav><ul><li><a href="a0.html">Home</a></li>${people}<li><a href="a1.html">Contact</a></li></ul></nav>`;
  const text = (at: number) =>
    `<!doctype html><html lang="en"><head><title>Page ${at}</title></head><body>${menu(at < 8 ? '' : '<li><a href="https://example.org/people">People of the town</a></li>')}<main><h1>Number ${at}</h1><p>What is on page ${at} alone, in ${at * 7} words.</p></main><footer><p>Made by hand in the town hall</p></footer></body></html>`;
  const files = Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`a${at}.html`, new TextEncoder().encode(text(at))]));
  writeFileSync(join(folder, 'split.zip'), zipSync(files));
  const { page } = await open();
  await page.locator('#zip').setInputFiles(join(folder, 'split.zip'));
  await results(page);
  expect(await page.locator('#splits li').allTextContents()).toEqual([
    expect.stringMatching(/^The menu has 2 common versions, on 8 and 8 pages\.$/),
  ]);
  await page.close();
});

test('what is no site is said in a sentence, and the next site is read', async () => {
  writeFileSync(join(folder, 'broken.zip'), 'no zip');
  const { page } = await open();
  await page.locator('#zip').setInputFiles(join(folder, 'broken.zip'));
  await page.locator('#status.failed').waitFor();
  expect(await page.textContent('#status')).toMatch(/^The file is not a ZIP file/);
  await page.locator('#choose-sample').click();
  await results(page);
  expect(await page.textContent('#status')).toBe('10 pages compared; 2 findings.');
  await page.close();
});

test('neither the page nor a worker of it reaches a network', async () => {
  const { page } = await open();
  const reach = "fetch('http://127.0.0.1:9/').then(() => 'reached', error => error.name)";
  const reasons: string[] = [];
  page.on('console', message => reasons.push(message.text()));
  expect(await page.evaluate(reach)).toBe('TypeError');
  const worker = `new Promise(resolve => {
    const worker = new Worker(URL.createObjectURL(new Blob(["${reach}.then(postMessage)"])));
    worker.onmessage = ({ data }) => resolve(data);
  })`;
  expect(await page.evaluate(worker)).toBe('TypeError');
  expect(reasons.filter(text => text.includes('Content Security Policy'))).toHaveLength(2);
  await page.close();
});

test.each([{ width: 1440 }, { width: 390 }, { width: 1440, dark: true }, { width: 390, dark: true }])(
  'is accessible and fits: %o',
  async options => {
    const { page } = await open(options);
    expect(await violations(page)).toEqual([]);
    await page.locator('#choose-sample').click();
    await results(page);
    for (const part of await page.locator('.part summary').all()) await part.click();
    await page.locator('.part del').first().waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.close();
  },
);
