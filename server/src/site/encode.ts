import iconv from 'iconv-lite';
import { decodePage, encodingOf } from './decode.ts';

/**
 * Bytes of a page's new text, in the encoding of its old bytes, byte-order mark included. What did not change in the text does not
 * change in the bytes. Throws an error with a sentence where the encoding does not have a character, or where the old bytes are not what
 * their text would be written as, so that something might be lost.
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
