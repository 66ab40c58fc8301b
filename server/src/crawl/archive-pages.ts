import { createHash } from 'node:crypto';
import { decodePage } from '../site/decode.ts';
import type { ErrorReason } from './crawl-page.ts';
import { decodedBody, parseResponse } from './http-response.ts';
import type { WarcRecord } from './warc.ts';

/** A page of an archive, before its URL is placed. */
export interface ArchivePage {
  readonly url: string;
  readonly id?: string;
  readonly date?: string;
  /** Digest of the payload as the record states it, else SHA-1 of the payload, in the form of WARC. */
  readonly digest: string;
  /** Decompresses and decodes the page. */
  readonly content: () => PageContent;
}

/** The decoded text of a page, or the reason why there is none. */
export type PageContent = { readonly text: string } | { readonly reason: ErrorReason };

/**
 * The page in a record; undefined if it has none: another type of record or media, a status other than 200, or no URL. A page is HTML by its
 * header, or by its beginning if there is no header.
 */
export function pageOfRecord({ headers, block, flaw }: WarcRecord): ArchivePage | undefined {
  const type = headers.get('warc-type')?.toLowerCase();
  const uri = headers.get('warc-target-uri');
  if (uri === undefined || (type !== 'response' && type !== 'resource')) return undefined;
  const media = headers.get('content-type') ?? '';
  const isHttp =
    type === 'response' && (/^\s*application\/http\b/i.test(media) || block.subarray(0, 5).toString('latin1') === 'HTTP/');
  const response = isHttp ? parseResponse(block) : { status: 200, headers: new Map([['content-type', media]]), body: block };
  if (!response) return flaw ? { ...identity(headers, uri, block), content: () => ({ reason: flaw }) } : undefined;
  if (response.status !== 200) return undefined;
  const sent = response.headers.get('content-type') ?? '';
  if (sent === '' ? !flaw && !isHtml(decodedBody(response)) : !/^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(sent))
    return undefined;
  const content = (): PageContent => {
    if (flaw) return { reason: flaw };
    const body = decodedBody(response);
    return typeof body === 'string' ? { reason: body } : { text: decodePage(body, charsetOf(sent)) };
  };
  return { ...identity(headers, uri, response.body), content };
}

function isHtml(body: Buffer | string): boolean {
  return typeof body !== 'string' && /^[^<]{0,512}<(?:!doctype|html|head|body|\?xml)/i.test(body.toString('latin1', 0, 1024));
}

/** The charset that a `Content-Type` names; undefined if it names none. */
function charsetOf(type: string): string | undefined {
  return /;\s*charset\s*=\s*["']?([^\s;"',]+)/i.exec(type)?.[1];
}

function identity(headers: ReadonlyMap<string, string>, url: string, payload: Buffer): Omit<ArchivePage, 'content'> {
  const id = headers.get('warc-record-id')?.replace(/^<(.*)>$/, '$1');
  const date = headers.get('warc-date');
  const digest = headers.get('warc-payload-digest') ?? `sha1:${base32(createHash('sha1').update(payload).digest())}`;
  return { url, ...(id !== undefined && { id }), ...(date !== undefined && { date }), digest };
}

/** Base 32 (RFC 4648) of bytes whose number of bits is a multiple of five. */
function base32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[(value >> (bits - 5)) & 31];
  }
  return text;
}
