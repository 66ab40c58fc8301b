import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fadedLines, firstLine, goToLine, gutterShapes, plainLines, tintedPieces } from './editor-view.ts';
import { lineOf, site } from './sites.ts';
import { startVsCode, type VsCodeSession } from './vscode-session.ts';

let session: VsCodeSession;
let page: Page;

beforeAll(async () => {
  session = await startVsCode({ site: site.folder, file: site.file, trusted: true });
  page = session.page;
  await statusItem().waitFor({ timeout: 120_000 });
});

afterAll(async () => session?.close());

const statusItem = () => page.locator('.statusbar-item', { hasText: /\d+ pages, this page \d+% template/ });
const mode = (name: string) => session.choose('Templens: Choose How to Show Template and Content', name);
const within = { timeout: 20_000 };

test('the status item says layout, number of pages and share of template', async () => {
  await expect
    .poll(async () => (await statusItem().textContent())?.trim(), within)
    .toMatch(/^\S.*: ([2-9]|\d\d+) pages, this page \d+% template$/);
});

test('shapes in the gutter tell template from content, line by line', async () => {
  const menu = lineOf(site.template);
  await goToLine(page, menu);
  await expect.poll(async () => (await gutterShapes(page))[menu], within).toBe('template');
  const own = lineOf(site.content);
  await goToLine(page, own);
  await expect.poll(async () => (await gutterShapes(page))[own], within).toBe('content');
  await session.screenshot('gutter');
});

test('dimming fades the text of the template and no other', async () => {
  await mode('dim');
  await goToLine(page, lineOf(site.content));
  await expect.poll(async () => (await plainLines(page)).join('\n'), within).toContain(site.content);
  expect((await fadedLines(page)).join('\n')).not.toContain(site.content);
  await goToLine(page, lineOf(site.template));
  await expect.poll(async () => (await fadedLines(page)).join('\n'), within).toContain(site.template);
  expect((await plainLines(page)).join('\n')).not.toContain(site.template);
  await session.screenshot('dim');
});

test('the decorations follow an edit: text among the template that stands on this page alone deviates', async () => {
  const menu = lineOf(site.template);
  await goToLine(page, 1);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const replaced = site.template;
  await page.keyboard.press('Control+h');
  await page.keyboard.type(replaced);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Changed in one page');
  await page.keyboard.press('Control+Alt+Enter');
  await page.keyboard.press('Escape');
  await goToLine(page, menu + 2);
  await expect.poll(async () => (await plainLines(page)).join('\n'), within).toContain('Changed in one page');
  await expect.poll(async () => (await fadedLines(page)).join('\n'), within).toContain('Frequently Asked Questions');
  expect(await plainLines(page)).not.toContain('Frequently Asked Questions');
  await expect.poll(async () => (await gutterShapes(page))[menu + 2], within).toBe('deviating');
  await session.screenshot('edit');
});

test('a hover gives the evidence', async () => {
  await page
    .locator('.view-line', { hasText: 'Frequently Asked Questions' })
    .locator('span span', { hasText: 'Frequently' })
    .first()
    .click();
  await session.command('Show or Focus Hover');
  const hover = page.locator('.monaco-hover:visible', { hasText: /template/i });
  await hover.waitFor();
  expect(await hover.first().textContent()).toMatch(/\d+ of (the )?\d+ pages/);
  await session.screenshot('hover');
  await page.keyboard.press('Escape');
});

test('the extracted template opens beside the page and follows its edits', async () => {
  // It opens at the place of the page, once the server has answered which lines these are.
  await goToLine(page, 1);
  await session.command('Templens: Show Extracted Template Beside');
  await page.locator('.tab', { hasText: 'cvs (template).html' }).waitFor();
  const beside = page.locator('.editor-group-container').nth(1);
  const shown = async () => (await beside.locator('.view-lines').textContent())?.replaceAll('\u00a0', ' ');
  await expect.poll(shown, within).toContain('<html lang="en">');
  expect(await beside.locator('.view-lines').textContent()).not.toContain(site.content);
  await goToLine(page, 5);
  await page.keyboard.type('<!--#include virtual="/typed.html" -->');
  await expect.poll(shown, within).toContain('virtual="/typed.html"');
  // Coloured on its own, by the grammar that is injected into HTML.
  await page
    .locator('.view-line span', { hasText: /^#include$/ })
    .first()
    .waitFor();
  await session.screenshot('extracted-template');
  await session.command('Templens: Show Extracted Content Beside');
  await page.locator('.tab', { hasText: 'cvs (content).html' }).waitFor();
  await expect.poll(shown, within).toContain(site.content);
  expect(await shown()).not.toContain('Frequently Asked Questions');
  await session.command('View: Close Editors in Other Groups');
});

/** Opens the extracted template beside the page, both at their beginnings. */
async function openTemplateBeside(): Promise<{ own: Locator; beside: Locator }> {
  await session.command('Templens: Show Extracted Template Beside');
  await page.locator('.tab', { hasText: 'cvs (template).html' }).waitFor();
  const [own, beside] = [0, 1].map(group => page.locator('.editor-group-container').nth(group)) as [Locator, Locator];
  await goToLine(page, 1);
  await expect.poll(() => firstLine(own), within).toBe(1);
  await expect.poll(() => firstLine(beside), within).toBe(1);
  return { own, beside };
}

/** Turns the wheel over an editor by notches, of three lines each. */
async function turnWheel(editor: Locator, notches: number): Promise<void> {
  const { x, y, width, height } = (await editor.locator('.monaco-editor').first().boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  for (let turned = 0; turned < Math.abs(notches); turned++) await page.mouse.wheel(0, Math.sign(notches) * 100);
}

/** Waits until editors keep their places; fails if they move each other on and on. */
async function expectStill(...editors: Locator[]): Promise<void> {
  let before: number[] = [];
  await expect
    .poll(
      async () => {
        const last = before;
        before = await Promise.all(editors.map(firstLine));
        return before.join() === last.join();
      },
      { ...within, interval: 1_000 },
    )
    .toBe(true);
}

test('the extracted template scrolls with the page', async () => {
  const { own, beside } = await openTemplateBeside();
  await goToLine(page, 210);
  await expect.poll(() => firstLine(beside), within).toBeGreaterThan(60);
  await goToLine(page, 1);
  await expect.poll(() => firstLine(beside), within).toBe(1);
  await turnWheel(own, 40);
  await expect.poll(() => firstLine(beside), within).toBeGreaterThan(60);
  await expectStill(own, beside);
  await session.command('View: Close Editors in Other Groups');
});

test('the page scrolls with the extracted template, right after an edit, too', async () => {
  const { own, beside } = await openTemplateBeside();
  await turnWheel(beside, 1);
  await expect.poll(() => firstLine(own), within).toBeGreaterThan(1);
  await turnWheel(beside, 60);
  await expect.poll(() => firstLine(beside), within).toBeGreaterThan(100);
  await expect.poll(() => firstLine(own), within).toBeGreaterThan(100);
  await expectStill(own, beside);
  await turnWheel(beside, -80);
  await expect.poll(() => firstLine(own), within).toBe(1);
  await goToLine(page, 5);
  for (let round = 0; round < 3; round++) {
    await page.keyboard.press('Enter');
    await page.keyboard.type('<p>typed</p>');
    await turnWheel(beside, 20);
    await expect.poll(() => firstLine(beside), within).toBeGreaterThan(40);
    await expect.poll(() => firstLine(own), within).toBeGreaterThan(40);
    await expectStill(own, beside);
    await turnWheel(beside, -80);
    await expect.poll(() => firstLine(own), within).toBe(1);
  }
  await turnWheel(beside, 20);
  await expectStill(own, beside);
  const read = await firstLine(own);
  await page.keyboard.type('<p>More');
  await expectStill(own, beside);
  // Typing brings the page back to the cursor, and the template with it.
  expect(await firstLine(own)).toBeLessThan(read);
  expect(Math.abs((await firstLine(own)) - (await firstLine(beside)))).toBeLessThan(12);
  await session.command('View: Close Editors in Other Groups');
});

test.each(['Dark Modern', 'Light Modern', 'Dark High Contrast', 'Light High Contrast'])(
  'every mode is drawn in %s',
  async theme => {
    await session.choose('Preferences: Color Theme', theme);
    await goToLine(page, lineOf('<h1 class="title">') + 2);
    for (const name of ['gutter', 'tint', 'dim']) {
      await mode(name);
      await expect.poll(async () => (await fadedLines(page)).length > 0, within).toBe(name === 'dim');
      await expect.poll(async () => (await tintedPieces(page)) > 0, within).toBe(name === 'tint');
      await expect.poll(async () => new Set(Object.values(await gutterShapes(page))).size, within).toBeGreaterThan(1);
      await session.screenshot(`${theme.toLowerCase().replaceAll(' ', '-')}-${name}`);
    }
  },
);

test('decorations are switched off and on again', async () => {
  await session.command('Templens: Toggle Decorations');
  await expect.poll(() => gutterShapes(page), within).toEqual({});
  expect(await fadedLines(page)).toEqual([]);
  await session.command('Templens: Toggle Decorations');
  await expect.poll(async () => (await fadedLines(page)).length, within).toBeGreaterThan(0);
});

test('the server is started anew on demand, and the page is labelled again', async () => {
  await session.command('Templens: Restart Language Server');
  await statusItem().waitFor({ state: 'detached' });
  await statusItem().waitFor();
  await expect.poll(async () => (await fadedLines(page)).length, within).toBeGreaterThan(0);
});

test('a layout and one of its pages can be picked, and the page is labelled', async () => {
  await session.command('Templens: Go to Page by Layout');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'bindownload.html' }).click();
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'legal.html' }).click();
  await page.locator('.tab.active', { hasText: 'legal.html' }).waitFor();
  await statusItem().waitFor();
});

test('a page that another program deletes leaves the layout', async () => {
  const pages = async () => Number(/(\d+) pages/.exec((await statusItem().textContent()) ?? '')?.[1]);
  const before = await pages();
  await rm(join(session.folder, 'mission.html'));
  await expect.poll(pages, within).toBe(before - 1);
});
