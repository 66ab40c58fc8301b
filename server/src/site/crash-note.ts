/** Longest path of a page that is noted, in bytes of UTF-8; longer ones are not. */
const LONGEST = 4096;

/**
 * Notes which page is worked on, in memory that outlives the thread: when the engine dies, its owner reads there which page did it.
 */
export class CrashNote {
  readonly memory: SharedArrayBuffer;
  readonly #length: Int32Array;
  readonly #path: Uint8Array;

  /** With the memory of another journal, that of its thread. */
  constructor(memory = new SharedArrayBuffer(4 + LONGEST)) {
    this.memory = memory;
    this.#length = new Int32Array(memory, 0, 1);
    this.#path = new Uint8Array(memory, 4);
  }

  /** The page that is being worked on; undefined if it is not a single page. */
  get page(): string | undefined {
    const length = this.#length[0]!;
    return length === 0 ? undefined : Buffer.from(this.#path.slice(0, length)).toString('utf8');
  }

  /** Runs what concerns one page. An error that ends it leaves the note. */
  during<T>(page: string, work: () => T): T {
    const { read, written } = encoder.encodeInto(page, this.#path);
    this.#length[0] = read === page.length ? written : 0;
    const result = work();
    this.#length[0] = 0;
    return result;
  }
}

const encoder = new TextEncoder();
