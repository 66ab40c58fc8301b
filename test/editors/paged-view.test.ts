import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFolder, removeFolder } from '../site/folder.ts';
import { generatedPath, writeGeneratedSite } from '../support/generated-site.ts';
import { ViewRows } from './view-rows.ts';
import { startVsCode, type VsCodeSession } from './vscode-session.ts';

const shape = { pages: 450, layouts: 1, seed: 1 };

let session: VsCodeSession;
let folder: string;

beforeAll(async () => {
  folder = newFolder({});
  writeGeneratedSite(shape, folder);
  session = await startVsCode({ site: folder, file: generatedPath(shape, 0), trusted: true });
  await session.page.locator('.statusbar-item', { hasText: /450 pages, this page \d+% template/ }).waitFor({ timeout: 120_000 });
  await session.command('View: Show Templens');
});

afterAll(async () => {
  await session?.close();
  removeFolder(folder);
});

test('the pages of a layout are shown in pieces of 200', async () => {
  const { page } = session;
  const rows = new ViewRows(page);
  await rows.row(/^Shared parts/).waitFor();
  await rows.quiet();
  await rows.open(/450 pages, \d+% template/);
  for (const label of ['Show 200 more (of 250)', 'Show 50 more (of 50)']) {
    const more = rows.pane.locator('.monaco-list-row', { hasText: label });
    // Rows that are scrolled away are not there.
    await expect
      .poll(
        async () => {
          if (await more.isVisible()) return true;
          await rows.pane.hover();
          await page.mouse.wheel(0, 2_000);
          return more.isVisible();
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    await session.screenshot(`paged-view-${label.split(' ')[1]}`);
    await more.click();
    await more.waitFor({ state: 'detached' });
  }
});
