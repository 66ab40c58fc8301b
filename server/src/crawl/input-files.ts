import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import { decodePage } from '../site/decode.ts';
import { type ArchivePage, type PageContent, pageOfRecord } from './archive-pages.ts';
import { ByteWindow } from './byte-window.ts';
import { limits } from './thresholds.ts';
import { type Damage, NotAWarc, warcRecordAt, warcRecords } from './warc.ts';

/** Where a page is: offset of a record or line in a file, or `wholeFile`; and offset of the record in its member, see `WarcRecord`. */
export interface Place {
  readonly path: string;
  readonly offset: number;
  readonly inner: number;
}

/** A page without its content, as an index lists it. */
export interface ListedPage {
  readonly place: Place;
  readonly url: string;
  readonly id?: string;
  readonly date?: string;
  readonly digest: string;
}

/** A page, and where it is. */
export interface PlacedPage {
  readonly place: Place;
  readonly page: ArchivePage;
}

/** Receives places of inputs that cannot be read as pages; they are skipped. */
export type OnDamage = (damage: Damage & { readonly path: string }) => void;

type Format = 'warc' | 'json lines' | 'cdxj';

/** A line of a CDXJ index: key, time, JSON. */
const cdxjLine = /^\S+ (\d{4,14}) (\{.*\})\s*$/;

/**
 * Lists the pages of an input: a WARC file, JSON lines, or a CDXJ index of WARC files. Of compressed files only WARC
 * files are listed; `unpackedInput` decompresses others.
 * Throws the system's error, or an error whose message can follow "FILE cannot be read:".
 * @param folder that the names in an index are relative to
 */
export function* listPages(path: string, folder: string, onDamage: OnDamage): Generator<ListedPage> {
  const file = new ByteWindow(path);
  try {
    if (formatOf(file) === 'cdxj') yield* listedInCdxj(file, { path, folder }, onDamage);
    else
      for (const { place, page } of pagesIn(file, path, onDamage)) {
        const { content: _content, ...listed } = page;
        yield { place, ...listed };
      }
  } finally {
    file.close();
  }
}

/** Reads the pages of an input in the order of the file. Parameters and errors are those of `listPages`. */
export function* readPages(path: string, folder: string, onDamage: OnDamage): Generator<PlacedPage> {
  const file = new ByteWindow(path);
  try {
    if (formatOf(file) !== 'cdxj') return yield* pagesIn(file, path, onDamage);
    const archives = new OpenArchives();
    try {
      for (const { place } of listedInCdxj(file, { path, folder }, onDamage)) {
        const page = archives.read(place);
        if (page) yield { place, page };
        else onDamage(place);
      }
    } finally {
      archives.close();
    }
  } finally {
    file.close();
  }
}

/** Reads pages at places, and keeps the last files open. */
export class OpenArchives {
  readonly #files = new Map<string, { file: ByteWindow; format: Format }>();

  /** The page at a place; undefined if it is no longer there. Throws as `listPages` does. */
  read({ path, offset, inner }: Place): ArchivePage | undefined {
    const { file, format } = this.#open(path);
    if (format === 'json lines') {
      const bytes = lineAt(file, offset);
      return bytes && pageOfLine(bytes.toString('utf8'));
    }
    const record = warcRecordAt(file, offset, inner);
    return record && pageOfRecord(record);
  }

  close(): void {
    for (const { file } of this.#files.values()) file.close();
    this.#files.clear();
  }

  #open(path: string): { file: ByteWindow; format: Format } {
    let found = this.#files.get(path);
    if (!found) {
      if (this.#files.size >= limits.openFiles) {
        const [oldest, { file }] = this.#files.entries().next().value!;
        file.close();
        this.#files.delete(oldest);
      }
      const file = new ByteWindow(path, 1 << 16);
      found = { file, format: formatOf(file) };
    } else this.#files.delete(path);
    // The last one is the most recently used.
    this.#files.set(path, found);
    return found;
  }
}

/** True for JSON lines and CDXJ compressed with gzip. Throws as `listPages` does. */
export function isCompressedText(path: string): boolean {
  const file = new ByteWindow(path);
  try {
    return isGzip(file.magic) && formatOf(file) !== 'warc';
  } finally {
    file.close();
  }
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function formatOf(file: ByteWindow): Format {
  const start = file.at(0, 4096);
  const text = (isGzip(start) ? beginningOf(start) : start).toString('latin1', 0, 4096).trimStart();
  if (start.length < 4 || text.startsWith('WARC/') || start.readUInt32LE(0) === ZSTD) return 'warc';
  const isLines = text.startsWith('{') || cdxjLine.test(text.split('\n')[0]!) || /^\S+ \d{4,14} \{/.test(text);
  if (!isLines) throw new NotAWarc('it is neither WARC, JSON lines nor CDXJ');
  return text.startsWith('{') ? 'json lines' : 'cdxj';
}

const ZSTD = 0xfd2fb528;

function beginningOf(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes.subarray(0, 4096), { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: limits.recordBytes });
  } catch {
    // A damaged WARC file is read as far as possible.
    return Buffer.from('WARC/');
  }
}

function* pagesIn(file: ByteWindow, path: string, onDamage: OnDamage): Generator<PlacedPage> {
  if (formatOf(file) === 'warc') {
    for (const record of warcRecords(file, damage => onDamage({ path, ...damage }))) {
      const page = pageOfRecord(record);
      if (page) yield { place: { path, offset: record.offset, inner: record.inner }, page };
    }
    return;
  }
  for (const { offset, bytes } of linesIn(file)) {
    const page = bytes && pageOfLine(bytes.toString('utf8'));
    if (page) yield { place: { path, offset, inner: 0 }, page };
    else onDamage({ path, offset });
  }
}

/** Lines with their offsets, without empty ones; `bytes` is undefined for a line that is too long. */
function* linesIn(file: ByteWindow): Generator<{ offset: number; bytes: Buffer | undefined }> {
  for (let offset = 0; offset < file.size; ) {
    const bytes = lineAt(file, offset);
    const length = bytes?.length ?? lengthOfLine(file, offset);
    if (bytes === undefined || bytes.some(byte => byte > 32)) yield { offset, bytes };
    offset += length + 1;
  }
}

/** The line at an offset without its line feed; undefined if it is too long. */
function lineAt(file: ByteWindow, offset: number): Buffer | undefined {
  for (let window = 1 << 16; ; window *= 4) {
    const bytes = file.at(offset, window);
    const end = bytes.indexOf(10);
    if (end >= 0) return bytes.subarray(0, end);
    if (offset + bytes.length >= file.size) return bytes;
    if (window >= limits.lineBytes) return undefined;
  }
}

function lengthOfLine(file: ByteWindow, offset: number): number {
  let length = 0;
  while (offset + length < file.size) {
    const bytes = file.at(offset + length, 1);
    const end = bytes.indexOf(10);
    if (end >= 0) return length + end;
    length += bytes.length;
  }
  return length;
}

/** The page of a line of JSON with `url`, and `html` or `body` (base 64) with `charset`; `id` and `date` if it has them. */
function pageOfLine(line: string): ArchivePage | undefined {
  const value = parsed(line);
  const text = (name: string): string | undefined => (typeof value?.[name] === 'string' ? (value[name] as string) : undefined);
  const [url, html, body, id, date] = [text('url'), text('html'), text('body'), text('id'), text('date')];
  if (url === undefined || (html === undefined && body === undefined)) return undefined;
  const bytes = html === undefined ? Buffer.from(body!, 'base64') : Buffer.from(html, 'utf8');
  const digest = text('digest') ?? createHash('sha1').update(bytes).digest('hex');
  const content = (): PageContent =>
    bytes.length > limits.pageBytes ? { reason: 'too-large' } : { text: html ?? decodePage(bytes, text('charset')) };
  return { url, ...(id !== undefined && { id }), ...(date !== undefined && { date }), digest, content };
}

function* listedInCdxj(
  file: ByteWindow,
  { path, folder }: { path: string; folder: string },
  onDamage: OnDamage,
): Generator<ListedPage> {
  for (const { offset, bytes } of linesIn(file)) {
    const line = bytes?.toString('utf8') ?? '';
    // Of pywb: the first line may be a header.
    if (line.startsWith('!')) continue;
    const [, time = '', json = ''] = cdxjLine.exec(line) ?? [];
    const value = parsed(json);
    const name = value?.filename;
    const at = Number(value?.offset);
    if (!value || typeof value.url !== 'string' || typeof name !== 'string' || !Number.isSafeInteger(at)) {
      onDamage({ path, offset });
      continue;
    }
    const { url, status = '200', mime = '', digest } = value;
    const media = value['mime-detected'] ?? mime;
    if (String(status) !== '200' || !/^(?:text\/html|application\/xhtml\+xml|)$/.test(String(media))) continue;
    yield {
      place: { path: resolve(folder, name), offset: at, inner: 0 },
      url,
      date: isoDate(time),
      digest: typeof digest === 'string' ? digest : `${name}@${at}`,
    };
  }
}

/** `20240131123000` as `2024-01-31T12:30:00Z`. */
function isoDate(time: string): string {
  const [year, month, day, hour, minute, second] = [0, 4, 6, 8, 10, 12].map(
    (from, at) => time.slice(from, from + (at === 0 ? 4 : 2)) || (at === 1 || at === 2 ? '01' : '00'),
  );
  return `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
}

function parsed(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
