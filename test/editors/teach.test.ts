import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { goToLine, gutterShapes } from './editor-view.ts';
import { ViewRows } from './view-rows.ts';
import { startVsCode, type VsCodeSession } from './vscode-session.ts';

const sample = fileURLToPath(new URL('../../client/sample', import.meta.url));
const page = 'exhibits/lamp.html';
/** Lines of the page, from 1. */
const [menuLine, footerLine] = [14, 29];

let session: VsCodeSession;
let window: Page;
let rows: ViewRows;

beforeAll(async () => {
  session = await startVsCode({ site: sample, file: page, trusted: true, configuration: '{}\n' });
  window = session.page;
  rows = new ViewRows(window);
  await window.locator('.statusbar-item', { hasText: /10 pages, this page \d+% template/ }).waitFor({ timeout: 120_000 });
  await session.command('View: Show Templens');
  // Rows that are scrolled away are not there.
});

afterAll(async () => session?.close());

beforeEach(() => rows.quiet());

/** The state of the window where a test fails. */
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await session.screenshot(`failed-${task.name.slice(0, 20)}`);
});

const within = { timeout: 15_000 };
const configuration = async () => JSON.parse(await readFile(join(session.folder, 'templens.config.json'), 'utf8'));

/** Shape beside a line of the page in front. */
async function shapeAt(line: number): Promise<string | undefined> {
  await goToLine(window, line);
  return (await gutterShapes(window))[line];
}

/** Chooses an entry of a row's menu, and waits for what it leads to. */
async function teach(row: string | RegExp, entry: string, leadsTo: string): Promise<void> {
  await expect.poll(() => rows.chooseInMenu(rows.row(row), entry), within).toBe(true);
  await window.locator(leadsTo).first().waitFor();
}

const quickPick = '.quick-input-widget .monaco-list-row';
const preview = '#refactorPreview';

async function apply(...shown: RegExp[]): Promise<void> {
  await window.locator(preview).waitFor();
  const rows = window.locator(`${preview} .monaco-list-row`);
  for (const text of shown) await expect.poll(async () => (await rows.allTextContents()).join('\n'), within).toMatch(text);
  // Nothing is ticked in a preview that asks for confirmation.
  await window.locator(`${preview} .monaco-list-row`, { hasText: 'templens.config.json' }).locator('input').check();
  await session.screenshot('teach-preview');
  await window.locator(preview).getByRole('button', { name: 'Apply' }).click();
  await window.locator(preview).waitFor({ state: 'detached' });
}

/** Undoes the last change of the configuration file and saves it. */
async function undo(): Promise<void> {
  await session.command('File: Focus on Files Explorer');
  await window.locator('.explorer-folders-view .monaco-list-row', { hasText: 'templens.config.json' }).dblclick();
  await window.locator('.tab.active', { hasText: 'templens.config.json' }).waitFor();
  await window.locator('.editor-group-container .view-line').first().click();
  await window.keyboard.press('Control+z');
  await window.keyboard.press('Control+s');
  await expect.poll(configuration, within).toEqual({});
  await session.command('View: Show Templens');
  await window.locator('.tab', { hasText: 'lamp.html' }).click();
}

test('a part is content: chosen in its row, previewed, seen in the gutter and the hover, undone', async () => {
  await expect.poll(() => shapeAt(menuLine), within).toBe('template');
  await teach(/^menu/, 'This Is Content', quickPick);
  await window.locator(quickPick, { hasText: 'On all pages of the site' }).click();
  await apply(/"label": "content"/);
  await expect.poll(configuration, within).toEqual({ labels: [{ select: expect.any(String), label: 'content' }] });
  await window.locator('.tab', { hasText: 'lamp.html' }).click();
  await expect.poll(() => shapeAt(menuLine), within).toBe('content');
  await session.screenshot('teach-content');
  await session.command('Show or Focus Hover');
  await window.locator('.monaco-hover:visible', { hasText: /Corrected by/ }).waitFor();
  await window.keyboard.press('Escape');
  await undo();
  await expect.poll(() => shapeAt(menuLine), within).toBe('template');
});

test('a place of the page is content on this page only, by the command', async () => {
  await goToLine(window, footerLine);
  await session.choose('Templens: This Is Content', 'On this page only');
  await apply(/"pages": \["exhibits\/lamp\.html"\]/);
  await expect.poll(configuration, within).toMatchObject({ labels: [{ pages: [page], label: 'content' }] });
  await window.locator('.tab', { hasText: 'lamp.html' }).click();
  await expect.poll(() => shapeAt(footerLine), within).toBe('content');
  await undo();
  await expect.poll(() => shapeAt(footerLine), within).toBe('template');
});

test('a difference is intended: its finding goes, and comes back when that is undone', async () => {
  await teach(/“Oppening hours” here/, 'This Difference Is Intended', preview);
  await apply(/"ignore"/);
  await expect.poll(configuration, within).toMatchObject({ ignore: [{ codes: ['template/changed-text'], pages: [page] }] });
  await expect.poll(() => rows.texts(), within).not.toContain('“Oppening hours” here');
  await session.screenshot('teach-intended');
  await undo();
  await expect.poll(() => rows.texts(), within).toContain('“Oppening hours” here');
});

test('a page has a layout of its own, and shares one again', async () => {
  await rows.open(/10 pages, \d+% template/);
  await teach(/^exhibits\/bell\.html/, 'This Page Has a Layout of Its Own', preview);
  await apply(/"same": false/);
  await expect
    .poll(configuration, within)
    .toMatchObject({ layouts: [{ pages: ['exhibits/bell.html', expect.any(String)], same: false }] });
  await expect.poll(() => rows.texts(), within).toMatch(/^Layouts[^\n]*2$/m);
  await session.screenshot('teach-layouts');
  await undo();
  await expect.poll(() => rows.texts(), within).toMatch(/10 pages, \d+% template/);
});

test('pages that are selected together share one layout', async () => {
  await rows.open(/10 pages, \d+% template/);
  await rows.row(/^exhibits\/bell\.html/).click();
  await rows.quiet();
  await rows.row(/^exhibits\/map\.html/).click({ modifiers: ['ControlOrMeta'] });
  await teach(/^exhibits\/map\.html/, 'These Pages Share One Layout', preview);
  await apply(/"same": true/);
  await expect
    .poll(configuration, within)
    .toEqual({ layouts: [{ pages: expect.arrayContaining(['exhibits/bell.html', 'exhibits/map.html']), same: true }] });
  await undo();
});
