import { Transform, type TransformCallback } from 'node:stream';
import { limits } from './thresholds.ts';

const { messageHeader, messageContent } = limits;

const HEADER_END = Buffer.from('\r\n\r\n');

/**
 * Passes on the bytes of a client's messages until a header has no valid `Content-Length` or no end, which would make the reader wait for ever.
 * Then calls `onInvalid` once with a sentence, and drops that chunk and all later ones.
 */
export class HeaderGuard extends Transform {
  /** Bytes of the current header that have arrived. */
  #header: Buffer = Buffer.alloc(0);
  /** Number of bytes of the current content that have not arrived yet. */
  #missing = 0;

  #isBroken = false;
  readonly #onInvalid: (sentence: string) => void;

  constructor(onInvalid: (sentence: string) => void) {
    super();
    this.#onInvalid = onInvalid;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#isBroken) return done();
    try {
      this.#check(chunk);
      done(null, chunk);
    } catch (error) {
      this.#isBroken = true;
      this.#onInvalid((error as Error).message);
      done();
    }
  }

  /** Reads the headers in the next bytes. Throws if one is invalid. */
  #check(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.#missing > 0) {
        const taken = Math.min(this.#missing, chunk.length - at);
        this.#missing -= taken;
        at += taken;
        continue;
      }
      const known = this.#header.length;
      const header = Buffer.concat([this.#header, chunk.subarray(at, at + messageHeader)]);
      const end = header.indexOf(HEADER_END);
      if (end < 0 && header.length >= messageHeader) throw new Error('The client sent a header that does not end.');
      this.#header = end < 0 ? header : Buffer.alloc(0);
      if (end < 0) return;
      this.#missing = lengthIn(header.toString('latin1', 0, end));
      at += end + HEADER_END.length - known;
    }
  }
}

/** Returns the number of content bytes that a header announces. Throws if it is missing, malformed or too large. */
function lengthIn(header: string): number {
  const written = /^content-length:(.*)$/im.exec(header)?.[1]?.trim();
  if (written === undefined) throw new Error('The client sent a message without Content-Length.');
  if (!/^\d{1,10}$/.test(written)) throw new Error(`The client sent a message whose Content-Length is ${written.slice(0, 40)}.`);
  if (Number(written) > messageContent) throw new Error(`The client sent a message of ${written} bytes, which is too long.`);
  return Number(written);
}
