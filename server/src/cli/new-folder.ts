import { mkdir, readdir, realpath, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pathWithin } from '../api/path-within.ts';
import { exitCode, Failure, reasonOf } from './failure.ts';
import { withDraft } from './replace-file.ts';

/** Rejects with a `Failure` unless a folder does not exist or is empty, and is neither in the site nor above it. */
export async function requireFreeFolder(given: string, root: string): Promise<void> {
  const out = resolve(given);
  const parent = await realpath(dirname(out)).catch(error => {
    throw new Failure(exitCode.usage, `The folder of ${given} cannot be used: ${reasonOf(error)}.`);
  });
  const real = await realpath(out).catch(() => join(parent, basename(out)));
  if (real === root || pathWithin(root, real) !== undefined)
    throw new Failure(exitCode.usage, `${given} is in the site; give a folder outside of it.`);
  if (pathWithin(real, root) !== undefined)
    throw new Failure(exitCode.usage, `${given} has the site in it; give another folder.`);
  const names = await readdir(out).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new Failure(exitCode.usage, `The folder ${given} cannot be used: ${reasonOf(error)}.`);
  });
  if (names.length > 0) throw new Failure(exitCode.usage, `The folder ${given} is not empty; give a new one.`);
}

/**
 * Writes files to a folder that is new or empty: all or nothing.
 * @param files texts by path in the folder.
 * @param more adds other files to the folder at a path.
 */
export async function writeFolder(
  out: string,
  files: ReadonlyMap<string, string>,
  more: (folder: string) => Promise<void> = async () => {},
): Promise<void> {
  try {
    await withDraft(dirname(out), async draft => {
      const fresh = join(draft, 'new');
      await mkdir(fresh);
      for (const [path, text] of files) {
        await mkdir(dirname(join(fresh, path)), { recursive: true });
        await writeFile(join(fresh, path), text, { flag: 'wx' });
      }
      await more(fresh);
      await rename(fresh, out);
    });
  } catch (error) {
    throw new Failure(exitCode.failed, `The folder ${out} cannot be written: ${reasonOf(error)}.`);
  }
}
