import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageFilter } from './page-filter.ts';

/** Identifies a folder, whatever its path. Includes the time of its creation, since inode numbers are reused at once. */
export function folderIdentity({ dev, ino, birthtimeMs }: Stats): string {
  return `${dev}:${ino}:${birthtimeMs}`;
}

/** True if the folder, and each searched folder directly in it, still has its known identity. Never rejects. @param known identities by path */
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
 * Returns the identities of the folders of a site that are searched for pages, by path from the root (the root is the empty path). Never
 * rejects.
 * @param onPage called for every page in them.
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
      // It is gone or cannot be read, which the search for pages reports.
    }
  }
  return folders;
}
