import { lstat, mkdir, readdir, realpath, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { reasonOf } from '../site/error-reason.ts';
import { pathWithin } from '../site/path-within.ts';
import { withDraft } from './replace-file.ts';
import { TemplensError } from './templens-error.ts';

/** What a folder for new files may be, beside one that does not exist or is empty and is neither in the site nor above it. */
export interface FolderRules {
  /** A folder that has a file of this name may have files. */
  marker?: string;
  /** True if a folder of the site has no pages of it. @param inside path of the folder, relative to the site's root */
  isExcluded?: (inside: string) => boolean;
}

/**
 * Resolves the path of a folder for new files and checks that files may go there. Neither it nor the folders above it need to exist.
 * @param given path as the user wrote it.
 * @param siteRoot path of the site's folder.
 * @returns the absolute path with symbolic links resolved.
 * @throws TemplensError `bad-argument` if the folder has files, is in the site or above it, or cannot be listed.
 */
export async function freeFolder(given: string, siteRoot: string, { marker, isExcluded }: FolderRules = {}): Promise<string> {
  const refused = (sentence: string) => new TemplensError('bad-argument', sentence);
  const cannot = (error: unknown) => refused(`The folder ${given} cannot be used: ${reasonOf(error)}.`);
  const root = await realpath(siteRoot);
  const folder = await realFolder(resolve(given)).catch(error => {
    throw cannot(error);
  });
  const inside = pathWithin(root, folder);
  if (inside === '' || (inside !== undefined && !isExcluded?.(inside)))
    throw refused(`The folder ${given} is in the site; give one outside${isExcluded ? ', or exclude it' : ' of it'}.`);
  if (inside === undefined && pathWithin(folder, root) !== undefined)
    throw refused(`The folder ${given} has the site in it; give another folder.`);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw cannot(error);
  });
  if (names.length > 0 && (marker === undefined || !names.includes(marker)))
    throw refused(`The folder ${given} is not empty; give a new one.`);
  return folder;
}

/** The path with symbolic links resolved in the folders that exist. */
async function realFolder(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    if (await lstat(path).catch(() => undefined)) throw new Error('it is a link that leads nowhere');
    return join(await realFolder(dirname(path)), basename(path));
  }
}

/** Makes a folder and those above it, where they do not exist. Unlike Node's own function, it ends where the system has no place for folders, such as below `/proc`. */
export async function makeFolders(folder: string): Promise<void> {
  const make = () =>
    mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  await make().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolders(dirname(folder));
    await make();
  });
}

/**
 * Writes files to a folder that is new or empty: all or nothing.
 * @param out absolute path of the folder.
 * @param files texts by path in the folder.
 * @param more adds other files to the folder at a path.
 * @param signal ends the work before the folder is there.
 * @throws TemplensError `failed` if a file cannot be written; the signal's reason.
 */
export async function writeFolder(
  out: string,
  files: ReadonlyMap<string, string>,
  more: (folder: string) => Promise<void> = async () => {},
  signal?: AbortSignal,
): Promise<void> {
  try {
    await makeFolders(dirname(out));
    await withDraft(dirname(out), async draft => {
      const fresh = join(draft, 'new');
      await mkdir(fresh);
      for (const [path, text] of files) {
        signal?.throwIfAborted();
        await mkdir(dirname(join(fresh, path)), { recursive: true });
        await writeFile(join(fresh, path), text, { flag: 'wx' });
      }
      await more(fresh);
      signal?.throwIfAborted();
      await rename(fresh, out);
    });
  } catch (error) {
    if (error instanceof TemplensError || signal?.aborted) throw error;
    throw new TemplensError('failed', `The folder ${out} cannot be written: ${reasonOf(error)}.`);
  }
}
