import iconv from 'iconv-lite';
import { decodePage, encodingOf } from './decode.ts';

/**
 * Encodes a page's new text in the encoding of its old bytes, byte-order mark included. Unchanged text has unchanged bytes.
 * @throws Error, with a clause as message, if a character does not exist in the encoding, or if the old bytes would not survive decoding and
 * encoding.
 */
export function encodeLike(old: Buffer, text: string): Buffer {
  const { encoding, markLength } = encodingOf(old);
  if (!iconv.encodingExists(encoding)) throw new Error(`its encoding, ${encoding}, cannot be written`);
  const encode = (content: string) => Buffer.concat([old.subarray(0, markLength), iconv.encode(content, encoding)]);
  if (!encode(decodePage(old)).equals(old)) throw new Error(`it has bytes that are not valid ${encoding}`);
  const bytes = encode(text);
  if (decodePage(bytes) !== text) throw new Error(`the new text has characters that ${encoding} does not have`);
  return bytes;
}
