import { Transform, type TransformCallback } from 'node:stream';

/** Most bytes of the headers of one message, and of its content. */
const MOST_HEADER = 4096;
const MOST_CONTENT = 1 << 28;

const HEADER_END = Buffer.from('\r\n\r\n');

/**
 * Passes on the messages of a client as long as their lengths are valid. An invalid length would make the reader wait for ever: it is
 * reported once, in one sentence, and nothing after it is passed on.
 */
export class HeaderGuard extends Transform {
  /** The header that has come so far. */
  #header: Buffer = Buffer.alloc(0);
  /** Bytes of the content that are still to come. */
  #left = 0;

  #isBroken = false;
  readonly #onNonsense: (sentence: string) => void;

  constructor(onNonsense: (sentence: string) => void) {
    super();
    this.#onNonsense = onNonsense;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#isBroken) return done();
    try {
      this.#check(chunk);
      done(null, chunk);
    } catch (error) {
      this.#isBroken = true;
      this.#onNonsense((error as Error).message);
      done();
    }
  }

  #check(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.#left > 0) {
        const taken = Math.min(this.#left, chunk.length - at);
        this.#left -= taken;
        at += taken;
        continue;
      }
      const known = this.#header.length;
      const header = Buffer.concat([this.#header, chunk.subarray(at, at + MOST_HEADER)]);
      const end = header.indexOf(HEADER_END);
      if (end < 0 && header.length >= MOST_HEADER) throw new Error('The client sent a header that does not end.');
      this.#header = end < 0 ? header : Buffer.alloc(0);
      if (end < 0) return;
      this.#left = lengthIn(header.toString('latin1', 0, end));
      at += end + HEADER_END.length - known;
    }
  }
}

function lengthIn(header: string): number {
  const written = /^content-length:(.*)$/im.exec(header)?.[1]?.trim();
  if (written === undefined) throw new Error('The client sent a message without Content-Length.');
  if (!/^\d{1,10}$/.test(written)) throw new Error(`The client sent a message whose Content-Length is ${written.slice(0, 40)}.`);
  if (Number(written) > MOST_CONTENT) throw new Error(`The client sent a message of ${written} bytes, which is too long.`);
  return Number(written);
}
