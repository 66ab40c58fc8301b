import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Another file has taken the place of the one that is meant. */
export class ReplacedFile extends Error {}

/**
 * Reads a file that somebody else made: a pipe, device or socket in its place neither blocks nor fills memory, and what is too large is
 * not read.
 * @param inode of the wanted file: a file or a link that took its place is not read.
 * @throws an error of the file system, or one whose message is the rest of a sentence that begins with the file.
 */
export function readRegular(file: string, mostBytes: number, inode?: number): Buffer {
  const { O_RDONLY, O_NONBLOCK = 0 } = constants;
  const descriptor = openSync(file, O_RDONLY | O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    if (stats.isDirectory()) throw Object.assign(new Error('is a folder'), { code: 'EISDIR' });
    if (!stats.isFile()) throw new Error('is not a regular file');
    if (inode !== undefined && stats.ino !== inode) throw new ReplacedFile('is replaced again and again');
    if (stats.size > mostBytes) throw new Error(`is larger than ${Math.ceil(mostBytes / 1024)} KB`);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
