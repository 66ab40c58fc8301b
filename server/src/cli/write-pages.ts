import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { counted } from 'templens-shared/counted';
import { decodePage, encodeLike, isPageFile } from '../api/command-line-site.ts';
import type { ChangedPage } from '../api/site.ts';
import { reasonOf } from './failure.ts';
import { onInterrupt } from './interrupt.ts';
import { removeStaleDrafts, replaceFile } from './replace-file.ts';

/**
 * Replaces the text of a page on disk, whole or not at all. `old` is what the page's bytes were when it was read. Rejects, and leaves the
 * page as it is, where it is no longer that, or cannot be written: with an error of the file system, or a reason for a sentence.
 */
export async function writePage(file: string, old: Buffer, text: string): Promise<void> {
  await replaceFile(file, encodeLike(old, text), old);
}

/** Drafts that killed runs left beside the site's pages. */
async function removeDrafts(root: string, pages: readonly string[]): Promise<void> {
  for (const folder of new Set(pages.map(page => dirname(page)))) await removeStaleDrafts(join(root, folder));
}

export interface Written {
  written: string[];
  /** A sentence for each page that is left as it is. */
  refused: string[];
  /** A signal asked to end before all pages were written. */
  interrupted: boolean;
}

/**
 * Writes page by page, until a signal asks to end: the page being written is finished. With `together`, all pages are written or none:
 * those that are written already get their old text again.
 * @param pages all of the site.
 */
export async function writeAll(
  root: string,
  pages: readonly string[],
  fixed: readonly ChangedPage[],
  { together = false } = {},
): Promise<Written> {
  await removeDrafts(root, pages);
  const written: string[] = [];
  const refused: string[] = [];
  const realRoot = realpathSync(root);
  let asked = false;
  const stopListening = onInterrupt(() => {
    asked = true;
  });
  for (const { page, before, after } of fixed) {
    if (asked || (together && refused.length > 0)) break;
    const file = join(root, page);
    try {
      // A folder or page may have become a link that leads elsewhere.
      if (!isPageFile(root, page, realRoot)) throw new Error('it no longer exists');
      const old = await readFile(file);
      if (decodePage(old) !== before) throw new Error('it changed since it was read');
      await writePage(file, old, after);
      written.push(page);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      refused.push(`${page} is left as it is: ${code === undefined ? message : reasonOf(error)}.`);
    }
  }
  const interrupted = asked && written.length + refused.length < fixed.length;
  if (together && (interrupted || refused.length > 0)) refused.push(...(await restore(root, fixed, written.splice(0))));
  stopListening();
  return { written, refused, interrupted };
}

/** Gives pages the text again that they had; a sentence for each that could not get it. */
async function restore(root: string, fixed: readonly ChangedPage[], written: readonly string[]): Promise<string[]> {
  const failed: string[] = [];
  for (const { page, before } of fixed.filter(({ page }) => written.includes(page))) {
    const file = join(root, page);
    try {
      await writePage(file, await readFile(file), before);
    } catch (error) {
      failed.push(`${page} is changed and could not get its old text again: ${reasonOf(error)}.`);
    }
  }
  return failed;
}

/** Pages that a sentence names. */
const NAMED = 20;

export function interruption(written: readonly string[], all: number): string {
  if (written.length === 0) return `Interrupted: no page is written.`;
  const named = written.slice(0, NAMED).join(', ');
  const more = written.length > NAMED ? ` and ${written.length - NAMED} more` : '';
  return `Interrupted: ${written.length} of ${counted(all, 'page')} ${written.length === 1 ? 'is' : 'are'} written (${named}${more}); the others are as they were.`;
}
