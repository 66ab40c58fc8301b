import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The absolute path of a file with symbolic links resolved in its folders; the file itself may be a link. */
export async function withoutLinksAbove(file: string): Promise<string> {
  return join(await realpath(dirname(file)), basename(file));
}
