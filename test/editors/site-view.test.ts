import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ViewRows } from './view-rows.ts';
import { startVsCode, type VsCodeSession } from './vscode-session.ts';

const sample = fileURLToPath(new URL('../../client/sample', import.meta.url));

let session: VsCodeSession;
let page: Page;
let rows: ViewRows;

beforeAll(async () => {
  session = await startVsCode({ site: sample, file: 'exhibits/lamp.html', trusted: true });
  page = session.page;
  rows = new ViewRows(page);
  await page.locator('.statusbar-item', { hasText: /\d+ pages, this page \d+% template/ }).waitFor({ timeout: 120_000 });
  await session.command('View: Show Templens');
  // Rows that are scrolled away are not there.
});

afterAll(async () => session?.close());

const within = { timeout: 30_000 };
const row = (text: string | RegExp) => rows.row(text);
const editorText = async (editor: Locator) =>
  (await editor.locator('.view-lines').textContent())?.replaceAll('\u00a0', ' ') ?? '';

beforeEach(() => rows.quiet());

async function closeEditors(): Promise<void> {
  await session.command('View: Close All Editors');
  await page.locator('.tab').first().waitFor({ state: 'detached' });
}

test('lists layouts, shared parts with their versions, and findings by cause; a badge counts findings', async () => {
  await row(/^Shared parts/).waitFor();
  await expect.poll(() => rows.texts(), within).toMatch(/10 pages, \d+% template, 2 findings/);
  expect(await rows.texts()).toMatch(/footer10 pages, 2 versions/);
  expect(await rows.texts()).toMatch(/“Oppening hours” here.*exhibits\/lamp\.html/);
  await page.locator('.activitybar .badge[aria-label="Templens - 2 findings"]').waitFor();
  await rows.open(/^exhibits\/\* and others/);
  await rows.open(/^footer/);
  await expect.poll(() => rows.texts(), within).toMatch(/exhibits\/lamp\.html1 finding/);
  await expect.poll(() => rows.texts(), within).toMatch(/Version 19 pages, the most common/);
  await session.screenshot('site-view');
});

test('a finding opens its page at the place', async () => {
  await row(/“Your visit” is missing/).click();
  await page.locator('.tab.active', { hasText: 'bell.html' }).waitFor();
  await page.locator('.statusbar-item', { hasText: /^Ln 16, Col \d+$/ }).waitFor();
});

test('a version of a part leads to where the part stands', async () => {
  await rows.open('Version 2');
  const tab = page.locator('.tab.active', { hasText: 'lamp.html' });
  const opener = rows.pane.locator('.monaco-list-row[aria-level="4"]').filter({ hasText: 'exhibits/lamp.html' }).first();
  await expect
    .poll(
      async () => {
        if (!(await tab.isVisible())) await opener.click();
        return tab.isVisible();
      },
      { ...within, interval: 1_000 },
    )
    .toBe(true);
  await page.locator('.statusbar-item', { hasText: /^Ln 30, Col 14 \(\d+ selected\)$/ }).waitFor();
});

test('two versions of a part stand side by side', async () => {
  await closeEditors();
  await rows.press(/^footer/, 'Show Versions Side by Side');
  await page.locator('.tab.active', { hasText: 'footer:' }).waitFor();
  await expect
    .poll(() => editorText(page.locator('.diff-editor .editor.original, .editor.original').first()), within)
    .toContain('>Opening hours<');
  await expect.poll(() => editorText(page.locator('.editor.modified').first()), within).toContain('>Oppening hours<');
  await session.screenshot('versions');
});

test("a page is compared with itself with the template's version, and follows what is typed", async () => {
  await closeEditors();
  await rows.press('exhibits/lamp.html1 finding', 'Compare with the Layout');
  await page.locator('.tab.active', { hasText: 'lamp.html: as its layout has it' }).waitFor();
  const [corrected, own] = [page.locator('.editor.original').first(), page.locator('.editor.modified').first()];
  await expect.poll(() => editorText(corrected), within).toContain('>Opening hours<');
  await expect.poll(() => editorText(own), within).toContain('>Oppening hours<');
  await session.screenshot('compare');
  await own.locator('.view-line', { hasText: 'The lighthouse lamp</h1>' }).click();
  await page.keyboard.press('End');
  await page.keyboard.type('<p>The clockwork stopped</p>');
  await expect.poll(() => editorText(corrected), within).toContain('The clockwork stopped');
  await session.command('File: Revert File');
});

test('a version is adopted everywhere after a preview', async () => {
  await closeEditors();
  await rows.press('Version 2', 'Adopt This Version Everywhere');
  const preview = page.locator('#refactorPreview');
  await preview.waitFor();
  await expect.poll(async () => (await preview.textContent()) ?? '', within).toContain('about.html');
  await session.screenshot('adopt-preview');
  expect(await readFile(join(session.folder, 'index.html'), 'utf8')).toContain('>Opening hours<');
  await preview.getByRole('button', { name: 'Discard' }).click();
  await preview.waitFor({ state: 'detached' });
});

test('renaming writes the name to the configuration of the site, and the rows have it', async () => {
  for (const [old, name] of [
    [/^footer/, 'opening hours'],
    [/^exhibits\/\* and others/, 'museum page'],
  ] as const) {
    const input = page.locator('.quick-input-widget input');
    await expect
      .poll(async () => {
        if (!(await input.isVisible())) await rows.chooseInMenu(row(old), 'Rename');
        return input.isVisible();
      }, within)
      .toBe(true);
    await input.fill(name);
    await input.press('Enter');
    await row(new RegExp(`^${name}`)).waitFor();
  }
  const configuration = JSON.parse(await readFile(join(session.folder, 'templens.config.json'), 'utf8'));
  expect(configuration.parts).toEqual([{ name: 'opening hours', select: '#footer' }]);
  expect(configuration.layouts).toMatchObject([{ name: 'museum page' }]);
  await session.screenshot('renamed');
});

test('the overview of layouts is a document', async () => {
  await closeEditors();
  await session.command('Templens: Show Overview of Layouts');
  await page.locator('.tab.active', { hasText: 'Layouts.md' }).waitFor();
  await expect
    .poll(() => editorText(page.locator('.editor-instance').first()), within)
    .toMatch(/10 pages in 1 layout\..*museum page/);
});

test('a new page has the template of the layout, with a tab stop for each hole', async () => {
  await closeEditors();
  await rows.press(/^museum page/, 'New Page from This Layout');
  await page.locator('.quick-input-widget input').fill('ropes.html');
  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: 'ropes.html' }).waitFor();
  const text = () => editorText(page.locator('.editor-instance').first());
  await expect.poll(text, within).toContain('<title>title');
  await page.keyboard.type('Ropes - Harbour Museum');
  await page.keyboard.press('Tab');
  await page.keyboard.type('How ropes are made');
  await expect.poll(text, within).toContain('<title>Ropes - Harbour Museum</title>');
  await expect.poll(text, within).toMatch(/<main>\s*How ropes are made\s*<\/main>/);
  await session.screenshot('new-page');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+s');
  await page.locator('.tab.dirty').waitFor({ state: 'detached' });
});

test('renaming a page in the explorer keeps the links to it, after a preview', async () => {
  await closeEditors();
  await session.command('View: Show Explorer');
  await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'visit.html' }).click();
  await page.keyboard.press('F2');
  await page.locator('.explorer-folders-view input').fill('tickets.html');
  await page.keyboard.press('Enter');
  await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Show Preview' }).click();
  const preview = page.locator('#refactorPreview');
  await expect.poll(async () => (await preview.textContent()) ?? '', within).toMatch(/about\.html.*visit\.htmltickets\.html/);
  await session.screenshot('rename-preview');
});
