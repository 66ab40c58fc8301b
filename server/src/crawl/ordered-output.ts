/** Writes texts in the order in which they were announced, as soon as they are there. */
export class OrderedOutput {
  readonly #write: (text: string) => Promise<void>;
  readonly #most: { readonly count: number; readonly length: number };
  #count = 0;
  #length = 0;
  #last: Promise<void> = Promise.resolve();
  #error: { readonly reason: unknown } | undefined;
  #wake = (): void => {};

  /** @param most texts, and length together, that `room` lets wait. */
  constructor(write: (text: string) => Promise<void>, most: { readonly count: number; readonly length: number }) {
    this.#write = write;
    this.#most = most;
  }

  /** Announces a text. @param length what it counts for `room` while it is awaited */
  push(text: Promise<string>, length = 0): void {
    this.#count++;
    this.#length += length;
    this.#last = this.#last
      .then(async () => {
        const ready = await text;
        if (!this.#error && ready !== '') await this.#write(ready);
      })
      .catch((reason: unknown) => {
        this.#error ??= { reason };
      })
      .finally(() => {
        this.#count--;
        this.#length -= length;
        this.#wake();
      });
  }

  /** Makes the output end with an error: nothing more is written. */
  fail(reason: unknown): void {
    this.#error ??= { reason };
    this.#wake();
  }

  /** Resolves when more texts may be announced. Rejects with the first error. */
  async room(): Promise<void> {
    while (!this.#error && (this.#count > this.#most.count || this.#length > this.#most.length))
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    if (this.#error) throw this.#error.reason;
  }

  /** Resolves when all is written. Rejects with the first error. */
  async end(): Promise<void> {
    await this.#last;
    if (this.#error) throw this.#error.reason;
  }
}
