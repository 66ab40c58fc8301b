// The command *Migrate This Site...*, from the choice of the generator to the built page beside its source.
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startVsCode, type VsCodeSession } from './vscode-session.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

let session: VsCodeSession;
let page: Page;

beforeAll(async () => {
  session = await startVsCode({ site: join(repository, 'client/sample'), file: 'exhibits/lamp.html', trusted: true });
  page = session.page;
  // The Eleventy of the repository, for a project beside the site.
  symlinkSync(join(repository, 'node_modules'), join(dirname(session.folder), 'node_modules'));
  await page.locator('.statusbar-item', { hasText: /\d+ pages, this page \d+% template/ }).waitFor({ timeout: 120_000 });
});

afterAll(async () => session?.close());

/** The state of the window where a test fails. */
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await session.screenshot(`failed-${task.name.slice(0, 20)}`);
});

const list = () => page.locator('.quick-input-widget');
const row = (text: string | RegExp) => list().locator('.monaco-list-row', { hasText: text }).first();
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

test('layouts get names before anything is written; the built page opens beside its source', async () => {
  const before = filesBelow(session.folder);
  await session.command('Templens: Migrate This Site...');
  await row('Eleventy').click();
  await row(/\d+ pages/).waitFor({ timeout: 60_000 });
  await session.screenshot('migrate-names');
  await row(/exhibits\/lamp\.html/).click();
  const name = list().locator('input').last();
  await list()
    .locator('.quick-input-title', { hasText: /^Rename / })
    .waitFor();
  await name.fill('../museum');
  await list().locator('.quick-input-message', { hasText: 'A name has at most 60 letters' }).waitFor();
  await name.fill('museum');
  await page.keyboard.press('Enter');
  await row(/^museum/).waitFor();
  const out = join(dirname(session.folder), 'site-eleventy');
  expect(readdirSync(dirname(session.folder))).not.toContain('site-eleventy');

  await row('Choose the Folder of the Project').click();
  await list().locator('.quick-input-title', { hasText: 'New folder for the project' }).waitFor();
  await expect.poll(() => name.inputValue()).toBe(out);
  // The button of the dialog of a browser has no label of ours.
  await list().getByRole('button', { name: 'OK' }).click();
  await row('Build if Eleventy is installed').click();
  const files = filesBelow(session.folder).length;
  const toast = page.locator('.notification-toast', { hasText: `${files} of ${files} files are built as the site has them.` });
  await toast.waitFor({ timeout: 120_000 });
  await session.screenshot('migrated');
  await expect.poll(() => page.locator('.editor-group-container .tab.active', { hasText: 'lamp.html' }).count()).toBe(2);
  const built = readFileSync(join(out, '_site/exhibits/lamp.html'));
  expect(built.equals(readFileSync(join(session.folder, 'exhibits/lamp.html')))).toBe(true);
  expect(readdirSync(join(out, '_includes/layouts'))).toContain('museum.njk');
  expect(filesBelow(session.folder)).toEqual(before);
});
