import { readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { draftEnding } from './answer-file.ts';

/** The most bytes of all sites together. */
const MOST_BYTES = 2 ** 30;
/** Files that were of no use for so many milliseconds are removed. */
const MOST_AGE = 30 * 24 * 60 * 60 * 1000;
/** A draft is no longer being written after so many milliseconds. */
const MOST_DRAFT_AGE = 60 * 60 * 1000;

/** Removes files that were not of use for long, and, where all take too much space, those of use least recently. Never throws. */
export function tidyCache(folder: string, keep: string, most = MOST_BYTES): void {
  const now = Date.now();
  const files = filesIn(folder).sort((a, b) => b.time - a.time);
  let bytes = files.find(({ path }) => path === keep)?.size ?? 0;
  for (const { path, size, time } of files) {
    const age = now - time;
    if (path === keep) continue;
    if (path.endsWith(draftEnding) ? age > MOST_DRAFT_AGE : age > MOST_AGE || bytes + size > most) remove(path);
    else bytes += size;
  }
  for (const { path, isFolder } of entriesIn(folder)) if (isFolder) removeEmpty(path);
}

function filesIn(folder: string): { path: string; size: number; time: number }[] {
  const sites = entriesIn(folder).filter(({ isFolder }) => isFolder);
  return sites.flatMap(({ path }) => entriesIn(path)).flatMap(({ path, isFolder }) => (isFolder ? [] : statOf(path)));
}

/** Only what is named as this program names it. */
function entriesIn(folder: string): { path: string; isFolder: boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(entry => (entry.isDirectory() ? /^[\da-f]{32}$/ : /^[\da-f]{32}\.answers(?:\.[\da-f]+\.draft)?$/).test(entry.name))
      .map(entry => ({ path: join(folder, entry.name), isFolder: entry.isDirectory() }));
  } catch {
    return [];
  }
}

function statOf(path: string): { path: string; size: number; time: number }[] {
  try {
    const { size, mtimeMs } = statSync(path);
    return [{ path, size, time: mtimeMs }];
  } catch {
    return [];
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Another process has it open, or may remove what this one may not.
  }
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It is not empty.
  }
}
