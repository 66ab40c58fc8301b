import { limits, thresholds } from './thresholds.ts';

/** The encoding of a page's bytes. */
export interface PageEncoding {
  /** Name in the WHATWG Encoding Standard, in lower case. */
  readonly encoding: string;
  /** Length of the byte-order mark in bytes; 0 without one. The mark is not part of the text. */
  readonly markLength: number;
}

/**
 * Returns the encoding of a page: that of its byte-order mark, else `transport`, else the declared one, else UTF-8 if the bytes are valid, else
 * windows-1252.
 * @param transport label of the encoding in the HTTP header; an unknown one does not count
 */
export function encodingOf(bytes: Uint8Array, transport?: string): PageEncoding {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf-8', markLength: 3 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', markLength: 2 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', markLength: 2 };
  const sent = transport === undefined ? undefined : encodingOfLabel(transport);
  return {
    encoding: sent ?? declaredEncoding(bytes) ?? (decodeUtf8(bytes) === undefined ? 'windows-1252' : 'utf-8'),
    markLength: 0,
  };
}

/** Decodes a page. Never throws; bytes that are invalid in the encoding become U+FFFD. @param transport see `encodingOf` */
export function decodePage(bytes: Uint8Array, transport?: string): string {
  const { encoding, markLength } = encodingOf(bytes, transport);
  return decode(markLength === 0 ? bytes : bytes.subarray(markLength), encoding);
}

/**
 * Encodes a text in an encoding with one byte a character.
 * @param encoding name in the WHATWG Encoding Standard
 * @returns a character U+0000 to U+00FF for each byte; undefined if one byte alone cannot encode a character of the text.
 */
export function encodeSingleBytes(text: string, encoding: string): string | undefined {
  const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [decode(Uint8Array.of(byte), encoding), byte]));
  byteOf.delete('\ufffd');
  const bytes = Array.from(text, character => byteOf.get(character));
  return bytes.includes(undefined) ? undefined : latin1(Uint8Array.from(bytes as number[]));
}

function decode(bytes: Uint8Array, encoding: string): string {
  if (encoding === 'utf-8') return utf8.decode(bytes);
  if (encoding === 'windows-1252') return decodeWindows1252(bytes);
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const validUtf8 = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });

/** Returns the text of bytes in UTF-8; undefined if they are invalid. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return validUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns a character U+0000 to U+00FF for each byte. */
function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += limits.latin1Bytes)
    text += String.fromCharCode.apply(null, bytes.subarray(at, at + limits.latin1Bytes) as unknown as number[]); // Spreading them takes ten times as long.
  return text;
}

/** Characters 0x80 to 0x9F of windows-1252, where it differs from ISO 8859-1. Node's decoder treats both encodings as the same. */
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function decodeWindows1252(bytes: Uint8Array): string {
  return latin1(bytes).replace(/[\x80-\x9f]/g, character => windows1252[character.charCodeAt(0) - 0x80]!);
}

/** Returns UTF-16 if the bytes begin with `<?x` in UTF-16, else the encoding that a `<meta>` or an XML declaration names; undefined without one. */
function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = latin1(bytes.subarray(0, thresholds.sniffedBytes));
  if (head.startsWith('<\0?\0x\0')) return 'utf-16le';
  if (head.startsWith('\0<\0?\0x')) return 'utf-16be';
  const declared = metaEncoding(head) ?? xmlEncoding(head);
  // The declaration was readable as ASCII, so the page is not UTF-16 (HTML Standard, prescan).
  return declared?.startsWith('utf-16') ? 'utf-8' : declared;
}

function xmlEncoding(head: string): string | undefined {
  const label = /^<\?xml\s[^>]*?encoding\s*=\s*(["'])([^"'>]*)\1/.exec(head)?.[2];
  return label === undefined ? undefined : encodingOfLabel(label);
}

/** Returns the WHATWG name for the label of an encoding; undefined if it cannot be decoded. */
function encodingOfLabel(label: string): string | undefined {
  if (label.trim().toLowerCase() === 'utf-8') return 'utf-8'; // Nearly all pages; saves the costly creation of a decoder.
  if (label.trim().toLowerCase() === 'x-user-defined') return 'windows-1252';
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** The prescan of the HTML Standard: returns the encoding of the first `<meta>`, outside comments and other tags, that names a known one. */
function metaEncoding(head: string): string | undefined {
  if (!/<meta/i.test(head)) return undefined;
  for (let at = head.indexOf('<'); at >= 0; at = head.indexOf('<', at)) {
    if (head.startsWith('<!--', at)) {
      const end = head.indexOf('-->', at + 2);
      if (end < 0) return undefined;
      at = end + 3;
      continue;
    }
    tagName.lastIndex = at;
    const tag = tagName.exec(head);
    if (!tag) {
      at = /[!/?]/.test(head[at + 1] ?? '') ? endOfTag(head, at) : at + 1;
      continue;
    }
    const { attributes, end } = readAttributes(head, tagName.lastIndex);
    const encoding = /^<meta$/i.test(tag[0]) ? encodingOfMeta(attributes) : undefined;
    if (encoding) return encoding;
    at = Math.max(end, at + 1);
  }
  return undefined;
}

/** Returns the offset after the next `>`. */
function endOfTag(head: string, at: number): number {
  const end = head.indexOf('>', at);
  return end < 0 ? head.length : end + 1;
}

const tagName = /<\/?[a-z][^\s/>]*/iy;
const attribute = /[\s/]*([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?/y;

/** Reads the attributes of a start tag from offset `at`; of equal names the first counts. `end` is the offset after the last attribute. */
function readAttributes(head: string, at: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>();
  attribute.lastIndex = at;
  for (let match = attribute.exec(head); match; match = attribute.exec(head)) {
    at = attribute.lastIndex;
    const name = match[1]!.toLowerCase();
    if (!attributes.has(name)) attributes.set(name, match[2] ?? match[3] ?? match[4] ?? '');
  }
  return { attributes, end: at };
}

function encodingOfMeta(attributes: Map<string, string>): string | undefined {
  const charset = attributes.get('charset');
  if (charset !== undefined) return encodingOfLabel(charset);
  if (attributes.get('http-equiv')?.toLowerCase() !== 'content-type') return undefined;
  const match = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i.exec(attributes.get('content') ?? '');
  return match ? encodingOfLabel(match[1] ?? match[2] ?? match[3] ?? '') : undefined;
}
