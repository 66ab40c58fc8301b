import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goToLine, gutterShapes } from './editor-view.ts';
import { lineOf, site } from './sites.ts';
import { startVsCode, type VsCodeSession } from './vscode-session.ts';

/** Keys whose shapes are timed. Every other one makes its line deviate, and the next one undoes that. */
const keys = 100;

let session: VsCodeSession;
let page: Page;

beforeAll(async () => {
  session = await startVsCode({ site: site.folder, file: site.file, trusted: true });
  page = session.page;
  await page.locator('.statusbar-item', { hasText: /this page \d+% template/ }).waitFor({ timeout: 120_000 });
});

afterAll(async () => session?.close());

// How long it takes depends on the machine and on what else it does: on an idle one, aim for 120 ms in 95 of 100 keys.
test('every key that changes the shape of its line reaches the gutter', async () => {
  const line = lineOf(site.template);
  await goToLine(page, line);
  const shape = async () => (await gutterShapes(page))[line];
  await expect.poll(shape, { timeout: 20_000 }).toBe('template');
  await page.locator('.view-line span span', { hasText: site.template }).last().click();
  await page.evaluate(watchShapes);
  const times: number[] = [];
  for (let pressed = 0; pressed < keys; pressed++) {
    // Longer than the pause after which VS Code asks for more than what the key changes, so that keys do not wait for one another.
    await page.waitForTimeout(700);
    await page.evaluate('globalThis.drawn = watchShapes(); 0');
    await page.keyboard.press(pressed % 2 === 0 ? 'x' : 'Backspace');
    times.push(await page.evaluate<number>('drawn'));
    expect(await shape()).toBe(pressed % 2 === 0 ? 'deviating' : 'template');
  }
  const sorted = times.toSorted((a, b) => a - b);
  const percentile = (share: number) => Math.round(sorted[Math.floor(share * (keys - 1))]!);
  console.log(`Key to gutter, ${keys} keys: p50 ${percentile(0.5)} ms, p95 ${percentile(0.95)} ms.`);
});

/** Defines `watchShapes()` in the page: the milliseconds from the next key to the first change of the gutter after it. */
const watchShapes = `
  globalThis.watchShapes = () => new Promise(done => {
    addEventListener('keydown', ({ timeStamp }) => {
      const gutter = document.querySelector('.glyph-margin-widgets');
      const drawn = () => [...gutter.children].map(shape => shape.className + shape.style.top).sort().join();
      const before = drawn();
      const observer = new MutationObserver(() => {
        if (drawn() === before) return;
        observer.disconnect();
        done(performance.now() - timeStamp);
      });
      observer.observe(gutter, { subtree: true, childList: true, attributes: true });
    }, { capture: true, once: true });
  });
  0;
`;
