import { constants, crc32, inflateRawSync } from 'node:zlib';
import type { ByteWindow } from './byte-window.ts';
import { limits } from './thresholds.ts';

/** A record of a WARC file (ISO 28500, WARC 1.0 and 1.1). */
export interface WarcRecord {
  /** Offset in the file of the record or, if it is compressed, of its gzip member. */
  readonly offset: number;
  /** Offset in the decompressed member; 0 unless several records share one. */
  readonly inner: number;
  /** Values by lower-case name; the first value of a repeated header. */
  readonly headers: ReadonlyMap<string, string>;
  /** The content block. Valid until the next record is read. */
  readonly block: Buffer;
  /** Why the block is incomplete: skipped as too large, or damaged (the file ends within it, or its checksum differs). */
  readonly flaw: 'too-large' | 'damaged' | undefined;
}

/** A place in a file that is no record, and was skipped up to the next record. */
export interface Damage {
  readonly offset: number;
}

/** Thrown for a file that is not read; the message can follow "FILE cannot be read:". */
export class NotAWarc extends Error {}

/**
 * The records of a WARC file, plain or compressed record by record with gzip, from the first or the given place on.
 * Damaged places are reported and skipped.
 * @param from offset of a record or member, as `WarcRecord.offset` has it
 */
export function* warcRecords(file: ByteWindow, onDamage: (damage: Damage) => void, from = 0): Generator<WarcRecord> {
  if (file.magic.length < 4) return;
  if (file.magic.readUInt32LE(0) === ZSTD) throw new NotAWarc('it is compressed with Zstandard; decompress it first');
  yield* isMember(file.magic, 0) ? members(file, onDamage, from) : plainRecords(file, onDamage, from);
}

/** The record at a place; undefined if there is none. */
export function warcRecordAt(file: ByteWindow, offset: number, inner: number): WarcRecord | undefined {
  for (const record of warcRecords(file, () => {}, offset)) {
    if (record.offset !== offset) return undefined;
    if (record.inner === inner) return record;
  }
  return undefined;
}

const ZSTD = 0xfd2fb528;
const VERSION = Buffer.from('WARC/');
/** Bytes of the headers of a record; longer ones are damage. */
const HEADER = 1 << 16;

// Plain files.

function* plainRecords(file: ByteWindow, onDamage: (damage: Damage) => void, from: number): Generator<WarcRecord> {
  let offset = from;
  while (offset < file.size) {
    const head = parseHead(file.at(offset, HEADER));
    if (!head) {
      const next = nextPlain(file, offset + 1);
      // Empty lines between records are not damage.
      if (!isBlank(file.at(offset, 64).subarray(0, next - offset))) onDamage({ offset });
      offset = next;
      continue;
    }
    const end = offset + head.blockStart + head.length;
    const isLarge = head.length > limits.recordBytes;
    const isCut = end > file.size;
    const bytes = isLarge ? Buffer.alloc(0) : file.at(offset, head.blockStart + head.length).subarray(head.blockStart);
    const block = bytes.subarray(0, head.length);
    // A wrong length would hide the next record.
    const follows = isCut || isLarge ? true : isBoundary(file.at(end, 9));
    const next = isCut || !follows ? nextPlain(file, offset + head.blockStart) : end;
    const flaw = isLarge && !isCut ? 'too-large' : isCut || !follows ? 'damaged' : undefined;
    yield {
      offset,
      inner: 0,
      headers: head.headers,
      block: follows ? block : block.subarray(0, next - offset - head.blockStart),
      flaw,
    };
    offset = next;
  }
}

/** Offset of the next version line from an offset on, or the end of the file. */
function nextPlain(file: ByteWindow, offset: number): number {
  for (let at = offset; at < file.size; ) {
    const bytes = file.at(at, VERSION.length);
    const found = bytes.indexOf(VERSION);
    if (found >= 0 && (at + found === 0 || file.at(at + found - 1, 1)[0] === 10)) return at + found;
    at += found >= 0 ? found + 1 : Math.max(1, bytes.length - VERSION.length + 1);
  }
  return file.size;
}

/** True at the end of a record: an empty line, or a record, or the end of the file. */
function isBoundary(bytes: Buffer): boolean {
  let at = 0;
  let lines = 0;
  for (; at < 8 && (bytes[at] === 13 || bytes[at] === 10); at++) if (bytes[at] === 10) lines++;
  if (lines >= 2 || at === bytes.length) return true;
  return at > 0 && VERSION.subarray(0, bytes.length - at).equals(bytes.subarray(at, at + VERSION.length));
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every(byte => byte === 10 || byte === 13);
}

// Files of gzip members (RFC 1952).

function* members(file: ByteWindow, onDamage: (damage: Damage) => void, from: number): Generator<WarcRecord> {
  let offset = from;
  while (offset < file.size) {
    const member = inflateMember(file, offset);
    if (!member) {
      const next = nextMember(file, offset + 1);
      onDamage({ offset });
      offset = next;
      continue;
    }
    const next = member.end ?? nextMember(file, offset + 1);
    let found = 0;
    for (const record of recordsWithin(member.bytes, offset, member.flaw)) {
      found++;
      yield record;
    }
    if (found === 0 && !isBlank(member.bytes)) onDamage({ offset });
    offset = next;
  }
}

/** The records of a decompressed member. */
function* recordsWithin(bytes: Buffer, offset: number, flaw: WarcRecord['flaw']): Generator<WarcRecord> {
  let inner = 0;
  while (inner < bytes.length) {
    const head = parseHead(bytes.subarray(inner, inner + HEADER));
    if (!head) return;
    const start = inner + head.blockStart;
    const end = start + head.length;
    const isCut = end > bytes.length;
    yield {
      offset,
      inner,
      headers: head.headers,
      block: bytes.subarray(start, end),
      flaw: isCut && flaw === undefined ? 'damaged' : flaw,
    };
    inner = end;
    while (bytes[inner] === 13 || bytes[inner] === 10) inner++;
  }
}

interface Member {
  readonly bytes: Buffer;
  /** Offset of the next member; undefined if it must be searched. */
  readonly end: number | undefined;
  readonly flaw: WarcRecord['flaw'];
}

const TRAILER = 8;

/** Decompresses the member at an offset. Undefined if there is none. */
function inflateMember(file: ByteWindow, offset: number): Member | undefined {
  for (let window = WINDOW; ; window *= 4) {
    const bytes = file.at(offset, window);
    const header = memberHeader(bytes);
    if (header === undefined) return undefined;
    const isAll = offset + bytes.length >= file.size;
    try {
      const { buffer, engine } = inflateRawSync(bytes.subarray(header), {
        info: true,
        chunkSize: CHUNK,
        maxOutputLength: limits.recordBytes,
      }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
      const end = header + engine.bytesWritten;
      const trailer = file.at(offset + end, TRAILER);
      const isWhole =
        trailer.length >= TRAILER &&
        trailer.readUInt32LE(0) === crc32(buffer) &&
        trailer.readUInt32LE(4) === buffer.length % 2 ** 32;
      return isWhole
        ? { bytes: buffer, end: offset + end + TRAILER, flaw: undefined }
        : { bytes: buffer, end: undefined, flaw: 'damaged' };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'Z_BUF_ERROR' && !isAll && window < limits.recordBytes) continue;
      // What is there, for the headers.
      const flaw = code === 'ERR_BUFFER_TOO_LARGE' || (code === 'Z_BUF_ERROR' && !isAll) ? 'too-large' : 'damaged';
      return { bytes: beginning(bytes.subarray(header)), end: undefined, flaw };
    }
  }
}

const WINDOW = 1 << 16;
const CHUNK = 1 << 16;

/** The first bytes of a compressed block; empty if it is damaged from the start. */
function beginning(bytes: Buffer): Buffer {
  for (const length of [1 << 12, 1 << 9, 1 << 6]) {
    try {
      const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: limits.recordBytes };
      return inflateRawSync(bytes.subarray(0, length), options);
    } catch {
      // The damage is within these bytes.
    }
  }
  return Buffer.alloc(0);
}

/** Offset of the next member that begins with a record, from an offset on, or the end of the file. */
function nextMember(file: ByteWindow, offset: number): number {
  for (let at = offset; at < file.size; ) {
    const bytes = file.at(at, HEADER);
    const found = bytes.indexOf(MAGIC);
    if (found < 0) {
      at += Math.max(1, bytes.length - MAGIC.length + 1);
      continue;
    }
    const candidate = file.at(at + found, HEADER);
    const header = memberHeader(candidate);
    if (header !== undefined && beginning(candidate.subarray(header)).subarray(0, VERSION.length).equals(VERSION))
      return at + found;
    at += found + 1;
  }
  return file.size;
}

const MAGIC = Buffer.from([0x1f, 0x8b, 8]);

function isMember(bytes: Buffer, at: number): boolean {
  return MAGIC.every((byte, index) => bytes[at + index] === byte);
}

/** Length of the header of a gzip member; undefined if there is none. */
function memberHeader(bytes: Buffer): number | undefined {
  if (!isMember(bytes, 0) || bytes.length < 10) return undefined;
  const flags = bytes[3]!;
  if (flags & 0xe0) return undefined;
  let at = 10;
  if (flags & EXTRA) at += 2 + (bytes[at]! | (bytes[at + 1]! << 8));
  for (const flag of [NAME, COMMENT]) {
    if (!(flags & flag)) continue;
    const end = bytes.indexOf(0, at);
    if (end < 0) return undefined;
    at = end + 1;
  }
  if (flags & HEADER_CRC) at += 2;
  return at < bytes.length ? at : undefined;
}

const HEADER_CRC = 2;
const EXTRA = 4;
const NAME = 8;
const COMMENT = 16;

// Headers of records.

interface Head {
  readonly headers: Map<string, string>;
  /** Offset of the content block from the start of the record, and its length. */
  readonly blockStart: number;
  readonly length: number;
}

/** Parses the headers of a record; undefined if there are none, or they do not say how long its block is. */
function parseHead(bytes: Buffer): Head | undefined {
  if (!bytes.subarray(0, VERSION.length).equals(VERSION)) return undefined;
  const end = endOfHead(bytes);
  if (end === undefined) return undefined;
  const headers = parseFields(bytes.toString('utf8', 0, end));
  const length = headers.get('content-length');
  if (length === undefined || !/^\d{1,15}$/.test(length)) return undefined;
  return { headers, blockStart: end, length: Number(length) };
}

/** Offset after the empty line that ends headers; undefined if there is none. */
export function endOfHead(bytes: Buffer): number | undefined {
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) {
    if (bytes[at + 1] === 10) return at + 2;
    if (bytes[at + 1] === 13 && bytes[at + 2] === 10) return at + 3;
  }
  return undefined;
}

/** The header fields after the first line, by name in lower case; lines that begin with white space continue the one before. */
export function parseFields(head: string): Map<string, string> {
  const fields = new Map<string, string>();
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  for (const line of lines.slice(1)) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    if (!fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}
