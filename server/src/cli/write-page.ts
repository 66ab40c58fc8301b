import { encodeLike } from '../api/page-file.ts';
import { replaceFile } from './replace-file.ts';

/**
 * Replaces the text of a page on disk, whole or not at all. `old` is what the page's bytes were when it was read. Rejects, and leaves the
 * page as it is, where it is no longer that, or cannot be written: with an error of the file system, or a reason for a sentence.
 */
export async function writePage(file: string, old: Buffer, text: string): Promise<void> {
  await replaceFile(file, encodeLike(old, text), old);
}
