import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { isWithin } from './repository.ts';

/** An absolute path without links above the file that it names; the file may be a link. */
export async function withoutLinksAbove(file: string): Promise<string> {
  return join(await realpath(dirname(file)), basename(file));
}

/** A file's path as a page of the site: from the root, with `/`; empty for the root, undefined outside of it. */
export function pagePathIn(root: string, file: string): string | undefined {
  return isWithin(file, root) ? relative(root, file).split(sep).join('/') : undefined;
}
