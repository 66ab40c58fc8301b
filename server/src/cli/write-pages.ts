import { realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { counted } from 'templens-shared/counted';
import { firstOf } from 'templens-shared/first-of';
import { decodePage, encodeLike, isPageFile } from '../api/command-line.ts';
import { removeStaleDrafts, replaceFile } from '../api/replace-file.ts';
import type { ChangedPage } from '../api/site.ts';
import { reasonOf } from './failure.ts';
import { onInterrupt } from './interrupt.ts';
import { limits } from './thresholds.ts';

const { listedPages } = limits;

/**
 * Replaces the text of a page on disk atomically, in the page's encoding. Rejects and leaves the page unchanged if it changed since it was read,
 * or cannot be written: with an error of the file system, or a message that is part of a sentence.
 * @param old the page's bytes when it was read.
 */
export async function writePage(file: string, old: Buffer, text: string): Promise<void> {
  await replaceFile(file, encodeLike(old, text), old);
}

/** Removes temporary folders that killed processes left beside the site's pages. */
async function removeDrafts(root: string, pages: readonly string[]): Promise<void> {
  for (const folder of new Set(pages.map(page => dirname(page)))) await removeStaleDrafts(join(root, folder));
}

/** The outcome of `writeChangedPages`. */
export interface WriteResult {
  /** Paths of the written pages. */
  written: string[];
  /** A sentence for each page that was not written, or not restored. */
  refused: string[];
  /** True if a signal ended the work before all pages were written. */
  interrupted: boolean;
}

/**
 * Writes pages one by one. After a signal, the current page is finished and the others are skipped. With `together`, all pages are written or
 * none: after a failure or signal, the written pages get their old text back.
 * @param pages paths of all pages of the site; temporary folders that killed processes left beside them are removed first.
 * @param fixed pages to write, with their old and new texts.
 */
export async function writeChangedPages(
  root: string,
  pages: readonly string[],
  fixed: readonly ChangedPage[],
  { together = false } = {},
): Promise<WriteResult> {
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
      // A folder or page may have been replaced by a link that leads elsewhere.
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

/** Writes the old text of pages back; returns a sentence for each page for which this fails. */
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

/**
 * The message of a command that a signal interrupted.
 * @param all number of pages to write.
 */
export function interruption(written: readonly string[], all: number): string {
  if (written.length === 0) return `Interrupted: no page is written.`;
  return `Interrupted: ${written.length} of ${counted(all, 'page')} ${written.length === 1 ? 'is' : 'are'} written (${firstOf(written, listedPages)}); the others are as they were.`;
}
