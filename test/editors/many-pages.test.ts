import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFolder, removeFolder } from '../site/folder.ts';
import { generatedPage, generatedPath, writeGeneratedSite } from '../support/generated-site.ts';
import { startVsCode, type VsCodeSession } from './vscode-session.ts';

const shape = { pages: 1000, layouts: 5, seed: 1 };
const file = generatedPath(shape, 0);
/** Keys that are measured: half of them make a text deviate, half make it template again. */
const KEYS = 30;

let session: VsCodeSession;
let page: Page;
let folder: string;

beforeAll(async () => {
  folder = newFolder({});
  writeGeneratedSite(shape, folder);
  session = await startVsCode({ site: folder, file, trusted: true });
  page = session.page;
  await page.locator('.statusbar-item', { hasText: /200 pages, this page \d+% template/ }).waitFor({ timeout: 120_000 });
  await rest();
});

afterAll(async () => {
  await session?.close();
  removeFolder(folder);
});

test('in a site of 1,000 pages the shape beside a text follows every key', async () => {
  const lines = generatedPage(shape, 0).split('\n');
  const line = lines.findIndex(text => text.includes('class="l0-sub"'));
  await page.keyboard.press('Control+g');
  await page.locator('.quick-input-widget input').fill(`:${line + 1}:${lines[line]!.indexOf('</a>') + 1}`);
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  await page.locator('.monaco-editor.focused').waitFor();
  const times: number[] = [];
  for (let key = 0; key < KEYS; key++) {
    await expectShape(key % 2 === 0 ? 'deviating' : 'template');
    await page.keyboard.press(key % 2 === 0 ? 'x' : 'Backspace');
    times.push(await page.evaluate<number>('shapeFollows'));
    expect(times.at(-1)).toBeLessThan(20_000);
  }
  times.sort((a, b) => a - b);
  const [median, slow] = [0.5, 0.95].map(share => times[Math.floor(share * (KEYS - 1))]!.toFixed(0));
  // How long it takes depends on what else the machine does: aim for 50 ms on an idle one, beside the frame that VS Code draws.
  console.info(`From key to gutter in a site of ${shape.pages} pages: median ${median} ms, 95th percentile ${slow} ms.`);
  await session.screenshot('many-pages');
});

/** Waits until nothing was read or compared for a while: keys are measured on a server that rests. */
async function rest(): Promise<void> {
  const working = page.locator('.statusbar-item', { hasText: 'reading site' });
  for (let quiet = 0; quiet < 30; quiet = (await working.count()) === 0 ? quiet + 1 : 0) await page.waitForTimeout(100);
}

/** Begins to measure, by the clock of the page: from the next key to the first frame with this shape beside the line with the cursor. */
async function expectShape(kind: 'template' | 'deviating'): Promise<void> {
  await page.evaluate(`
    globalThis.shapeFollows = new Promise(done => {
      const isThere = () => {
        const top = document.querySelector('.margin-view-overlays .active-line-number')?.parentElement.style.top;
        return [...document.querySelectorAll('.glyph-margin-widgets .cgmr')].some(
          shape => shape.style.top === top && getComputedStyle(shape).backgroundImage.includes('${kind}-'));
      };
      document.addEventListener('keydown', () => {
        const start = performance.now();
        const look = () => {
          const passed = performance.now() - start;
          if (isThere() || passed > 20000) done(passed);
          else requestAnimationFrame(look);
        };
        look();
      }, { capture: true, once: true });
    });
    undefined;
  `);
}
