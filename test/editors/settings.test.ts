import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { site } from './sites.ts';
import { startVsCode, type VsCodeSession } from './vscode-session.ts';

let session: VsCodeSession;

beforeAll(async () => {
  session = await startVsCode({
    site: site.folder,
    file: site.file,
    trusted: true,
    // At a threshold of 1 all pages are one group, and the group's size tells which pages there are.
    settings: {
      'templens.include': ['*.html'],
      'templens.grouping': 'cp',
      'templens.groupThreshold': 1,
      'templens.decorations.mode': 'off',
    },
    configuration: '{ "include": ["manual/**"], "exclude": ["mission.html"], "extracter": "sst" }\n',
  });
});

afterAll(async () => session?.close());

test("the editor's settings override the site's configuration file, key by key, and its defaults do not", async () => {
  const { page } = session;
  const status = page.locator('.statusbar-item', { hasText: /\d+ pages, this page \d+% template/ });
  const pages = readdirSync(site.folder).filter(name => name.endsWith('.html') && name !== 'mission.html').length;
  await expect.poll(() => status.textContent(), { timeout: 20_000 }).toContain(`${pages} pages`);
});

test('a wrong key in the configuration file is marked where it stands', async () => {
  const { page } = session;
  await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'templens.config.json' }).click();
  await page.locator('.view-line', { hasText: 'extracter' }).waitFor();
  await page.locator('.squiggly-warning, .squiggly-error').first().waitFor();
  await page.keyboard.press('Control+Shift+m');
  await page.locator('.markers-panel', { hasText: 'extracter' }).waitFor();
  await session.screenshot('configuration');
});
