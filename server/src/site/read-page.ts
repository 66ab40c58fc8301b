import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { defaultSettings, type Settings } from 'templens-shared/settings';
import { decodePage } from './decode.ts';
import { inspectPage } from './discover.ts';
import { readingReason } from './error-reason.ts';
import { ReplacedFile, readRegular } from './read-regular.ts';
import type { FileStamp, OtherFile, PageFileText, ReadOptions } from './site-disk.ts';
import { delays, limits } from './thresholds.ts';

/**
 * Reads and decodes one page. Never throws.
 * @param realRoot the root's path without links.
 * @param retries attempts that are left if the file is replaced while it is read.
 */
export function readPageFile(
  root: string,
  page: string,
  realRoot: string,
  options: ReadOptions,
  retries: number = limits.replacedFileRetries,
): PageFileText {
  // The stamp is taken before the text is read: a write in between then differs from the stamp at the next comparison.
  const file = inspectPage(root, page, realRoot);
  if (file.kind !== 'file') return file;
  if (file.stamp.size > options.maxPageBytes) return tooLarge(page, file.stamp.size, options);
  let bytes: Buffer;
  try {
    bytes = readRegular(resolve(root, page), options.maxPageBytes, file.stamp.ino);
  } catch (error) {
    if (error instanceof ReplacedFile && retries > 0) return readPageFile(root, page, realRoot, options, retries - 1);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
    return { kind: 'refused', message: `${page} cannot be read: ${readingReason(error)}; it is skipped.` };
  }
  const stamp = isSettled(file.stamp) ? file.stamp : undefined;
  return { kind: 'text', text: decodePage(bytes), stamp, ...(options.hashed && { hash: contentHash(bytes) }) };
}

/** Reads a file that is no page, such as a style sheet. Never throws. @param realRoot as of `readPageFile` */
export function readOtherFile(root: string, path: string, realRoot: string): OtherFile {
  const file = readPageFile(root, path, realRoot, { maxPageBytes: limits.otherFileBytes, hashed: true });
  return file.kind === 'text' ? { text: file.text, hash: file.hash! } : { text: undefined, hash: '' };
}

/** SHA-256 in base64. */
function contentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64');
}

/** Returns the decoded text of a page on disk. Rejects with a sentence if the page does not exist or is skipped. */
export async function readPage(
  root: string,
  page: string,
  options: Pick<Settings, 'maxPageBytes'> = defaultSettings,
): Promise<string> {
  const file = readPageFile(root, page, realpathSync(root), options);
  if (file.kind === 'text') return file.text;
  throw new Error(file.kind === 'refused' ? file.message : `${page} does not exist.`);
}

function tooLarge(page: string, size: number, { maxPageBytes }: Pick<Settings, 'maxPageBytes'>): PageFileText {
  const message = `${page} has ${megabytes(size)} MB and is skipped; pages may have ${megabytes(maxPageBytes)} MB ("maxPageBytes").`;
  return { kind: 'refused', message };
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toLocaleString('en', { maximumSignificantDigits: 3, useGrouping: false });
}

/** True if the stamp can be trusted: the clock tick of its last write is over, so that another write would change the time. */
function isSettled({ mtimeMs, ctimeMs }: FileStamp): boolean {
  const tick = mtimeMs % 1000 === 0 && ctimeMs % 1000 === 0 ? delays.coarseClockTick : delays.clockTick;
  return Date.now() - Math.max(mtimeMs, ctimeMs) > tick;
}
