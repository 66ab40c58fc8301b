import { afterAll, beforeAll, expect, test } from 'vitest';
import { gutterShapes } from './editor-view.ts';
import { site } from './sites.ts';
import { startVsCode, type VsCodeSession } from './vscode-session.ts';

let session: VsCodeSession;

beforeAll(async () => {
  session = await startVsCode({ site: site.folder, file: site.file, trusted: false });
});

afterAll(async () => session?.close());

test('in a folder that is not trusted the server does not run, the window says why, and trust starts it', async () => {
  const { page } = session;
  await page.locator('.monaco-dialog-box').getByRole('button', { name: /^No, / }).click();
  const limited = page.locator('.statusbar-item', { hasText: 'Templens: limited' });
  await limited.waitFor();
  expect(await limited.locator('a').getAttribute('aria-label')).toContain('not trusted');
  await page.locator('.view-line', { hasText: 'DOCTYPE' }).waitFor();
  expect(await gutterShapes(page)).toEqual({});
  await limited.hover();
  await page.locator('.monaco-hover:visible', { hasText: 'Trust the folder' }).waitFor();
  await session.screenshot('untrusted');

  await limited.click();
  await page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
  await page.locator('.tab', { hasText: site.file }).click();
  await page.locator('.statusbar-item', { hasText: /\d+ pages, this page \d+% template/ }).waitFor();
  await expect.poll(async () => Object.keys(await gutterShapes(page)).length, { timeout: 20_000 }).toBeGreaterThan(0);
});
