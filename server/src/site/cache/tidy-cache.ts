import { readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { delays, limits } from '../thresholds.ts';
import { draftExtension } from './answer-file.ts';

/**
 * Removes cached files that were not used for a long time, old drafts, and, if all files take too much space, the least recently used ones.
 * Never throws.
 * @param folder of all caches of this user.
 * @param keep path of a file that stays.
 * @param mostBytes of all files together.
 */
export function tidyCache(folder: string, keep: string, mostBytes: number = limits.cacheBytes): void {
  const now = Date.now();
  const files = filesIn(folder).sort((a, b) => b.time - a.time);
  let bytes = files.find(({ path }) => path === keep)?.size ?? 0;
  for (const { path, size, time } of files) {
    const age = now - time;
    if (path === keep) continue;
    if (path.endsWith(draftExtension) ? age > delays.draftAge : age > delays.cacheAge || bytes + size > mostBytes) remove(path);
    else bytes += size;
  }
  for (const { path, isFolder } of entriesIn(folder)) if (isFolder) removeEmpty(path);
}

/** Files of all sites. `time` is that of the last use, see `touch`. */
function filesIn(folder: string): { path: string; size: number; time: number }[] {
  const sites = entriesIn(folder).filter(({ isFolder }) => isFolder);
  return sites.flatMap(({ path }) => entriesIn(path)).flatMap(({ path, isFolder }) => (isFolder ? [] : statOf(path)));
}

/** Skips names that this program does not give, so that no file of another program is removed. */
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
    // Another process has it open, or this one lacks the permission.
  }
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It is not empty.
  }
}
