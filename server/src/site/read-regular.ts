import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Thrown if another file took the place of the one that should be read. */
export class ReplacedFile extends Error {}

/**
 * Reads a regular file that other programs may write: a pipe, device or socket at its path neither blocks nor fills memory.
 * @param mostBytes larger files are refused.
 * @param inode of the wanted file; a file or link that took its place is refused.
 * @throws an error of the file system, or one without a code whose message continues a sentence that begins with the file.
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
