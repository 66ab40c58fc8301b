import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFolder, removeFolder } from '../site/folder.ts';
import { framedSite, framedSiteFiles, textOf } from '../support/framed-site.ts';
import { goToLine } from './editor-view.ts';
import { startVsCode, type VsCodeSession } from './vscode-session.ts';

const sound: Record<string, string> = Object.fromEntries(framedSite(12).map(page => [page.path, textOf(page)]));
const file = Object.keys(sound)[2]!;
const missing = / {6}<li><a href="people.*\n/;
const source = sound[file]!.replace(missing, '');
const settings = '.vscode/settings.json';
const ownLine = source.split('\n').findIndex(line => line.includes('<h1>')) + 1;

let session: VsCodeSession;
let page: Page;
let folder: string;

beforeAll(async () => {
  folder = newFolder({ ...framedSiteFiles, ...sound, [file]: source, [settings]: fixOnSave('source.fixAll') });
  session = await startVsCode({ site: folder, file, trusted: true, settings: { 'editor.stickyScroll.enabled': false } });
  page = session.page;
  await page.locator('.statusbar-item', { hasText: /\d+ pages, this page \d+% template/ }).waitFor({ timeout: 120_000 });
  await goToLine(page, ownLine);
});

afterAll(async () => {
  await session?.close();
  removeFolder(folder);
});

const within = { timeout: 20_000 };

/** Settings by which the editor makes fixes of a kind on save. */
function fixOnSave(kind: string, others: Record<string, unknown> = {}): string {
  return JSON.stringify({ 'editor.codeActionsOnSave': { [kind]: 'explicit' }, ...others });
}

/** The lenses, with the text of the line below each and where both stand, from the top. */
function lenses(): Promise<{ text: string; below: string; top: number }[]> {
  return page.evaluate(`
    (() => {
      const lines = [...document.querySelectorAll('.view-lines .view-line')]
        .map(line => ({ top: line.getBoundingClientRect().top, text: line.textContent.replaceAll('\\u00a0', ' ') }))
        .sort((a, b) => a.top - b.top);
      return [...document.querySelectorAll('.codelens-decoration')]
        .filter(lens => lens.textContent.includes('rare version'))
        .map(lens => {
          const { top } = lens.getBoundingClientRect();
          return { text: lens.textContent, top, below: lines.find(line => line.top > top)?.text ?? '' };
        });
    })()
  `);
}

test('the only lens stands above the part of which the page has a rare version; no row is kept for others', async () => {
  await expect.poll(async () => (await lenses()).length, within).toBe(1);
  const { text, below } = (await lenses())[0]!;
  expect(text).toMatch(/^.+: rare version, 1 of 12 pages: compare$/);
  expect(below).toMatch(/^\s*<[a-z]/);
  expect(await page.locator('.codelens-decoration').count()).toBe(1);
  await session.screenshot('lenses');
});

test('lenses stay where they are while a line is typed into', async () => {
  const before = await lenses();
  await page.evaluate(`
    for (const lens of document.querySelectorAll('.codelens-decoration a')) lens.classList.add('before');
    globalThis.lensTops = new Set();
    globalThis.watchLenses = setInterval(() => {
      const tops = [...document.querySelectorAll('.codelens-decoration')].map(lens => Math.round(lens.getBoundingClientRect().top));
      lensTops.add(tops.sort((a, b) => a - b).join());
    }, 20);
  `);
  await page.keyboard.type(' and other words', { delay: 60 });
  // The answer for the new text: until it is drawn a lens takes no click.
  await expect
    .poll(() => page.locator('.codelens-decoration a:not(.before)', { hasText: 'rare version' }).count(), within)
    .toBe(before.length);
  expect(await lenses()).toEqual(before);
  const tops = await page.evaluate<string[]>('clearInterval(watchLenses); [...lensTops]');
  expect(tops).toHaveLength(1);
});

test('a lens leads to a comparison with the common version', async () => {
  await page.locator('.codelens-decoration a', { hasText: 'compare' }).click();
  await page.locator('.tab.active', { hasText: `↔ ${file}` }).waitFor();
  const text = async (side: string) =>
    ((await page.locator(`.editor.${side} .view-lines`).first().textContent()) ?? '').replaceAll('\u00a0', ' ');
  await expect.poll(() => text('original'), within).toContain('people.html');
  await expect.poll(() => text('modified'), within).toContain('contact.html');
  expect(await text('modified')).not.toContain('people.html');
  await session.screenshot('lens-compare');
  await session.command('View: Close Editor');
});

test('the outline and the breadcrumbs are those of HTML; the view shows template and content', async () => {
  await goToLine(page, ownLine);
  const crumbs = page.locator('.breadcrumbs-below-tabs .monaco-breadcrumb-item');
  const named = async () => (await crumbs.allTextContents()).map(text => text.replace(/[^\w.-]/g, ''));
  await expect.poll(named, within).toEqual([file, 'html', 'body', 'main']);
  await session.command('View: Show Templens');
  const header = page.locator('.pane-header', { hasText: /^This Page$/ });
  // Findings come first: the outline is folded until it is wanted.
  await expect.poll(() => header.getAttribute('aria-expanded'), within).toBe('false');
  await header.click();
  const rows = page.locator('.pane', { has: header }).locator('.monaco-list-row');
  await expect.poll(async () => (await rows.allTextContents()).join('\n'), within).toMatch(/template[\s\S]*content/);
});

test('all fixes on save change no page, those of Templens make the safe ones', async () => {
  await page.locator('.tab', { hasText: file }).click();
  await goToLine(page, ownLine);
  const saved = () => readFile(join(session.folder, file), 'utf8');
  await page.keyboard.press('Control+s');
  await expect.poll(saved, within).toContain('and other words');
  expect(await saved()).not.toMatch(missing);
  await writeFile(join(session.folder, settings), fixOnSave('source.fixAll.templens', { 'templens.codeLens': false }));
  // The settings are in force when what they switch off is gone.
  await expect.poll(async () => (await lenses()).length, within).toBe(0);
  await page.keyboard.type('!');
  await page.keyboard.press('Control+s');
  await expect.poll(saved, within).toMatch(missing);
  expect(await saved()).toContain('and other words');
  await session.screenshot('fixed-on-save');
});
