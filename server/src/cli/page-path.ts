import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** An absolute path without links above the file that it names; the file may be a link. */
export async function withoutLinksAbove(file: string): Promise<string> {
  return join(await realpath(dirname(file)), basename(file));
}
