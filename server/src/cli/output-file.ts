import { stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { removeStaleDrafts, replaceFile } from '../api/replace-file.ts';

/**
 * Writes results to a file that the user names, atomically: if it fails, the old file stays. A pipe or device is written to directly.
 * Rejects with an error that `reasonOf` can describe.
 */
export async function writeOutput(file: string, text: string | Uint8Array): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found && !found.isFile() && !found.isDirectory()) return writeFile(file, text);
  await removeStaleDrafts(dirname(file));
  await replaceFile(file, text).catch((error: NodeJS.ErrnoException) => {
    // The file itself may be missing, so its folder must be the one that does not exist.
    throw error.code === 'ENOENT' ? new Error('its folder does not exist', { cause: error }) : error;
  });
}
