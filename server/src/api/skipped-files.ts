import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PageFilter, SkipRule } from '../site/page-filter.ts';

export type { SkipRule };

/** So many files and folders are looked at; the sentence that is made of it needs no more. */
const MOST = 20_000;

/**
 * HTML files of a folder that are not pages: how many each rule skips. Looks into all folders, skipped ones included, but follows no
 * links and gives up after 20,000 entries. Folders that cannot be listed are passed over.
 */
export function skippedFiles(root: string, filter: PageFilter): Map<SkipRule, number> {
  const counts = new Map<SkipRule, number>();
  const folders = [''];
  let left = MOST;
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
