import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goToLine, gutterShapes } from './editor-view.ts';
import { startVsCode, type VsCodeSession } from './vscode-session.ts';

const client = fileURLToPath(new URL('../../client', import.meta.url));

/** Of the window, in pixels: that of the pictures. */
const size = { width: 1000, height: 440 };

let session: VsCodeSession;
let page: Page;

beforeAll(async () => {
  session = await startVsCode({
    site: `${client}/sample`,
    file: 'exhibits/lamp.html',
    trusted: true,
    size,
  });
  page = session.page;
  await statusItem().waitFor({ timeout: 120_000 });
  await session.command('View: Show Templens');
  await page.locator('.pane .monaco-list-row', { hasText: /^Findings/ }).waitFor();
});

afterAll(async () => session?.close());

const within = { timeout: 30_000 };
const statusItem = () => page.locator('.statusbar-item', { hasText: /\d+ pages, this page \d+% template/ });

test('the extension is active, without an uncaught error', async () => {
  // Rows that are scrolled away are not there.
  await page.setViewportSize({ ...size, height: 3000 });
  try {
    await session.command('Developer: Show Running Extensions');
    const row = page.locator('.runtime-extensions-editor .monaco-list-row', { hasText: 'Templens' });
    const text = (await row.textContent()) ?? '';
    expect(text).not.toContain('uncaught');
    // How long it took depends on what else the machine does: aim for 150 ms on an idle one.
    const [activation] = /Activation: \d+ms/.exec(text) ?? [];
    expect(activation).toBeDefined();
    console.log(activation);
    await session.screenshot('activation');
    await session.command('View: Close Editor');
  } finally {
    await page.setViewportSize(size);
  }
});

test.each([
  ['dark', 'Dark Modern'],
  ['light', 'Light Modern'],
  ['high-contrast', 'Dark High Contrast'],
])('a picture for the README: %s', async (name, theme) => {
  await session.choose('Preferences: Color Theme', theme);
  await goToLine(page, 25);
  await expect.poll(async () => new Set(Object.values(await gutterShapes(page))).size, within).toBeGreaterThanOrEqual(3);
  await page.locator('.breadcrumbs-below-tabs .monaco-breadcrumb-item', { hasText: 'main' }).waitFor();
  await statusItem().waitFor();
  await session.picture(name);
});

test('the key, the button in the title and the context menu switch the shapes', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await session.command('View: Close All Editors');
  await page.locator('.pane .monaco-list-row', { hasText: '“Oppening hours”' }).click();
  const shapes = async () => Object.keys(await gutterShapes(page)).length > 0;
  await expect.poll(shapes, within).toBe(true);
  await page.locator('.view-line', { hasText: 'Oppening hours' }).click();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('t');
  await expect.poll(shapes, within).toBe(false);
  await page.locator('.editor-actions .action-label[aria-label^="Toggle Decorations"]').click();
  await expect.poll(shapes, within).toBe(true);
  await page.locator('.view-line', { hasText: 'Oppening hours' }).click({ button: 'right' });
  await page.locator('.context-view .action-item', { hasText: 'Templens' }).hover();
  await page.locator('.context-view .action-label', { hasText: 'Compare with the Layout' }).waitFor();
  await session.screenshot('context-menu');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
});

test('the walkthrough explains the shapes and offers a sample site', async () => {
  await session.choose('Welcome: Open Walkthrough', 'See the Template in Your Pages');
  const walkthrough = page.locator('.gettingStartedContainer');
  await walkthrough.getByText('Open the folder of a site').first().waitFor();
  await walkthrough.getByRole('button', { name: 'Open the Sample Site' }).first().waitFor();
  await session.screenshot('walkthrough');
  await walkthrough.locator('.step-title', { hasText: 'Read the shapes' }).click();
  await walkthrough.getByRole('button', { name: 'Choose How to Show Them' }).waitFor();
  await page.mouse.move(0, 0);
  await session.screenshot('walkthrough-shapes');
});

test('a window without a folder offers to open one', async () => {
  await page.setViewportSize({ width: 1100, height: 700 });
  await page.goto(`${new URL(page.url()).origin}/?ew=true`);
  await page
    .locator('.activitybar .action-item', { has: page.locator('[aria-label^="Templens"]') })
    .first()
    .click();
  await page.locator('.welcome-view').getByRole('button', { name: 'Open Folder' }).first().waitFor();
  const limited = page.locator('.statusbar-item', { hasText: 'Templens: limited' });
  await limited.waitFor();
  await session.screenshot('no-folder');
  await limited.click();
  await page.locator('.quick-input-widget', { hasText: 'Open Folder' }).waitFor();
});

test('the README shows pictures that there are', async () => {
  const readme = await readFile(`${client}/README.md`, 'utf8');
  const pictures = [...readme.matchAll(/!\[.+?\]\((.+?)\)/g)].map(([, path]) => path!);
  expect(pictures).toHaveLength(3);
  expect(pictures.filter(path => !existsSync(`${client}/${path}`))).toEqual([]);
});
