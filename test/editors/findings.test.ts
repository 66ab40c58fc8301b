import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFolder, removeFolder } from '../site/folder.ts';
import { framedSite, framedSiteFiles, textOf } from '../support/framed-site.ts';
import { startVsCode, type VsCodeSession } from './vscode-session.ts';

const sound: Record<string, string> = Object.fromEntries(framedSite(12).map(page => [page.path, textOf(page)]));
const file = Object.keys(sound)[2]!;
const source = sound[file]!.replace('>Privacy<', '>Prviacy<').replace(/ {6}<li><a href="people.*\n/, '');

let session: VsCodeSession;
let page: Page;
let folder: string;

beforeAll(async () => {
  folder = newFolder({ ...framedSiteFiles, ...sound, [file]: source });
  session = await startVsCode({ site: folder, file, trusted: true });
  page = session.page;
});

afterAll(async () => {
  await session?.close();
  removeFolder(folder);
});

const within = { timeout: 20_000 };
const shown = async () => (await page.locator('.view-lines').first().textContent())?.replaceAll('\u00a0', ' ') ?? '';

test('a finding is underlined, and reported with the pages that agree', async () => {
  await page.locator('.squiggly-info, .squiggly-warning').first().waitFor();
  await session.command('View: Focus Problems');
  const problems = page.locator('.markers-panel .monaco-list-row');
  await expect
    .poll(async () => (await problems.allTextContents()).join('\n'), within)
    .toMatch(/“Prviacy” here; “Privacy” on 11 of 12 pages/);
  expect((await problems.allTextContents()).join('\n')).toMatch(/“People” is missing here; 11 of 12 pages have it/);
  await session.screenshot('findings');
  await session.command('View: Hide Panel');
});

test("a hover on what deviates shows the template's version beside this page's", async () => {
  await page.locator('.view-line span span', { hasText: 'Prviacy' }).last().click();
  await session.command('Show or Focus Hover');
  const hover = page.locator('.monaco-hover:visible', { hasText: /Deviating/ }).first();
  await expect.poll(async () => (await hover.textContent()) ?? '', within).toMatch(/Privacy.*Prviacy|Prviacy.*Privacy/s);
  await session.screenshot('hover-deviating');
  await page.keyboard.press('Escape');
});

test("a quick fix takes the template's version; the finding goes with it", async () => {
  await quickFix('Prviacy', 'Change the text to “Privacy”');
  await expect.poll(shown, within).toContain('>Privacy<');
  expect(await shown()).not.toContain('Prviacy');
  await expect.poll(() => page.locator('.squiggly-info').count(), within).toBe(0);
});

test("this page's version goes to the other pages after they were looked at", async () => {
  await page.locator('.squiggly-warning').first().waitFor();
  await quickFix('/a></li>\n      <li><a href="contact', 'Remove <li> “People” from 11 pages: tick them in the preview');
  const preview = page.locator('#refactorPreview');
  await preview.waitFor();
  await expect.poll(async () => (await preview.textContent()) ?? '', within).toMatch(/apples-0\.html.*people\.html/s);
  await session.screenshot('push-preview');
  expect(await readFile(join(session.folder, Object.keys(sound)[0]!), 'utf8')).toContain('people.html');
});

/** Chooses a quick fix at the place of a text of the page as it was opened. */
async function quickFix(text: string, title: string): Promise<void> {
  const before = source.slice(0, source.indexOf(text) + 5).split('\n');
  const [line, column] = [before.length, before.at(-1)!.length + 1];
  await page.keyboard.press('Control+g');
  await page.locator('.quick-input-widget input').fill(`:${line}:${column}`);
  await page.keyboard.press('Enter');
  // The key below goes to whatever has the focus, and the menu is about where the cursor then is.
  await expect.poll(() => page.locator('#status\\.editor\\.selection').textContent(), within).toBe(`Ln ${line}, Col ${column}`);
  await page.locator('.monaco-editor.focused').waitFor();
  await settledActions();
  await page.keyboard.press('Control+.');
  const entries = page.locator('.action-widget .monaco-list-row.action');
  await entries.filter({ hasText: title }).waitFor();
  await session.screenshot('quick-fix');
  const titles = await entries.allTextContents();
  for (let down = titles.findIndex(entry => entry.includes(title)); down > 0; down--) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

/**
 * Waits until VS Code has asked by itself what can be done at the cursor: it does so 250 ms after the cursor moved, and after a menu it puts
 * off what comes of it by 500 ms. Then that cancels a menu that was asked for meanwhile: "No code actions available", whatever the server
 * answers. By the clock of the page, and in the same two steps, so that this ends after it under any load.
 */
async function settledActions(): Promise<void> {
  await page.evaluate('new Promise(done => setTimeout(() => setTimeout(done, 600), 300))');
}
