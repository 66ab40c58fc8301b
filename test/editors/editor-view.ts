import type { Locator, Page } from 'playwright-core';

/** A piece of text on the screen and how strongly it is drawn. */
interface Piece {
  text: string;
  opacity: number;
}

/** The text of the visible lines that is drawn fainter than the rest, a string each line; lines without are skipped. */
export async function fadedLines(page: Page): Promise<string[]> {
  const lines = await visibleLines(page);
  return lines.map(pieces => joined(pieces.filter(piece => piece.opacity < 1))).filter(text => text.trim() !== '');
}

/** The text of the visible lines that is drawn at full strength; lines without are skipped. */
export async function plainLines(page: Page): Promise<string[]> {
  const lines = await visibleLines(page);
  return lines.map(pieces => joined(pieces.filter(piece => piece.opacity === 1))).filter(text => text.trim() !== '');
}

const joined = (pieces: Piece[]) => pieces.map(piece => piece.text).join('');

async function visibleLines(page: Page): Promise<Piece[][]> {
  return page.evaluate<Piece[][]>(`
    [...document.querySelectorAll('.editor-group-container:first-child .view-line')].map(line =>
      [...line.querySelectorAll(':scope > span > span')].map(piece => ({
        text: piece.textContent.replaceAll('\\u00a0', ' '),
        opacity: Number(getComputedStyle(piece).opacity),
      })))
  `);
}

/** What the shape in the gutter says of each visible line, by line number. */
export async function gutterShapes(page: Page): Promise<Record<number, string>> {
  return page.evaluate<Record<number, string>>(`
    (() => {
      const numbers = new Map();
      for (const number of document.querySelectorAll('.margin-view-overlays .line-numbers')) {
        numbers.set(number.parentElement.style.top, Number(number.textContent));
      }
      const shapes = {};
      for (const shape of document.querySelectorAll('.glyph-margin-widgets .cgmr')) {
        const [, kind] = /icons(?:%2F|\\/)(\\w+)-/.exec(getComputedStyle(shape).backgroundImage) ?? [];
        if (kind !== undefined) shapes[numbers.get(shape.style.top)] = kind;
      }
      return shapes;
    })()
  `);
}

/** How many pieces of the visible lines have a background of the extension's. */
export async function tintedPieces(page: Page): Promise<number> {
  return page.evaluate<number>(`
    [...document.querySelectorAll('.view-overlays [class*="ced-"]')]
      .filter(piece => getComputedStyle(piece).backgroundColor !== 'rgba(0, 0, 0, 0)').length
  `);
}

/** Scrolls to a line, counted from 1, and puts the cursor at its end. */
export async function goToLine(page: Page, line: number): Promise<void> {
  await page.keyboard.press('Control+g');
  await page.locator('.quick-input-widget input').fill(`:${line}`);
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  await page.keyboard.press('End');
}

/** Number of the first visible line of an editor. */
export async function firstLine(editor: Locator): Promise<number> {
  const numbers = await editor.locator('.margin-view-overlays .line-numbers').allTextContents();
  return Math.min(...numbers.map(Number));
}
