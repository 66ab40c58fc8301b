import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { reasonOf } from '../site/error-reason.ts';
import { isCompressedText } from './input-files.ts';
import { UnreadableInput } from './unreadable-input.ts';

/**
 * A file whose bytes can be read at any offset: the input or, of JSON lines and CDXJ that are compressed with gzip, a copy.
 * Throws `UnreadableInput`, or the system's error about the copy.
 */
export async function unpackedInput(input: string, copy: string): Promise<string> {
  const unreadable = (error: unknown): UnreadableInput =>
    new UnreadableInput(`${input} cannot be read: ${reasonOf(error)}.`, { cause: error });
  try {
    if (!isCompressedText(input)) return input;
  } catch (error) {
    throw unreadable(error);
  }
  const source = createReadStream(input);
  try {
    await pipeline(source, createGunzip(), createWriteStream(copy));
  } catch (error) {
    if (/^Z_/.test((error as NodeJS.ErrnoException).code ?? ''))
      throw new UnreadableInput(`${input} cannot be read: its compression is damaged, or its end is missing.`, { cause: error });
    throw source.errored === error ? unreadable(error) : error;
  }
  return copy;
}
