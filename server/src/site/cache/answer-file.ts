import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { limits } from '../thresholds.ts';

/** Where a block is in the file, in bytes, and its hash: the first 12 bytes of its SHA-256, in base64. */
export type Block = readonly [offset: number, length: number, hash: string];

const magic = Buffer.from('templens answers 1\n');
/** Bytes after the blocks: offset and length of the last block, which is the directory, its whole hash, and the magic once more. */
const TRAILER = 8 + 8 + 32 + magic.length;
const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/**
 * Reads a file of blocks: the directory at once, other blocks on request, each checked against its hash. The file stays open, so a process
 * that replaces it does no harm.
 */
export class AnswerReader {
  readonly directory: Buffer;
  readonly #descriptor: number;

  /** Throws if the file is missing, damaged, truncated, not a file of answers, or owned by another user. */
  constructor(file: string) {
    this.#descriptor = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      this.directory = this.#readDirectory();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Returns the bytes of a block. Throws if it is damaged. */
  block([offset, length, hash]: Block): Buffer {
    const bytes = this.#bytes(offset, length);
    if (blockHash(bytes) !== hash) throw new Error('is damaged');
    return bytes;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #readDirectory(): Buffer {
    const stats = fstatSync(this.#descriptor);
    const isOwn = process.getuid === undefined || stats.uid === process.getuid();
    if (!stats.isFile() || !isOwn || stats.size < magic.length + TRAILER) throw new Error('is no file of answers');
    const trailer = this.#bytes(stats.size - TRAILER, TRAILER);
    const offset = Number(trailer.readBigUInt64LE(0));
    const length = Number(trailer.readBigUInt64LE(8));
    const isWhole = offset >= magic.length && offset + length + TRAILER === stats.size;
    const isMarked = magic.equals(this.#bytes(0, magic.length)) && magic.equals(trailer.subarray(48));
    if (!isWhole || !isMarked) throw new Error('is no file of answers');
    const directory = this.#bytes(offset, length);
    if (!trailer.subarray(16, 48).equals(wholeHash(directory))) throw new Error('is damaged');
    return directory;
  }

  #bytes(offset: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    for (let at = 0; at < length; ) {
      const read = readSync(this.#descriptor, bytes, at, length - at, offset + at);
      if (read === 0) throw new Error('is truncated');
      at += read;
    }
    return bytes;
  }
}

/**
 * Writes a file of blocks as a draft that replaces the old file when it is complete, so that readers never find half a file. Only this user
 * can read it. Methods throw errors of the file system; after one, `abandon` removes the draft.
 */
export class AnswerWriter {
  readonly #file: string;
  readonly #draft: string;
  readonly #descriptor: number;
  /** Blocks that are not written yet. */
  #buffers: Buffer[] = [];
  /** Bytes in `#buffers`. */
  #gathered = 0;
  #isOpen = true;
  /** Bytes of the file so far. */
  size = 0;

  constructor(file: string) {
    makeFolder(dirname(file));
    this.#file = file;
    this.#draft = `${file}.${randomBytes(8).toString('hex')}${draftExtension}`;
    this.#descriptor = openSync(this.#draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    this.#add(magic);
  }

  /** Adds a block and returns where it is. */
  append(bytes: Buffer): Block {
    const block: Block = [this.size, bytes.length, blockHash(bytes)];
    this.#add(bytes);
    return block;
  }

  /** Writes the directory as the last block, and replaces the old file. */
  finish(directory: Buffer): void {
    const trailer = Buffer.alloc(16);
    trailer.writeBigUInt64LE(BigInt(this.size), 0);
    trailer.writeBigUInt64LE(BigInt(directory.length), 8);
    for (const bytes of [directory, trailer, wholeHash(directory), magic]) this.#add(bytes);
    this.#flush();
    this.#close();
    renameSync(this.#draft, this.#file);
  }

  /** Removes the draft; never throws. */
  abandon(): void {
    try {
      this.#close();
      rmSync(this.#draft, { force: true });
    } catch {
      // `tidyCache` finds it by its ending.
    }
  }

  #add(bytes: Buffer): void {
    this.#buffers.push(bytes);
    this.#gathered += bytes.length;
    this.size += bytes.length;
    if (this.#gathered >= limits.writeBufferBytes) this.#flush();
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#buffers);
    this.#buffers = [];
    this.#gathered = 0;
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at);
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#descriptor);
  }
}

/** Ending of files that are being written, or that a killed run left behind. */
export const draftExtension = '.draft';

/** Sets the time of a file to now, because `tidyCache` removes the least recently used files first. Never throws. */
export function touch(file: string): void {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    // It was removed meanwhile, or is on a read-only file system.
  }
}

/** Makes a folder and those above it. Not with Node's option `recursive`, which never returns where folders cannot be made, as in `/proc`. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(folder) === folder || existsSync(dirname(folder))) throw error;
    makeFolder(dirname(folder));
    mkdirSync(folder, { mode: 0o700 });
  }
}

/** Returns the hash of a block's bytes, as in `Block`. */
export function blockHash(bytes: Buffer): string {
  return wholeHash(bytes).toString('base64', 0, 12);
}

function wholeHash(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
