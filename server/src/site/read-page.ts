import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { defaultSettings, type Settings } from 'templens-shared/settings';
import { decodePage } from './decode.ts';
import { type FileStamp, inspectPage } from './discover.ts';
import { readingReason } from './error-reason.ts';
import { ReplacedFile, readRegular } from './read-regular.ts';

/** A page's file: its text; nothing where there is no file; or why it is skipped, in a sentence. */
export type PageFileText =
  /** `stamp` is undefined where a later write could look the same. */
  | { kind: 'text'; text: string; stamp: FileStamp | undefined; hash?: string }
  | { kind: 'missing' }
  | { kind: 'refused'; message: string };

/** What limits the reading of a page, and whether the SHA-256 of its bytes is wanted. */
export type ReadLimits = Pick<Settings, 'maxPageBytes'> & { hashed?: boolean };

/** How often a file is looked at again that is replaced between the look and the reading. */
const PATIENCE = 5;

/** Reads and decodes one page. Never throws. `realRoot` is the root's path without links. */
export function readPageFile(
  root: string,
  page: string,
  realRoot: string,
  limits: ReadLimits,
  patience = PATIENCE,
): PageFileText {
  // The file is looked at before it is read: what is written in between is seen at the next look.
  const file = inspectPage(root, page, realRoot);
  if (file.kind !== 'file') return file;
  if (file.stamp.size > limits.maxPageBytes) return tooLarge(page, file.stamp.size, limits);
  let bytes: Buffer;
  try {
    bytes = readRegular(resolve(root, page), limits.maxPageBytes, file.stamp.ino);
  } catch (error) {
    if (error instanceof ReplacedFile && patience > 0) return readPageFile(root, page, realRoot, limits, patience - 1);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
    return { kind: 'refused', message: `${page} cannot be read: ${readingReason(error)}; it is skipped.` };
  }
  const stamp = isSettled(file.stamp) ? file.stamp : undefined;
  return { kind: 'text', text: decodePage(bytes), stamp, ...(limits.hashed && { hash: contentHash(bytes) }) };
}

/** SHA-256 of the bytes, as base64. */
function contentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64');
}

/** The decoded text of a page on disk; rejects with a sentence when it does not exist or is skipped. */
export async function readPage(
  root: string,
  page: string,
  limits: Pick<Settings, 'maxPageBytes'> = defaultSettings,
): Promise<string> {
  const file = readPageFile(root, page, realpathSync(root), limits);
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

/**
 * A file system's clock ticks: a second write within one tick leaves the time of the first. A stamp can be trusted once its tick is
 * over; ticks are some milliseconds, or two seconds where times are whole seconds.
 */
function isSettled({ mtimeMs, ctimeMs }: FileStamp): boolean {
  const tick = mtimeMs % 1000 === 0 && ctimeMs % 1000 === 0 ? 2000 : 20;
  return Date.now() - Math.max(mtimeMs, ctimeMs) > tick;
}
