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

/** Where a block stands in the file, and the beginning of its hash: base64 of 12 bytes. */
export type Block = readonly [offset: number, length: number, hash: string];

const magic = Buffer.from('templens answers 1\n');
/** After the blocks: offset and length of the last one, which is the directory, its whole hash, and the magic once more. */
const TRAILER = 8 + 8 + 32 + magic.length;
/** Blocks are gathered until so many bytes are written at once. */
const CHUNK = 1 << 20;
const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/**
 * Reads a file of blocks. The directory is read at once, blocks when they are asked for; each is compared with its hash. Whoever replaces
 * the file meanwhile does not matter: it stays open.
 */
export class AnswerReader {
  readonly directory: Buffer;
  readonly #descriptor: number;

  /** Throws where the file is missing, somebody else's, damaged, truncated or no such file. */
  constructor(file: string) {
    this.#descriptor = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      this.directory = this.#readDirectory();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Throws where the block is damaged. */
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
 * Writes a file of blocks beside the one that it replaces when it is complete, so that readers find one or the other. Only this user can
 * read it. Every method throws an error of the file system where something cannot be written; `abandon` then removes what there is.
 */
export class AnswerWriter {
  readonly #file: string;
  readonly #draft: string;
  readonly #descriptor: number;
  #chunk: Buffer[] = [];
  #gathered = 0;
  #isOpen = true;
  /** Bytes so far. */
  size = 0;

  constructor(file: string) {
    makeFolder(dirname(file));
    this.#file = file;
    this.#draft = `${file}.${randomBytes(8).toString('hex')}${draftEnding}`;
    this.#descriptor = openSync(this.#draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    this.#add(magic);
  }

  append(bytes: Buffer): Block {
    const block: Block = [this.size, bytes.length, blockHash(bytes)];
    this.#add(bytes);
    return block;
  }

  /** The last block; then the file takes the place of the one before. */
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
      // Who cleans up later finds it by its ending.
    }
  }

  #add(bytes: Buffer): void {
    this.#chunk.push(bytes);
    this.#gathered += bytes.length;
    this.size += bytes.length;
    if (this.#gathered >= CHUNK) this.#flush();
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#chunk);
    this.#chunk = [];
    this.#gathered = 0;
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at);
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#descriptor);
  }
}

/** Files with this ending are being written, or a run was killed while it wrote them. */
export const draftEnding = '.draft';

/** Notes that the file was of use: those that were not are removed first. */
export function touch(file: string): void {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    // It was removed meanwhile, or is on a read-only file system.
  }
}

/** Step by step: where folders cannot be made, as in `/proc`, Node's own `recursive` never returns. */
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

/** The beginning of the hash of a block. */
export function blockHash(bytes: Buffer): string {
  return wholeHash(bytes).toString('base64', 0, 12);
}

function wholeHash(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
