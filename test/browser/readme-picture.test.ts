// Makes the picture at the top of the README out of what the commands print and what Chromium shows. UPDATE_PICTURES=1 replaces it.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bin } from '../cli/templens.ts';
import { makeFolder } from '../site/folder.ts';
import { openChromium } from './chromium.ts';
import { terminalHtml } from './support/terminal-html.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const picture = join(repository, 'docs/images/drifted-menu.png');
/** What stands in the terminals of the picture: a picture cannot be compared where other fonts are installed. */
const words = join(repository, 'docs/images/drifted-menu.txt');
/** The page of the sample whose menu lacks a link. */
const drifted = 'exhibits/bell.html';

let browser: Browser;
beforeAll(async () => {
  browser = await openChromium();
});
afterAll(() => browser.close());

/** What a reader of a page sees of its top, as the address of a picture. */
async function topOf(file: string): Promise<string> {
  const page = await browser.newPage({ viewport: { width: 470, height: 250 }, deviceScaleFactor: 2 });
  await page.goto(pathToFileURL(file).href);
  const shot = await page.screenshot();
  await page.close();
  return `data:image/png;base64,${shot.toString('base64')}`;
}

test('the picture of the README shows what the commands print, and the page before and after', async () => {
  const folder = makeFolder();
  cpSync(join(repository, 'client/sample'), join(folder, 'site'), { recursive: true });
  // The picture is about one finding; the sample has another one.
  const other = join(folder, 'site/exhibits/lamp.html');
  writeFileSync(other, readFileSync(other, 'utf8').replace('Oppening', 'Opening'));
  const run = (...args: string[]): string => {
    const { stdout, stderr } = spawnSync(process.execPath, [bin, ...args, '--color'], { cwd: folder, encoding: 'utf8' });
    return `$ npx templens ${args.join(' ')}\n${stdout}${stderr}`;
  };
  const page = join(folder, 'site', drifted);

  const found = run('check', 'site');
  const before = await topOf(page);
  const fixed = `${run('fix', 'site')}\n${run('fix', 'site', '--write')}\n${run('check', 'site')}`;
  const after = await topOf(page);

  expect(found).toContain(`${drifted}:16:9`);
  expect(readFileSync(page, 'utf8')).toContain('Your visit</a>');
  expect(after).not.toBe(before);
  const text = stripVTControlCharacters(`${found}\n${fixed}`);
  if (process.env.UPDATE_PICTURES) {
    writeFileSync(words, text);
    const shown = await browser.newPage({ viewport: { width: 1180, height: 100 }, deviceScaleFactor: 2 });
    await shown.setContent(document(found, before, fixed, after));
    await shown.screenshot({ path: picture, fullPage: true });
  }
  // Else: UPDATE_PICTURES=1 npm run test:browser -- readme-picture
  expect(text).toBe(readFileSync(words, 'utf8'));
  expect(readFileSync(join(repository, 'README.md'), 'utf8')).toContain('](docs/images/drifted-menu.png)');
  expect(existsSync(picture)).toBe(true);
});

function document(found: string, before: string, fixed: string, after: string): string {
  const step = (title: string, terminal: string, address: string, shot: string): string =>
    `<h2>${title}</h2><section><pre>${terminalHtml(terminal.trimEnd())}</pre>
<figure><figcaption>${address}</figcaption><img src="${shot}" width="470"></figure></section>`;
  return `<!doctype html><style>
body { margin: 0; padding: 4px 20px 20px; background: #fff; font: 15px system-ui, sans-serif; color: #1c2128; }
h2 { margin: 16px 0 8px; font-size: 17px; }
section { display: grid; grid-template-columns: 1fr 472px; gap: 16px; align-items: start; }
pre { margin: 0; padding: 12px 14px; border-radius: 6px; background: #161b22; color: #e6edf3; font: 12.5px/1.45 "DejaVu Sans Mono", monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
figure { margin: 0; border: 1px solid #afb8c1; border-radius: 6px; overflow: hidden; }
figcaption { padding: 6px 12px; background: #eaeef2; font-size: 13px; }
img { display: block; }
</style>
${step('One page of ten lost a link of its menu', found, drifted, before)}
${step('The fix puts it back', fixed, drifted, after)}`;
}
