import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { limits } from './thresholds.ts';
import { endOfHead, parseFields } from './warc.ts';

/** An HTTP response as an archive keeps it. */
export interface HttpResponse {
  readonly status: number;
  /** Values by lower-case name; the first value of a repeated header. */
  readonly headers: ReadonlyMap<string, string>;
  /** The body as it was sent. */
  readonly body: Buffer;
}

/** Parses a response; undefined if it has no status line. */
export function parseResponse(block: Buffer): HttpResponse | undefined {
  const end = endOfHead(block) ?? block.length;
  // Header values are bytes, not UTF-8.
  const head = block.toString('latin1', 0, end);
  const status = /^HTTP\/\d+(?:\.\d+)? +(\d{3})/.exec(head)?.[1];
  return status === undefined ? undefined : { status: Number(status), headers: parseFields(head), body: block.subarray(end) };
}

/**
 * Takes the transfer encoding and content encodings off a body. Archives may have taken them off already and kept the headers, so a body that
 * is plainly not encoded is returned as it is. Of a compressed body that is cut off, the beginning is returned.
 */
export function decodedBody({ headers, body }: HttpResponse): Buffer | 'too-large' | 'undecodable' {
  let bytes = /\bchunked\b/i.test(headers.get('transfer-encoding') ?? '') ? (unchunked(body) ?? body) : body;
  const encodings = (headers.get('content-encoding') ?? '').toLowerCase().split(',').reverse();
  for (const encoding of encodings) {
    const decoded = decompressed(bytes, encoding.trim());
    if (typeof decoded === 'string') return decoded;
    bytes = decoded;
  }
  return bytes.length > limits.pageBytes ? 'too-large' : bytes;
}

/** Joins chunks (RFC 9112, 7.1); undefined if the body is not chunked. A last chunk that is cut off counts. */
function unchunked(body: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = body.indexOf(10, at);
    const line = body.toString('latin1', at, end < 0 ? body.length : Math.min(end, at + 1024));
    const size = /^\s*([\da-f]{1,8})\s*(?:;.*)?\r?$/i.exec(line)?.[1];
    if (size === undefined || end < 0) return chunks.length > 0 && at >= body.length ? Buffer.concat(chunks) : undefined;
    const length = Number.parseInt(size, 16);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(body.subarray(end + 1, end + 1 + length));
    at = end + 1 + length;
    if (at >= body.length) return Buffer.concat(chunks);
    if (body[at] === 13) at++;
    if (body[at] === 10) at++;
    if (at >= body.length) return Buffer.concat(chunks);
  }
}

const cutOff = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: limits.pageBytes };
const cutOffBrotli = { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength: limits.pageBytes };

function decompressed(bytes: Buffer, encoding: string): Buffer | 'too-large' | 'undecodable' {
  if (bytes.length === 0) return bytes;
  try {
    if (encoding === 'gzip' || encoding === 'x-gzip') return isGzip(bytes) ? gunzipSync(bytes, cutOff) : plain(bytes);
    if (encoding === 'deflate') {
      if (looksPlain(bytes)) return bytes;
      // The name means the zlib format, but some servers send bare deflate.
      return (bytes[0]! & 15) === 8 && bytes.readUInt16BE(0) % 31 === 0
        ? inflateSync(bytes, cutOff)
        : inflateRawSync(bytes, cutOff);
    }
    if (encoding === 'br') return looksPlain(bytes) ? bytes : brotliDecompressSync(bytes, cutOffBrotli);
    return encoding === '' || encoding === 'identity' || looksPlain(bytes) ? bytes : 'undecodable';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : plain(bytes);
  }
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function plain(bytes: Buffer): Buffer | 'undecodable' {
  return looksPlain(bytes) ? bytes : 'undecodable';
}

/** True if a body begins like HTML, after a byte-order mark and white space. */
function looksPlain(bytes: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?\s*</.test(bytes.toString('latin1', 0, 256));
}
