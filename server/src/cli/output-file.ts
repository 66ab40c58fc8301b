import { stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { removeStaleDrafts, replaceFile } from './replace-file.ts';

/** Writes results to a file that the user names, whole or not at all; what is there stays when it fails. A pipe or device takes the text. */
export async function writeOutput(file: string, text: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found && !found.isFile() && !found.isDirectory()) return writeFile(file, text);
  await removeStaleDrafts(dirname(file));
  await replaceFile(file, text);
}
