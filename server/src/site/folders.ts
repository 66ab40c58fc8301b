import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageFilter } from './page-filter.ts';

/** What a folder is known by, wherever it stands: another one in its place has another. Numbers of files alone are used again at once. */
export function folderIdentity({ dev, ino, birthtimeMs }: Stats): string {
  return `${dev}:${ino}:${birthtimeMs}`;
}

/** Is the folder the one that is known, and are the folders inside it? Never rejects. */
export async function isKnownFolder(
  root: string,
  folder: string,
  filter: PageFilter,
  known: ReadonlyMap<string, string>,
): Promise<boolean> {
  const isKnown = async (path: string): Promise<boolean> => known.get(path) === folderIdentity(await stat(join(root, path)));
  try {
    if (!(await isKnown(folder))) return false;
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const inside = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && filter.isFolder(inside) && !(await isKnown(inside))) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/**
 * The folders of a site that are searched for pages, by path from the root (itself the empty path), with their identities. Never rejects.
 * @param onPage hears of every page in them
 */
export async function foldersOf(root: string, filter: PageFilter, onPage?: () => void): Promise<Map<string, string>> {
  const folders = new Map<string, string>();
  const open = [''];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const path = join(root, folder);
    try {
      folders.set(folder, folderIdentity(await stat(path)));
      for (const entry of await readdir(path, { withFileTypes: true })) {
        const inside = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (!entry.isDirectory()) {
          if (onPage && filter.isPage(inside)) onPage();
        } else if (filter.isFolder(inside)) open.push(inside);
      }
    } catch {
      // It is gone, or cannot be read: the walk for pages says so.
    }
  }
  return folders;
}
