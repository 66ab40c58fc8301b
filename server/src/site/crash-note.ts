import { limits } from './thresholds.ts';

/** Records the page being processed in shared memory. It outlives the thread, so after a crash the engine's owner reads which page caused it. */
export class CrashNote {
  readonly memory: SharedArrayBuffer;
  /** One number: bytes of the path; 0 if no page is noted. */
  readonly #length: Int32Array;
  /** The path in UTF-8. */
  readonly #path: Uint8Array;

  /** @param memory the `memory` of the other thread's note; without it, new memory is allocated. */
  constructor(memory = new SharedArrayBuffer(4 + limits.crashNoteBytes)) {
    this.memory = memory;
    this.#length = new Int32Array(memory, 0, 1);
    this.#path = new Uint8Array(memory, 4);
  }

  /** The page being processed; undefined if none exists, or if its path is longer than `limits.crashNoteBytes`. */
  get page(): string | undefined {
    const length = this.#length[0]!;
    return length === 0 ? undefined : Buffer.from(this.#path.slice(0, length)).toString('utf8');
  }

  /** Runs `work` with `page` noted. If it throws, the note stays. */
  during<T>(page: string, work: () => T): T {
    const { read, written } = encoder.encodeInto(page, this.#path);
    this.#length[0] = read === page.length ? written : 0;
    const result = work();
    this.#length[0] = 0;
    return result;
  }
}

const encoder = new TextEncoder();
