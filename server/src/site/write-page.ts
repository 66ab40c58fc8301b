import { chmod, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { encodeLike } from './encode.ts';

/**
 * Replaces the text of a page on disk, whole or not at all: whoever reads it, and whatever happens meanwhile, finds the old page or the
 * new one. `old` is what the page's bytes were when it was read. Rejects with a sentence, and leaves the page as it is, where it is no
 * longer that, or cannot be written.
 */
export async function writePage(file: string, old: Buffer, text: string): Promise<void> {
  const bytes = encodeLike(old, text);
  // A link stays a link: what it leads to is replaced.
  const target = await realpath(file);
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}.templens-draft`);
  try {
    const handle = await open(draft, 'w');
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await chmod(draft, (await stat(target)).mode);
    if (!(await readFile(target)).equals(old)) throw new Error('it changed since it was read');
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
