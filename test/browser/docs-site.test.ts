import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFolder, removeFolder } from '../site/folder.ts';
import { openChromium, violations } from './chromium.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
let folder: string;
let browser: Browser;
beforeAll(async () => {
  folder = newFolder({});
  const { status, stdout, stderr } = spawnSync('node', ['.config/docs-site/build.mjs', folder], {
    cwd: repository,
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toMatchObject({ status: 0, stdout: expect.stringMatching(/; 0 dead links\n$/), stderr: '' });
  browser = await openChromium();
});
afterAll(async () => {
  await browser.close();
  removeFolder(folder);
});

async function open(path: string, options: { dark?: boolean; width?: number } = {}): Promise<Page> {
  const page = await browser.newPage({
    colorScheme: options.dark ? 'dark' : 'light',
    viewport: { width: options.width ?? 1280, height: 900 },
  });
  await page.goto(pathToFileURL(join(folder, path)).href);
  return page;
}

test('the schemas are at paths of their own', () => {
  for (const name of ['templens', 'gold']) expect(existsSync(join(folder, `schema/${name}.schema.json`))).toBe(true);
});

test.each(['index.html', 'checks/template-missing-node.html'])('%s searches without a server', async path => {
  const page = await open(path);
  await page.keyboard.press('/');
  await page.keyboard.type('stale year');
  const first = page.locator('#results a').first();
  expect(await first.textContent()).toContain('stale-year');
  await first.click();
  await page.waitForURL(/checks\/template-stale-year\.html/);
  await page.close();
});

test.each([
  ['index.html', {}],
  ['cli.html', { dark: true }],
  ['checks/template-missing-node.html', { width: 390 }],
])('%s is accessible: %o', async (path, options) => {
  const page = await open(path, options);
  await page.locator('#search').fill('severity');
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await page.close();
});

test('a page with an unnamed picture is not accessible', async () => {
  const page = await browser.newPage();
  await page.setContent('<!doctype html><html lang="en"><title>T</title><main><h1>T</h1><img src="data:,">');
  expect(await violations(page)).toEqual([expect.stringMatching(/^image-alt: <img/)]);
  await page.close();
});
