import { stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { removeStaleDrafts, replaceFile } from './replace-file.ts';

/**
 * Writes results to a file that the user names, whole or not at all; what is there stays when it fails. A pipe or device takes the text.
 * Rejects with an error that `reasonOf` describes.
 */
export async function writeOutput(file: string, text: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found && !found.isFile() && !found.isDirectory()) return writeFile(file, text);
  await removeStaleDrafts(dirname(file));
  await replaceFile(file, text).catch((error: NodeJS.ErrnoException) => {
    // That the file itself does not exist is no error here.
    throw error.code === 'ENOENT' ? new Error('its folder does not exist', { cause: error }) : error;
  });
}
