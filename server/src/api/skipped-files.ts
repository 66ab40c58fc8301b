import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PageFilter, SkipRule } from '../site/page-filter.ts';

export type { SkipRule };

/** Largest number of files and folders that a search visits: the counts go into one sentence, so exact ones are not worth a longer search. */
const MOST_ENTRIES = 20_000;

/**
 * The number of HTML files of a folder that are not pages, by the rule that skips them. Searches all folders, including skipped ones, but
 * follows no symbolic links and stops after `MOST_ENTRIES`. Ignores folders that cannot be listed.
 */
export function skippedFiles(root: string, filter: PageFilter): Map<SkipRule, number> {
  const counts = new Map<SkipRule, number>();
  const folders = [''];
  let left = MOST_ENTRIES;
  for (let folder = folders.pop(); folder !== undefined && left > 0; folder = folders.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      if (left-- === 0) break;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      const rule = entry.isFile() && /\.x?html?$/i.test(entry.name) ? filter.ruleAgainst(path) : undefined;
      if (rule) counts.set(rule, (counts.get(rule) ?? 0) + 1);
    }
  }
  return counts;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
